/** DuckDB's errors, taken apart. The engine is opened with `errors_as_json`. */

import { errorMessage } from '../../core/base/errorMessage';
import { isRecord } from '../../core/base/json';
import { nearest } from '../../core/base/nearest';

export interface EngineError {
  /** DuckDB's class of the error: `Parser`, `Binder`, `Catalog`, `Conversion`, `Interrupt`… */
  readonly type: string;
  /** Its message, without the excerpt of the line. */
  readonly message: string;
  /** UTF-16 offset in the text given to the engine; null if DuckDB reports none. */
  readonly position: number | null;
  /** Finer class, for example `COLUMN_NOT_FOUND`. */
  readonly subtype: string | null;
  /** Further fields, such as the missing `name` and its `candidates`. */
  readonly facts: Readonly<Partial<Record<string, string>>>;
}

/** How operating systems say that a file cannot grow. */
const fullDisk = /no space left on device|not enough space on the disk|ENOSPC/i;
const fullDiskMessage =
  'The disk that holds the rows of notebooks is full. Free some space on it, or restart the kernel, which drops the results of this notebook, and run the cell again.';
/** The subtype of an error of ours: the message names no file and needs no class before it. */
export const diskFull = 'DISK_FULL';

/** @returns DuckDB's error, taken apart; any other error by its message. */
export function engineErrorOf(error: unknown): EngineError {
  const text = errorMessage(error);
  if (fullDisk.test(text)) {
    return { type: 'IO', message: fullDiskMessage, position: null, subtype: diskFull, facts: {} };
  }
  const json = text.slice(Math.max(0, text.indexOf('{')));
  const parsed = parse(json);
  if (!isRecord(parsed) || typeof parsed['exception_message'] !== 'string') {
    const [, type, message] = /^(\w+) Error: ([\s\S]*)$/.exec(text) ?? [];
    const position = null;
    return {
      type: type ?? 'Unknown',
      message: message ?? text,
      position,
      subtype: null,
      facts: {},
    };
  }
  const position = Number(parsed['position'] ?? NaN);
  return withoutFarNames({
    type: String(parsed['exception_type']),
    message: parsed['exception_message'].replace(/\n\nLINE \d+:[\s\S]*$/, '').trim(),
    position: Number.isInteger(position) ? position : null,
    subtype: typeof parsed['error_subtype'] === 'string' ? parsed['error_subtype'] : null,
    facts: Object.fromEntries(
      Object.entries(parsed).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    ),
  });
}

/** Beginnings of the names of DuckDB's own tables and of the functions that list what it holds. */
const internalName = /^(?:duckdb_|pg_|sqlite_|pragma_|information_schema)/i;

/**
 * DuckDB always suggests the nearest name, however far, and its own tables too, which nobody can mean who did not begin
 * to write one.
 */
function withoutFarNames(error: EngineError): EngineError {
  const { name = '', candidates = '' } = error.facts;
  const begin = internalName.exec(candidates)?.[0].slice(0, 3).toLowerCase();
  const isNear = nearest(name, [candidates.split('.').at(-1) ?? '']) !== null;
  const isLikely = begin === undefined ? isNear : name.toLowerCase().startsWith(begin);
  if (error.subtype !== 'MISSING_ENTRY' || candidates === '' || isLikely) {
    return error;
  }
  const facts = Object.entries(error.facts).filter(([key]) => key !== 'candidates');
  return {
    ...error,
    message: error.message.replace(/\s*Did you mean "[^"]*"\?$/, ''),
    facts: Object.fromEntries(facts),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error; // Not JSON: the caller reads the text as it is.
  }
}

/**
 * @returns The UTF-16 offset in `text` that the error points at, or null. DuckDB's parser counts code points, the rest
 * of DuckDB UTF-8 bytes.
 */
export function unitOf(error: EngineError, text: string): number | null {
  if (error.position === null) {
    return null;
  }
  let left = error.position;
  let unit = 0;
  for (const char of text) {
    if (left <= 0) {
      break;
    }
    left -= error.type === 'Parser' ? 1 : Buffer.byteLength(char);
    unit += char.length;
  }
  return unit;
}
