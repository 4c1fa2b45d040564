/** The rows that an export writes: a whole result, or what a grid shows of it. */

import { isAsMade } from '../../core/protocol/arrangement';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { ShownRows } from '../../core/protocol/shownRows';
import { quotedName } from '../../core/base/quoted';
import { countOf, type Relation } from '../relation/relation';
import { arrangedSql, columnAt } from '../relation/rowFilter';
import type { Queries } from '../engine/serialConnection';

export interface ExportedRows {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  /** The SQL after SELECT and its list. The engine keeps the order of a table that it reads. */
  readonly from: string;
  /** The index of a row among these as SQL, from 0. */
  readonly place: string;
}

/** Created on the exporter's own connection: no other connection sees it. */
const orderTable = quotedName('signals_export_order');

/**
 * Calls `write` with the rows.
 *
 * @param shown Null: all rows in the order of the result.
 * @throws {Error} With a sentence for the reader, if the arrangement does not fit the result.
 */
export async function withExportedRows<Answer>(
  connection: Queries,
  stored: Relation,
  shown: ShownRows | null,
  write: (rows: ExportedRows) => Promise<Answer>,
): Promise<Answer> {
  const { table, rowId, rowCount } = stored;
  const columns = shown
    ? shown.columns.map(column => columnAt(stored.columns, { column }))
    : stored.columns;
  if (shown === null || isAsMade(shown.arrangement)) {
    return write({ columns, rowCount, from: `FROM ${table} r`, place: `r.${rowId}` });
  }
  const { sql, values } = arrangedSql(shown.arrangement, stored);
  try {
    const order = `SELECT ${rowId} AS place FROM ${table} ${sql}`;
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${orderTable} AS ${order}`, [...values]);
    return await write({
      columns,
      rowCount: await countOf(connection, orderTable),
      from: `FROM ${orderTable} o JOIN ${table} r ON r.${rowId} = o.place ORDER BY o.rowid`,
      place: 'o.rowid',
    });
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${orderTable}`);
  }
}
