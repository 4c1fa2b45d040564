/**
 * The tokens of DuckDB's SQL, as far as finding statements, calls and clauses needs them.
 *
 * One pass, linear in the text, and total: an unterminated string or comment runs to the end of the text.
 */

import { nameOfIdentifier } from '../base/quoted';
import type { Span } from '../base/span';
import { blockAt, lineEnd } from './comments';

export type TokenKind =
  | 'word' // A keyword or bare identifier.
  | 'quoted' // An identifier in double quotes.
  | 'string' // A literal in single quotes or dollar quotes.
  | 'number'
  | 'open' // ( [ {
  | 'close' // ) ] }
  | 'comma'
  | 'semicolon'
  | 'operator'; // Anything else, longest known first: := => :: and single characters.

export interface Token extends Span {
  readonly kind: TokenKind;
  /** As written; for words in lower case. */
  readonly text: string;
  /** Number of brackets open before it; a bracket has the depth outside it. */
  readonly depth: number;
}

const SPACE = /\s/;
/**
 * Parts of regular expressions: the first and the further characters of a bare name. DuckDB treats all non-ASCII
 * characters as letters.
 */
export const nameStart = String.raw`(?:[a-zA-Z_]|[^\0-\x7f\s])`;
export const namePart = String.raw`(?:[a-zA-Z0-9_$]|[^\0-\x7f\s])`;
const tagPart = String.raw`(?:[a-zA-Z0-9_]|[^\0-\x7f\s])`;
export const dollarTag = String.raw`\$(?:${nameStart}${tagPart}*)?\$`;

const WORD_START = new RegExp(nameStart, 'u');
const WORD = new RegExp(namePart, 'u');
const DIGIT = /[0-9]/;
const NUMBER = /[0-9a-zA-Z_.]/;
const DOLLAR_TAG = new RegExp(dollarTag, 'uy');
const LONG_OPERATORS = [':=', '=>', '::', '->>', '->', '<=', '>=', '<>', '!=', '==', '||', '**'];

/** @returns The tokens of `text` in order; white space and comments are between them. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let at = skipBlank(text, 0);
  while (at < text.length) {
    const { kind, to } = tokenAt(text, at);
    if (kind === 'close') {
      depth = Math.max(0, depth - 1);
    }
    const written = text.slice(at, to);
    tokens.push({
      kind,
      from: at,
      to,
      text: kind === 'word' ? written.toLowerCase() : written,
      depth,
    });
    if (kind === 'open') {
      depth++;
    }
    at = skipBlank(text, to);
  }
  return tokens;
}

/** @returns The parts between the commas of that depth: one if there is none, empty ones kept. */
export function splitAtCommas(tokens: readonly Token[], depth: number): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'comma' && token.depth === depth) {
      parts.push([]);
    } else {
      parts.at(-1)?.push(token);
    }
  }
  return parts;
}

/** @returns The tokens of a stretch of `text`, read by itself; positions count in the whole text. */
export function tokenizeWithin(text: string, { from, to }: Span): Token[] {
  return tokenize(text.slice(from, to)).map(token => ({
    ...token,
    from: token.from + from,
    to: token.to + from,
  }));
}

/** @returns The name of an identifier token: bare as written, quoted without its quotes. */
export function identifierOf(token: Token): string | undefined {
  return ['quoted', 'word'].includes(token.kind) ? nameOfIdentifier(token.text) : undefined;
}

function tokenAt(text: string, at: number): { kind: TokenKind; to: number } {
  const char = text[at] ?? '';
  if (char === "'") {
    return { kind: 'string', to: endOfQuoted(text, at, "'", escapesBackslash(text, at)) };
  }
  if (char === '"') {
    return { kind: 'quoted', to: endOfQuoted(text, at, '"', false) };
  }
  if (char === '$') {
    return dollarAt(text, at);
  }
  if (DIGIT.test(char)) {
    return { kind: 'number', to: endOfRun(text, at, NUMBER) };
  }
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (WORD_START.test(letter)) {
    return { kind: 'word', to: endOfRun(text, at, WORD) };
  }
  return punctuationAt(text, at, letter);
}

function punctuationAt(text: string, at: number, char: string): { kind: TokenKind; to: number } {
  if ('([{'.includes(char)) {
    return { kind: 'open', to: at + 1 };
  }
  if (')]}'.includes(char)) {
    return { kind: 'close', to: at + 1 };
  }
  if (char === ',') {
    return { kind: 'comma', to: at + 1 };
  }
  if (char === ';') {
    return { kind: 'semicolon', to: at + 1 };
  }
  const long = LONG_OPERATORS.find(operator => text.startsWith(operator, at));
  return { kind: 'operator', to: at + (long ?? char).length };
}

/** `e'…'` strings allow backslash escapes; the `e` is a separate word token directly before the quote. */
function escapesBackslash(text: string, quote: number): boolean {
  const before = text[quote - 1];
  return (before === 'e' || before === 'E') && !WORD.test(text[quote - 2] ?? ' ');
}

function endOfQuoted(text: string, from: number, quote: string, backslash: boolean): number {
  for (let at = from + 1; at < text.length; at++) {
    if (backslash && text[at] === '\\') {
      at++;
    } else if (text[at] === quote) {
      if (text[at + 1] !== quote) {
        return at + 1;
      }
      at++;
    }
  }
  return text.length;
}

function dollarAt(text: string, at: number): { kind: TokenKind; to: number } {
  DOLLAR_TAG.lastIndex = at;
  const tag = DOLLAR_TAG.exec(text)?.[0];
  if (tag === undefined) {
    return { kind: 'operator', to: endOfRun(text, at + 1, WORD) };
  }
  const end = text.indexOf(tag, at + tag.length);
  return { kind: 'string', to: end < 0 ? text.length : end + tag.length };
}

function endOfRun(text: string, from: number, pattern: RegExp): number {
  let at = from;
  while (at < text.length) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!pattern.test(char)) {
      break;
    }
    at += char.length;
  }
  return at;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < text.length && SPACE.test(text[at] ?? '')) {
      at++;
    }
    if (text.startsWith('--', at)) {
      at = lineEnd(text, at);
    } else if (text.startsWith('/*', at)) {
      at = blockAt(text, at).to;
    } else {
      return at;
    }
  }
}
