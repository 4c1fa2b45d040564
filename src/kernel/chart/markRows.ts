/** The rows that a mark of a chart stands for, as a filter of the relation that has them. */

import type { MarkAnswer, MarkParams } from '../../core/protocol/questions';
import { tableOfResult } from '../../core/protocol/resultNames';
import { quotedName } from '../../core/base/quoted';
import type { RowsBehind } from '../../core/visualise/chartQuery';
import { drawnColumns, drawnRow, readRow } from '../../core/visualise/rowsBehind';
import { keepRows } from '../relation/keptRows';
import { countOf, relationOf, type Relation } from '../relation/relation';
import type { Trace } from '../relation/relations';
import type { SessionParts } from '../session/sessionParts';

/** The column of a drawn row's number in its dataset. */
const drawnId = 'signals_drawn_id';

/**
 * Stores the numbers of the rows. The page names drawn rows by their numbers only; their values are read here.
 *
 * @throws {Error} If the dataset is no longer kept, or a table that a layer reads has changed so that it cannot be read.
 */
export async function markRows(
  parts: SessionParts,
  { resultId, rows, limit }: MarkParams,
): Promise<MarkAnswer> {
  const { relations, engine } = parts;
  const drawn = relations.relation(resultId);
  const trace = relations.traceOf(resultId);
  const picked = relations.nextMark();
  const numbers = JSON.stringify(rows.filter(row => row < drawn.rowCount));
  await engine.own.run(
    `CREATE TABLE ${picked.table} AS SELECT DISTINCT unnest(CAST($1 AS BIGINT[])) AS "row"`,
    [numbers],
  );
  const behind = trace && (await behindOf(parts, trace, drawn, picked.table));
  if (!trace || !behind) {
    return answerOf(parts, trace?.resultId ?? resultId, picked, limit);
  }
  const found = relations.nextMark();
  try {
    const id = behind.table === null ? trace.resultId : await tableRead(parts, trace, behind.table);
    await withLost(parts, trace, behind, () =>
      keepRows(engine, rowsSql(behind, drawn, picked.table), {
        id: found.id,
        table: found.table,
      }),
    );
    return { ...(await answerOf(parts, id, found, limit)), note: behind.note ?? null };
  } finally {
    await engine.own.run(`DROP TABLE ${picked.table}`);
  }
}

/** The rows of a mark are of one layer. */
async function behindOf(
  { engine }: SessionParts,
  { behind }: Trace,
  { table, rowId }: Relation,
  picked: string,
): Promise<RowsBehind | undefined> {
  for (const rows of behind) {
    const { part } = rows;
    if (
      !part ||
      (await countOf(
        engine.own,
        `${table} WHERE ${partOf(part)} AND ${rowId} IN (SELECT "row" FROM ${picked})`,
      )) > 0
    ) {
      return rows;
    }
  }
  return undefined;
}

function partOf({ column, number }: NonNullable<RowsBehind['part']>): string {
  return `${quotedName(column)} = ${number}`;
}

/** @returns The query of the row numbers, from 0. */
function rowsSql(behind: RowsBehind, { table, rowId }: Relation, picked: string): string {
  const { place, part, of } = behind;
  const columns = [
    `${rowId} AS ${drawnId}`,
    `row_number() OVER (ORDER BY ${rowId}) - 1 AS ${drawnColumns.number}`,
    ...(place === undefined ? [] : [`${place} AS ${drawnColumns.place}`]),
  ];
  const where = part ? ` WHERE ${partOf(part)}` : '';
  const read = matching(
    behind,
    `FROM (SELECT *, ${columns.join(', ')} FROM ${table}${where}) WHERE ${drawnId} IN (SELECT "row" FROM ${picked})`,
  );
  const rows = of
    ? matching(
        of.behind,
        `FROM (SELECT *, row_number() OVER () - 1 AS ${drawnColumns.number} FROM (\n${of.sql}\n)) WHERE ${drawnColumns.number} IN (\n${read}\n)`,
      )
    : read;
  return behind.table === null ? rows : `SELECT "row" - 1 AS "row" FROM (\n${rows}\n)`;
}

function matching({ sql, number, matches }: RowsBehind, drawn: string): string {
  return `SELECT ${readRow}.${number} AS "row" FROM (\n${sql}\n) ${readRow} SEMI JOIN (\n${drawn}\n) ${drawnRow} ON ${matches}`;
}

/** Stores the table after FROM of a layer, as it is now. */
async function tableRead(
  { engine, relations }: SessionParts,
  trace: Trace,
  table: string,
): Promise<string> {
  const { resultId } = trace;
  const made = relations.next();
  await keepRows(engine, `SELECT * FROM ${table}`, made);
  const id = tableOfResult(resultId, made.id);
  await relations.add(id, made.table, { madeFor: resultId });
  const last = lastCopies.get(trace);
  if (last !== undefined) {
    await relations.drop(last);
  }
  lastCopies.set(trace, id);
  return id;
}

/** A session keeps the table of the last mark only. */
const lastCopies = new WeakMap<Trace, string>();

/** Makes the intermediate rows of a reduction again while `work` runs: they are not kept. */
async function withLost(
  { engine }: SessionParts,
  { lost }: Trace,
  { sql }: RowsBehind,
  work: () => Promise<void>,
): Promise<void> {
  const needed = lost.filter(({ table }) => sql.includes(table));
  try {
    for (const made of needed) {
      await keepRows(engine, made.sql, made);
      await relationOf(engine.own, made.table);
    }
    await work();
  } finally {
    for (const { table } of needed) {
      await engine.own.run(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}

async function answerOf(
  { relations, engine }: SessionParts,
  resultId: string,
  { mark, table }: { readonly mark: number; readonly table: string },
  limit: number,
): Promise<MarkAnswer> {
  const rowCount = await countOf(engine.own, table);
  await relations.addMark(resultId, mark, table);
  return { table: await relations.tableOf(resultId, limit, true), mark, rowCount, note: null };
}
