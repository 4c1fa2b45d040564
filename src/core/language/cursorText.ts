/**
 * Repairs a cell's text while it is typed: an unclosed quote ends with its line, and an unclosed bracket ends before
 * the next clause. Otherwise one missing mark would change the meaning of everything after it.
 */

import { closing } from '../sql/calls';
import { blockAt, lineEnd } from '../sql/comments';
import { dollarTag, namePart, type Token } from '../sql/tokens';

/**
 * A quoted stretch of several lines is accepted if all quotes of the cell are closed and it does not look like the rest
 * of a statement; all others end with their line, or before the brackets, commas and semicolons there.
 *
 * @param cursor Units before the cursor: a quote on the cursor's line before it stays open.
 * @returns The text, of the same length, in which literals replace unclosed text.
 */
export function withQuotesEnded(text: string, cursor: number): string {
  const written = quotesOf(text, ({ to }) => to);
  if (!written.some(({ isClosed, holdsLines }) => !isClosed || holdsLines)) {
    return text;
  }
  const isBalanced = written.every(({ isClosed }) => isClosed);
  const isOpen = (quote: Quote): boolean =>
    !quote.isClosed ||
    (quote.holdsLines && (!isBalanced || STATEMENT.test(text.slice(quote.from, quote.to))));
  const quotes = quotesOf(text, quote => (isOpen(quote) ? lineEnd(text, quote.from) : quote.to));
  const parts: string[] = [];
  let done = 0;
  for (const { from } of quotes.filter(isOpen)) {
    const line = lineEnd(text, from);
    if (cursor <= from || line < cursor) {
      const length = text.slice(from + 1, line).replace(CLOSERS, '').length + 1;
      parts.push(text.slice(done, from), literal(text[from] ?? "'", length));
      done = from + length;
    }
  }
  return parts.join('') + text.slice(done);
}

/** @returns The text with a stretch replaced by a placeholder literal of the same length. */
export function masked(text: string, from: number, to: number): string {
  return text.slice(0, from) + literal(text[from] ?? "'", to - from) + text.slice(to);
}

function literal(quote: string, length: number): string {
  return length < 2 ? '0' : quote + '_'.repeat(length - 2) + quote;
}

/** The most open brackets that are repaired. */
const MOST_OPEN = 50;

/**
 * @returns The text with brackets that nothing closes closed before the next clause; where several are open there, the
 * innermost is closed and the others are left out.
 */
export function withBracketsEnded(text: string, tokens: readonly Token[]): string {
  const open = tokens.flatMap((token, at) =>
    token.kind === 'open' && closing(tokens, at) === tokens.length ? [{ token, at }] : [],
  );
  let read = text;
  let next: Token | undefined;
  for (const { token, at } of open.slice(-MOST_OPEN).reverse()) {
    if (takesClauses(tokens, at)) {
      return read;
    }
    const isClosed = next !== undefined;
    next ??= clauseBehind(tokens, at);
    const gap = (next?.from ?? 0) - 1;
    if (isClosed) {
      read = replaced(read, token.from, ' ');
    } else if (gap > token.from && /\s/.test(read[gap] ?? '')) {
      read = replaced(read, gap, closers[token.text] ?? ')');
    }
  }
  return read;
}

function clauseBehind(tokens: readonly Token[], open: number): Token | undefined {
  const depth = (tokens[open]?.depth ?? 0) + 1;
  return tokens
    .slice(open + 2)
    .find(token => token.kind === 'word' && token.depth === depth && clauseStarts.has(token.text));
}

function replaced(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + 1);
}

interface Quote {
  readonly from: number;
  readonly to: number;
  readonly isClosed: boolean;
  readonly holdsLines: boolean;
}

const MARK = new RegExp(String.raw`--|/\*|['"]|${dollarTag}`, 'gu');
const ESCAPED_STRING = new RegExp(`(?:^|(?!${namePart}).)e$`, 'iu');
/** Matches what does not occur in an intended text of several lines. */
const STATEMENT =
  /;[ \t]*\r?\n|\n\s*(?:select|from|where|with|join|group by|order by|create|visuali[sz]e|draw|scale|label|facet)\b/i;
/** The end of a line that is not part of the text left open on it. */
const CLOSERS = /[\s)\];,]+$/;
const clauseStarts = new Set('from where join having qualify union except visualise'.split(' '));
const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
/** Functions whose arguments have FROM in them. */
const takingFrom = new Set(['extract', 'trim', 'substring', 'overlay', 'position']);

/** @param endOf Returns where the text continues after a quote. */
function quotesOf(text: string, endOf: (quote: Quote) => number): Quote[] {
  const quotes: Quote[] = [];
  const mark = new RegExp(MARK);
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const [found] = match;
    const from = match.index;
    if (found === '--') {
      mark.lastIndex = lineEnd(text, from);
    } else if (found === '/*') {
      mark.lastIndex = blockAt(text, from).to;
    } else if (found.startsWith('$')) {
      const end = text.indexOf(found, from + found.length);
      mark.lastIndex = end < 0 ? text.length : end + found.length;
    } else {
      const quote = quoteAt(text, from);
      quotes.push(quote);
      mark.lastIndex = endOf(quote);
    }
  }
  return quotes;
}

/** `e'…'` takes backslashes as well as doubled quotes. */
const ESCAPED = /'(?:[^'\\]|\\[^]|'')*'/y;

function quoteAt(text: string, from: number): Quote {
  const mark = text[from] ?? '';
  const isEscaped = mark === "'" && ESCAPED_STRING.test(text.slice(from - 2, from));
  const end = isEscaped ? escapedEnd(text, from) : doubledEnd(text, from, mark);
  const to = end ?? text.length;
  return { from, to, isClosed: end !== undefined, holdsLines: lineEnd(text, from) < to };
}

function escapedEnd(text: string, from: number): number | undefined {
  ESCAPED.lastIndex = from;
  return ESCAPED.test(text) ? ESCAPED.lastIndex : undefined;
}

function doubledEnd(text: string, from: number, mark: string): number | undefined {
  let end = text.indexOf(mark, from + 1);
  while (end >= 0 && text[end + 1] === mark) {
    end = text.indexOf(mark, end + 2);
  }
  return end < 0 ? undefined : end + 1;
}

/** Whether the bracket may contain clauses: a query, `FILTER (WHERE …)`, `extract(year FROM …)`. */
function takesClauses(tokens: readonly Token[], open: number): boolean {
  const first = tokens[open + 1]?.text ?? '';
  const name = tokens[open - 1]?.text ?? '';
  return /^(select|from|with|values|pivot|unpivot)$/.test(first) || takingFrom.has(name);
}
