/** The context of a cell's cursor: its statement, the word or text around it, and what an insertion replaces. */

import type { Span } from '../base/span';
import { blockAt, commentsOf } from '../sql/comments';
import { statementsOf } from '../sql/statements';
import { namePart, tokenize, tokenizeWithin, type Token } from '../sql/tokens';
import { masked, withBracketsEnded, withQuotesEnded } from './cursorText';

/** Longer cells are not completed: nobody types such a query. */
const MAX_LENGTH = 200_000;
const WORD_BEFORE = new RegExp(`${namePart}*$`, 'u');
const WORD_AFTER = new RegExp(`^${namePart}*`, 'u');

export interface Cursor {
  readonly text: string;
  /** The text as it is parsed, of the same length: unfinished quotes and brackets are closed. */
  readonly read: string;
  readonly offset: number;
  /** In single quotes, in double quotes, or neither. */
  readonly quote: "'" | '"' | null;
  /** The part of the word or quoted text before the offset. */
  readonly written: string;
  /** The word, or the text between the quotes. */
  readonly span: Span;
  /** Whether the quoted text has its second quote. */
  readonly isClosed: boolean;
  /** The tokens of the statement, SQL and clause. */
  readonly tokens: readonly Token[];
  /** Those of them that end before the word, or before the quote. */
  readonly before: readonly Token[];
  /** The VISUALISE clause that the cursor is in: from its word to the statement's end; null: it is in the SQL. */
  readonly clause: Span | null;
  /** The SQL of the statement, clause left out. */
  readonly sql: Span;
}

/** The last result: several requests about one position come together. */
let latest:
  | { readonly text: string; readonly offset: number; readonly cursor: Cursor | null }
  | undefined;

/** @returns The cursor at `offset`, or null in a comment, in a quoted text of several lines and in a cell that is too long. */
export function cursorAt(text: string, offset: number): Cursor | null {
  if (text.length > MAX_LENGTH || offset < 0 || offset > text.length) {
    return null;
  }
  if (latest?.text !== text || latest.offset !== offset) {
    latest = { text, offset, cursor: newCursor(text, offset) };
  }
  return latest.cursor;
}

function newCursor(text: string, offset: number): Cursor | null {
  const read = withQuotesEnded(text, offset);
  const left = tokenize(read.slice(0, offset));
  const last = left.at(-1);
  const open = last?.to === offset ? openQuote(last) : null;
  if (!open && inComment(text.slice(last?.to ?? 0, offset))) {
    return null;
  }
  if (open && /[\r\n]/.test(text.slice(last?.from ?? 0, offset))) {
    return null; // Texts of several lines are not completed.
  }
  return open && last
    ? quoted({ text, read, offset }, { open, from: last.from })
    : bare({ text, read, offset });
}

type Reading = Pick<Cursor, 'text' | 'read' | 'offset'>;

function bare(reading: Reading): Cursor {
  const { text, offset } = reading;
  const written = WORD_BEFORE.exec(text.slice(0, offset))?.[0] ?? '';
  const rest = WORD_AFTER.exec(text.slice(offset))?.[0] ?? '';
  const span = { from: offset - written.length, to: offset + rest.length };
  return around(span.from, { ...reading, quote: null, written, span, isClosed: true });
}

function quoted(reading: Reading, { open, from }: { open: "'" | '"'; from: number }): Cursor {
  const { text, offset } = reading;
  const line = text.slice(offset).split(/\r?\n/, 1)[0] ?? '';
  const marks = text.slice(from, offset + line.length).split(open).length - 1;
  // Of three quotes on the rest of a line, the second opens the next text if brackets or commas are before it.
  const isNext = marks % 2 === 1 && /^\s*[,)\]]/.test(line);
  const end = isNext ? -1 : line.indexOf(open);
  const isClosed = end >= 0;
  const span = { from: from + 1, to: isClosed ? offset + end : offset };
  const written = text.slice(from + 1, offset);
  const read = isClosed ? reading.read : withQuotesEnded(masked(text, from, offset), -1);
  return around(from, { text, read, offset, quote: open, written, span, isClosed });
}

function around(from: number, own: Omit<Cursor, 'tokens' | 'before' | 'clause' | 'sql'>): Cursor {
  const stops = tokenize(own.read).filter(({ kind }) => kind === 'semicolon');
  const start = stops.findLast(({ to }) => to <= from)?.to ?? 0;
  const end = stops.find(stop => stop.from >= own.offset)?.from ?? own.read.length;
  const part = own.read.slice(start, end);
  const whole = withBracketsEnded(part, tokenize(part));
  const read = own.read.slice(0, start) + whole + own.read.slice(end);
  const tokens = tokenizeWithin(read, { from: start, to: end });
  const [statement] = statementsOf(whole);
  const clauseFrom = statement?.clause ? statement.clause.from + start : null;
  const inClause = clauseFrom !== null && from > clauseFrom;
  return {
    ...own,
    read,
    tokens,
    before: tokens.filter(({ to }) => to <= from),
    clause: inClause ? { from: clauseFrom, to: end } : null,
    sql: { from: tokens[0]?.from ?? start, to: statement ? start + statement.sql.to : end },
  };
}

/** The quote of a text or name that has no end, and none for the dollar kind. */
function openQuote({ kind, text }: Token): "'" | '"' | null {
  const quote = kind === 'string' ? "'" : kind === 'quoted' ? '"' : null;
  if (quote === null || !text.startsWith(quote)) {
    return null;
  }
  return text
    .slice(1)
    .replaceAll(quote + quote, '')
    .endsWith(quote)
    ? null
    : quote;
}

function inComment(blank: string): boolean {
  const last = commentsOf(blank).at(-1);
  return last?.isLine === true
    ? !/\n\s*$/.test(blank)
    : last !== undefined && !blockAt(last.text, 0).isClosed;
}
