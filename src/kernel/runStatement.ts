/** One statement of a cell: its calls, then the engine; its rows become a result. */

import { ResultReturnType, StatementType } from '@duckdb/node-api';
import { counted } from '../core/base/text';
import { ComposedText, type Replacement } from '../core/sql/composedText';
import type { Statement } from '../core/sql/statements';
import { CellFailure, engineFailure } from './cellFailure';
import type { Engine } from './engine';
import { copyRows, isUnnamed } from './keptRows';
import type { Relations } from './relations';
import type { UserConnection } from './userConnection';

export interface StatementResult {
  /** The result's id; null if the statement returns no rows. */
  readonly resultId: string | null;
  readonly notes: readonly string[];
}

interface RunContext {
  readonly engine: Engine;
  readonly relations: Relations;
  readonly replacements: readonly Replacement[];
  readonly allowWriting: boolean;
}

/** @throws {CellFailure} If the statement is refused or fails; its offset is in `text`. */
export async function runStatement(
  text: string,
  statement: Statement,
  context: RunContext,
): Promise<StatementResult> {
  const made = context.relations.next();
  const { user } = context.engine;
  const isKept = isQuery(statement) && !(await user.inTransaction());
  const compose = (start: string): ComposedText =>
    new ComposedText()
      .add(start, statement.sql.from)
      .copy(text, statement.sql, context.replacements);
  const plain = compose('');
  let composed = plain;
  try {
    if (!isKept) {
      return await runOther(plain.text, made, context);
    }
    // A table can be made of some texts that are no query: SELECT … INTO, SELECT … FOR SHARE.
    await user.parse(plain.text);
    // A table that cannot keep them fails when the query has run.
    if (writesStruct(statement) && (await hasUnnamedStruct(user, plain.text))) {
      return await runOther(plain.text, made, context);
    }
    composed = compose(`CREATE TABLE ${made.table} AS `);
    await user.run(composed.text, context.allowWriting);
    await context.relations.add(made.id, made.table);
    return { resultId: made.id, notes: [] };
  } catch (error) {
    // One that a view or a macro holds.
    if (isKept && !writesStruct(statement) && (await hasUnnamedStruct(user, plain.text))) {
      return runOther(plain.text, made, context);
    }
    throw error instanceof CellFailure ? error : engineFailure(error, composed, statement.sql.from);
  }
}

/** Rows in which a table cannot keep a column as it is: `row(1, 2)`, whose parts have no names. */
async function hasUnnamedStruct(user: UserConnection, sql: string): Promise<boolean> {
  const types = await user.columnTypes(sql);
  return types.some(isUnnamed);
}

const beforeStruct = new Set(['row', 'select', 'distinct', 'all', 'then', 'else']);

/** Whether the text can make a struct without names: `row(1, 2)`, or `(1, 2)` where no function is called. */
function writesStruct({ tokens }: Statement): boolean {
  return tokens.some((open, at) => {
    const before = tokens[at - 1];
    if (open.kind !== 'open' || open.text !== '(') {
      return false;
    }
    const isCall = before?.to === open.from && /^(?:"|[a-z_])/i.test(before.text);
    if (isCall && !beforeStruct.has(before.text)) {
      return /^"row"$/i.test(before.text);
    }
    const end = tokens.findIndex(({ depth }, next) => next > at && depth <= open.depth);
    return tokens
      .slice(at + 1, end)
      .some(({ kind, depth }) => kind === 'comma' && depth === open.depth + 1);
  });
}

/** A query is kept by the engine itself; the rest of what gives rows is copied as it comes. */
function isQuery({ tokens }: Statement): boolean {
  const first = tokens.find(({ text }) => text !== '(');
  const words = tokens.filter(({ depth, kind }) => depth === 0 && kind === 'word');
  const changes = words.some(({ text }) =>
    [
      'insert',
      'update',
      'delete',
      'merge',
      'pivot',
      'unpivot',
      'pivot_wider',
      'pivot_longer',
    ].includes(text),
  );
  return (
    first !== undefined && ['select', 'from', 'with', 'values'].includes(first.text) && !changes
  );
}

/**
 * Rows of a transaction that is open are copied like those of EXPLAIN or CALL: a table that the transaction makes is seen
 * by nobody else, and is gone when it is rolled back.
 */
async function runOther(
  sql: string,
  made: { id: string; table: string },
  { engine, relations, allowWriting }: RunContext,
): Promise<StatementResult> {
  const written = await engine.user.execute(sql, allowWriting, async (result, type) => {
    if (result.returnType === ResultReturnType.QUERY_RESULT) {
      await copyRows(engine.own, result, { ...made, isPlan: type === StatementType.EXPLAIN });
      return null;
    }
    const changed = await result.getRows();
    return Number(changed[0]?.[0] ?? 0);
  });
  if (written !== null) {
    return { resultId: null, notes: written > 0 ? [`${counted(written, 'row')} written.`] : [] };
  }
  await relations.add(made.id, made.table);
  return { resultId: made.id, notes: [] };
}
