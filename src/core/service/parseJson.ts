/**
 * JSON as the service sends it.
 *
 * `NaN` and `Infinity`, which some servers write although JSON has no such values, are read as null and noted:
 * one missing price is no reason to lose an answer. Anything else that is not JSON is an error that describes it.
 */

import { plural } from '../base/text';
import { t } from '../base/translations';
import { errorMessage } from '../base/errorMessage';
import { ServiceError } from './serviceError';

export interface ParsedJson {
  readonly value: unknown;
  /** Notes to show. */
  readonly notes: readonly string[];
}

/** The result of scanning the text outside its strings. */
interface Scan {
  /** Where `NaN`, `Infinity` and `-Infinity` are: `[offset, length]`. */
  readonly nonFinite: readonly (readonly [number, number])[];
  /** Whether the text ends inside a string, an array or an object. */
  readonly truncated: boolean;
}

const BYTE_ORDER_MARK = '\uFEFF';
const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\bInfinity\b|\bNaN\b|[[\]{}"]/g;

/**
 * @param text The decoded body; a byte order mark is skipped.
 * @param what The requested function, for the message.
 * @throws {ServiceError} `malformed` if the text is no JSON.
 */
export function parseJson(text: string, what?: string): ParsedJson {
  const body = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  try {
    return { value: JSON.parse(body) as unknown, notes: [] };
  } catch (cause) {
    return parseTolerantly(body, what, cause);
  }
}

function parseTolerantly(body: string, what: string | undefined, cause: unknown): ParsedJson {
  const start = body.trimStart();
  const answer = what === undefined ? t('The answer of the service') : t('The answer to {0}', what);
  if (start === '') {
    throw new ServiceError('malformed', t('{0} is empty.', answer), {}, { cause });
  }
  if (start.startsWith('<')) {
    const page = t(
      '{0} is a web page, not JSON: perhaps the login page of a network or a proxy, or a wrong base URL.',
      answer,
    );
    throw new ServiceError('malformed', page, {}, { cause });
  }
  const { nonFinite, truncated } = scan(body);
  if (truncated) {
    const early = t(
      '{0} breaks off after {1} characters: it is incomplete JSON.',
      answer,
      body.length,
    );
    throw new ServiceError('malformed', early, {}, { cause });
  }
  const first = nonFinite[0];
  if (!first) {
    throw new ServiceError(
      'malformed',
      t('{0} is not JSON: {1}.', answer, reason(cause)),
      {},
      { cause },
    );
  }
  return parseWithout(body, nonFinite, answer);
}

function parseWithout(body: string, nonFinite: Scan['nonFinite'], answer: string): ParsedJson {
  const [at, length] = nonFinite[0] ?? [0, 0];
  const token = body.slice(at, at + length);
  const where = t('non-standard JSON ({0}) at character {1}', token, at + 1);
  let from = 0;
  const parts: string[] = [];
  for (const [offset, size] of nonFinite) {
    parts.push(body.slice(from, offset), 'null');
    from = offset + size;
  }
  try {
    const value = JSON.parse(parts.join('') + body.slice(from)) as unknown;
    const note = plural(
      nonFinite.length,
      '{1} holds {2}; {0} value was read as null.',
      '{1} holds {2}; {0} values were read as null.',
      ...[answer, where],
    );
    return { value, notes: [note] };
  } catch (cause) {
    const message = t(
      '{0} holds {1} and is not JSON otherwise either: {2}.',
      answer,
      where,
      reason(cause),
    );
    throw new ServiceError('malformed', message, {}, { cause });
  }
}

function scan(body: string): Scan {
  const nonFinite: [number, number][] = [];
  let depth = 0;
  for (const match of body.matchAll(TOKEN)) {
    const token = match[0];
    if (token === '[' || token === '{') {
      depth++;
    } else if (token === ']' || token === '}') {
      depth--;
    } else if (token === '"') {
      return { nonFinite, truncated: true };
    } else if (!token.startsWith('"')) {
      nonFinite.push([match.index, token.length]);
    }
  }
  return { nonFinite, truncated: depth > 0 };
}

/** The engine's own words, cut for a sentence: they quote the text around the fault. */
function reason(cause: unknown): string {
  const message = errorMessage(cause);
  return message.replace(/\s+/g, ' ').slice(0, 160).replace(/\.$/, '');
}
