/** Runs one statement of a cell and stores its rows as a result. */

import { ResultReturnType, StatementType } from '@duckdb/node-api';
import { plural } from '../../core/base/text';
import { ComposedText, type Replacement } from '../../core/sql/composedText';
import type { AccessLevel } from '../../core/protocol/kernelRpc';
import type { ResultTable } from '../../core/protocol/outcome';
import type { Statement } from '../../core/sql/statements';
import { CellFailure, engineFailure } from '../engine/cellFailure';
import type { Engine } from '../engine/engine';
import { copyRows, isUnnamed } from '../relation/keptRows';
import type { Relations } from '../relation/relations';
import { isOfTransaction } from '../engine/transaction';
import type { UserConnection } from '../engine/userConnection';

export interface StatementResult {
  /** The result's id; null if the statement returns no rows. */
  readonly resultId: string | null;
  /** How many rows it wrote, as a sentence; null if none. */
  readonly written: string | null;
}

interface RunContext {
  readonly engine: Engine;
  readonly relations: Relations;
  readonly replacements: readonly Replacement[];
  readonly access: Exclude<AccessLevel, 'read'>;
  /** The cell whose result it is, as in `RunCellParams`. */
  readonly cell: string | null;
}

/**
 * Runs a statement at the level `read`, which keeps nothing.
 *
 * @returns The first `rowCount` rows.
 * @throws {CellFailure} If the statement is refused or fails; its offset is in `text`.
 */
export function readStatement(
  text: string,
  statement: Statement,
  { engine, relations, replacements }: Omit<RunContext, 'access' | 'cell'>,
  { rowCount, nestedAsText = false }: { rowCount: number; nestedAsText?: boolean | undefined },
): Promise<ResultTable> {
  const composed = new ComposedText()
    .add('', statement.sql.from)
    .copy(text, statement.sql, replacements);
  const made = relations.next();
  return engine.relationFile.bounded(engine.user, async () => {
    try {
      await engine.user.execute(composed.text, 'read', result =>
        copyRows(engine.own, result, made),
      );
    } catch (error) {
      await engine.own.run(`DROP TABLE IF EXISTS ${made.table}`);
      throw error instanceof CellFailure
        ? error
        : engineFailure(error, composed, statement.sql.from);
    }
    return relations.takeFirst(made, rowCount, nestedAsText);
  });
}

/** @throws {CellFailure} If the statement is refused or fails; its offset is in `text`. */
export async function runStatement(
  text: string,
  statement: Statement,
  context: RunContext,
): Promise<StatementResult> {
  const { relationFile, user } = context.engine;
  await context.relations.makeRoom();
  return relationFile.bounded(user, () => runAndStore(text, statement, context));
}

async function runAndStore(
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
    // CREATE TABLE AS also takes some texts that are not queries: SELECT … INTO, SELECT … FOR SHARE.
    await user.parse(plain.text);
    // A table that cannot store such structs would only fail after the query has run.
    if (writesStruct(statement) && (await hasUnnamedStruct(user, plain.text))) {
      return await runOther(plain.text, made, context);
    }
    composed = compose(`CREATE TABLE ${made.table} AS `);
    await user.run(composed.text, context.access);
    await context.relations.add(made.id, made.table, { cell: context.cell });
    return { resultId: made.id, written: null };
  } catch (error) {
    // The struct is in a view or a macro.
    const isStruct =
      isKept && !writesStruct(statement) && (await hasUnnamedStruct(user, plain.text));
    if (isStruct || (isKept && isOfTransaction(error))) {
      return runOther(plain.text, made, context);
    }
    throw error instanceof CellFailure ? error : engineFailure(error, composed, statement.sql.from);
  }
}

/** Whether the rows have a struct without field names, such as `row(1, 2)`, which a table cannot store. */
async function hasUnnamedStruct(user: UserConnection, sql: string): Promise<boolean> {
  const types = await user.columnTypes(sql);
  return types.some(isUnnamed);
}

const beforeStruct = new Set(['row', 'select', 'distinct', 'all', 'then', 'else']);

/**
 * Whether the text can create a struct without field names: `row(1, 2)`, or `(1, 2)` that is not a function's
 * arguments.
 */
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

/** Queries change nothing, and are stored by the engine itself; the rows of other statements are copied. */
export function isQuery({ tokens }: Statement): boolean {
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
 * Copies the rows of EXPLAIN, CALL and the like, and of statements in an open transaction: a table that the transaction
 * creates is not visible to others and is gone after a rollback.
 */
async function runOther(
  sql: string,
  made: { id: string; table: string },
  { engine, relations, access, cell }: RunContext,
): Promise<StatementResult> {
  const written = await engine.user.execute(sql, access, async (result, type) => {
    if (result.returnType === ResultReturnType.QUERY_RESULT) {
      await copyRows(engine.own, result, { ...made, isPlan: type === StatementType.EXPLAIN });
      return null;
    }
    const changed = await result.getRows();
    return Number(changed[0]?.[0] ?? 0);
  });
  if (written !== null) {
    return {
      resultId: null,
      written: written > 0 ? plural(written, '{0} row written.', '{0} rows written.') : null,
    };
  }
  await relations.add(made.id, made.table, { cell });
  return { resultId: made.id, written: null };
}
