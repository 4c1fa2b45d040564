/** The query that a statement makes a table or view of. */

import type { Span } from '../../core/base/span';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import type { DefinedName } from '../../core/sql/definitions';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';

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
