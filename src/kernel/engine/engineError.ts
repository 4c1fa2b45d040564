/**
 * DuckDB's errors, taken apart. The engine is opened with `errors_as_json`; what has no field there is read from the
 * texts, here and nowhere else.
 */

import { t } from '../../core/base/translations';
import { errorMessage } from '../../core/base/errorMessage';
import { isRecord } from '../../core/base/json';
import { nearest } from '../../core/base/nearest';

export interface EngineError {
  /** DuckDB's class of the error: `Parser`, `Binder`, `Catalog`, `Conversion`, `INTERRUPT`… */
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
const fullDiskMessage = (): string =>
  t(
    'The disk that holds the rows of notebooks is full. Free some space on it, or restart the kernel, which drops the results of this notebook, and run the cell again.',
  );
/** The subtype of an error of ours: the message names no file and needs no class before it. */
export const diskFull = 'DISK_FULL';

/** DuckDB advises to install an extension, which a kernel does not. */
const installAdvice = /\n+Please try installing and loading[\s\S]*$/;

/** @returns Whether the error is that of an extension that is not there. */
export function needsExtension({ message }: EngineError): boolean {
  return /requires the extension \w+ to be loaded|exists in the \w+ extension/.test(message);
}

/** @returns DuckDB's error, taken apart; any other error by its message. */
export function engineErrorOf(error: unknown): EngineError {
  const text = errorMessage(error);
  if (fullDisk.test(text)) {
    return { type: 'IO', message: fullDiskMessage(), position: null, subtype: diskFull, facts: {} };
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
    message: parsed['exception_message']
      .replace(/\n\nLINE \d+:[\s\S]*$/, '')
      .replace(installAdvice, '')
      .trim(),
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

/** @returns Whether the work was interrupted. */
export function isInterruption(error: unknown): boolean {
  return engineErrorOf(error).type === 'INTERRUPT';
}

/** What DuckDB did not find. */
export interface MissingEntry {
  readonly what: 'table' | 'column' | 'function' | 'rowsFunction' | 'type';
  readonly name: string;
  readonly candidates: readonly string[];
  /** Whether it is what a column is qualified with: no alias or table of the query. */
  readonly isQualifier: boolean;
}

const entryKinds: Partial<Record<string, MissingEntry['what']>> = {
  Table: 'table',
  View: 'table',
  'Table Function': 'rowsFunction',
  'Scalar Function': 'function',
  'Aggregate Function': 'function',
  Type: 'type',
};

/** DuckDB's messages that contain a column's name without a field for it. */
const missingColumns = [
  /^[\w ]+ "[^"]*" does not have a column (?:named|with name) "([^"]+)"/,
  /^Column "([^"]+)" was selected but was not found/,
  /^Referenced update column (\S+) not found/,
  /^Referenced column "?([^\s"]+)"? (?:not found in FROM clause|was not found because)/,
  /^Table does not contain column (\S+) referenced in alter statement/,
  /^Column "([^"]+)" referenced in UNPIVOT but no matching entry was found/,
  /^Column "([^"]+)" does not exist on (?:left|right) side of join/,
  /^Column "([^"]+)" in (?:EXCLUDE|REPLACE|RENAME) list not found/,
];

/** @returns What was not found; null for another error. */
export function missingEntry({ message, subtype, facts }: EngineError): MissingEntry | null {
  const candidates = candidatesOf(message, facts);
  const name = facts['name'];
  if (subtype === 'MISSING_ENTRY' && name !== undefined) {
    const what = entryKinds[facts['type'] ?? ''];
    return what ? { what, name, candidates, isQualifier: false } : null;
  }
  const pattern = missingColumns.map(each => each.exec(message)?.[1]).find(Boolean);
  const column = subtype === 'COLUMN_NOT_FOUND' && name !== undefined ? name : pattern;
  if (column !== undefined) {
    return { what: 'column', name: column, candidates, isQualifier: false };
  }
  const table = /^Referenced table "([^"]+)" not found/.exec(message)?.[1];
  return table === undefined ? null : { what: 'table', name: table, candidates, isQualifier: true };
}

function candidatesOf(message: string, facts: EngineError['facts']): string[] {
  const listed = /(?:Candidate (?:bindings|tables)|Did you mean):*\s*(.*)/.exec(message)?.[1];
  const quoted = listed?.match(/"[^"]+"/g)?.map(text => text.slice(1, -1));
  return (quoted ?? facts['candidates']?.split(',') ?? []).map(
    name => name.split('.').at(-1) ?? name,
  );
}

/** @returns Whether the message suggests another name. */
export function suggestsName({ message }: EngineError): boolean {
  return message.includes('Did you mean');
}

/** @returns The first line of the message, without the names that it suggests. */
export function withoutSuggestions({ message }: EngineError): string {
  const [before = ''] = message.split(/\n|Candidate|Did you mean/, 1);
  return before.trim();
}

/** @returns The column or table to which an expression refers that may not refer to one; undefined for another error. */
export function referencedName({ type, message }: EngineError): string | undefined {
  return type === 'Binder'
    ? /[Rr]eferenced (?:column|table) "?([^"]+)"?/.exec(message)?.[1]
    : undefined;
}

/** @returns The function or operator with which an error is concerned, by its signature. */
export function signatureName({ message }: EngineError): string | undefined {
  return /['"]([^'"(\s]+)\(/.exec(message)?.[1];
}

/** @returns The column that a table has already; undefined for another error. The error has no position. */
export function takenColumn({ message }: EngineError): string | undefined {
  return /^Column with name (\S+) already exists/.exec(message)?.[1];
}

/** @returns Whether no function of that name takes arguments of these types. */
export function hasNoFunction({ message }: EngineError): boolean {
  return /^(?:No function matches|Could not choose a best candidate function)/.test(message);
}

/** @returns What is missing where a text that cannot be parsed is unfinished; null if it is wrong otherwise. */
export function unfinished({ message }: EngineError): 'rest' | 'quote' | null {
  if (message.includes('end of input')) {
    return 'rest';
  }
  return message.startsWith('unterminated') ? 'quote' : null;
}

/** @returns The message in one line, without the list of functions that take other arguments. */
export function messageInOneLine({ message }: EngineError): string {
  const [before = ''] = message.split(/\n\s*Candidate functions:/);
  return before.replaceAll(/\s*\n\s*/g, ' ');
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
