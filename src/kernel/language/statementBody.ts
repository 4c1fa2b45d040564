/** Parts of statements: what EXPLAIN ANALYZE runs, and the query that a table or view is made of. */

import type { Span } from '../../core/base/span';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { closing } from '../../core/sql/calls';
import type { DefinedName } from '../../core/sql/definitions';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';

const analyse = new Set(['analyze', 'analyse']);

/** @returns The statement that EXPLAIN ANALYZE runs, which does all that it does without these words; null of others. */
export function analysedStatement(statement: Statement): Statement | null {
  const tokens = statement.tokens.slice(analysedAt(statement.tokens));
  const [first] = tokens;
  const isWhole = tokens.length === statement.tokens.length;
  return first && !isWhole
    ? { ...statement, tokens, sql: { from: first.from, to: statement.sql.to } }
    : null;
}

/** @returns The index of what EXPLAIN ANALYZE runs; 0 where it is not said. VERBOSE is refused. */
function analysedAt(tokens: readonly Token[]): number {
  const [explain, next, after] = tokens;
  if (explain?.text !== 'explain') {
    return 0;
  }
  if (analyse.has(next?.text ?? '')) {
    return after?.text === 'verbose' ? 0 : 2;
  }
  const end = closing(tokens, 1);
  const options = tokens.slice(2, end);
  const isList = options.every(({ kind }) => kind === 'word' || kind === 'comma');
  const words = options.map(({ text }) => text);
  const isAnalysed = words.some((word, at) => analyse.has(word) && words[at - 1] !== 'format');
  // DuckDB takes `(ANALYZE false)` for ANALYZE.
  const isKnown = analyse.has(words[0] ?? '') || words[0] === 'format';
  const isRun = next?.kind === 'open' && isList && isKnown && isAnalysed;
  return isRun && !words.includes('verbose') ? end + 1 : 0;
}

/** Whether it begins with `CREATE TEMP …` or `CREATE OR REPLACE TEMP …`. */
export function makesTemporary({ tokens }: Statement): boolean {
  const word = tokens[tokens[1]?.text === 'or' ? 3 : 1]?.text;
  return tokens[0]?.text === 'create' && (word === 'temp' || word === 'temporary');
}

/** What statements make beside tables, views, macros and variables. */
export const otherKinds = ['type', 'schema', 'sequence', 'index'];

/** Whether a query is in it, as in an ENUM of values that one gives. */
export function readsRows(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => text === 'select' || text === 'from');
}

/**
 * @returns Whether nothing can be wrong with what stands before the query: `CREATE [OR REPLACE] [TEMP] TABLE t AS` and the
 * like; a schema, columns, comments and what DuckDB may refuse are not.
 */
export function hasPlainHead(
  text: string,
  { sql }: Statement,
  { path, span, body }: DefinedName,
): boolean {
  const before = text.slice(sql.from, span.from);
  const after = text.slice(span.to, body?.from);
  const isCreate = /^\s*create\s+(or\s+replace\s+)?(temp(orary)?\s+)?(table|view)\s+$/i.test(
    before,
  );
  return path.length === 0 && isCreate && /^\s+as\s*$/i.test(after);
}

/** @returns The query alone: `WITH [NO] DATA` belongs to the statement that makes the table. */
export function bodyText(text: string, body: Span, replacements: readonly Replacement[]): string {
  const sql = new ComposedText().copy(text, body, replacements).text;
  return sql.replace(/\bwith\s+(no\s+)?data\s*$/i, '');
}
