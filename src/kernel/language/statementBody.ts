/** Parts of statements: the statement of EXPLAIN ANALYZE, and the query of a table or view. */

import type { Span } from '../../core/base/span';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import { closing } from '../../core/sql/calls';
import type { DefinedName } from '../../core/sql/definitions';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';

const analyse = new Set(['analyze', 'analyse']);

/** @returns The statement after EXPLAIN ANALYZE, which has the same effects without these words; null for others. */
export function analysedStatement(statement: Statement): Statement | null {
  const tokens = statement.tokens.slice(analysedAt(statement.tokens));
  const [first] = tokens;
  const isWhole = tokens.length === statement.tokens.length;
  return first && !isWhole
    ? { ...statement, tokens, sql: { from: first.from, to: statement.sql.to } }
    : null;
}

/** @returns The index of the statement after EXPLAIN ANALYZE; 0 if there are no such words. VERBOSE is refused. */
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
  // DuckDB reads `(ANALYZE false)` as ANALYZE.
  const isKnown = analyse.has(words[0] ?? '') || words[0] === 'format';
  const isRun = next?.kind === 'open' && isList && isKnown && isAnalysed;
  return isRun && !words.includes('verbose') ? end + 1 : 0;
}

/** Whether it begins with `CREATE TEMP …` or `CREATE OR REPLACE TEMP …`. */
export function makesTemporary({ tokens }: Statement): boolean {
  const word = tokens[tokens[1]?.text === 'or' ? 3 : 1]?.text;
  return tokens[0]?.text === 'create' && (word === 'temp' || word === 'temporary');
}

/** What statements create besides tables, views, macros and variables. */
export const otherKinds = ['type', 'schema', 'sequence', 'index'];

/** Whether it contains a query, as an ENUM whose values come from one. */
export function readsRows(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => text === 'select' || text === 'from');
}

/**
 * @returns Whether nothing can be wrong with the text before the query: `CREATE [OR REPLACE] [TEMP] TABLE t AS` and the
 * like. A schema, columns, comments and what DuckDB may refuse do not count as such.
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

/** @returns Only the query: `WITH [NO] DATA` belongs to the statement around it. */
export function bodyText(text: string, body: Span, replacements: readonly Replacement[]): string {
  const sql = new ComposedText().copy(text, body, replacements).text;
  return sql.replace(/\bwith\s+(no\s+)?data\s*$/i, '');
}
