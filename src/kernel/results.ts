/** The results of cells: tables that stay in DuckDB and are read a page at a time. */

import { ResultReturnType, type DuckDBConnection, type DuckDBResult } from '@duckdb/node-api';
import type { Page, PageParams, SummaryParams } from '../core/protocol/kernelRpc';
import type { ResultColumn, ResultTable, Value } from '../core/protocol/outcome';
import { isAsMade } from '../core/protocol/arrangement';
import { ArrangedRows } from './arrangedRows';
import { columnAt } from './rowFilter';
import { summariseColumn } from './summariseColumn';
import type { ColumnSummary } from '../core/protocol/columnSummary';
import { quotedName } from './engine';
import type { StoredResult } from './exportedRows';
import { valueOf } from './values';

/** The schema that holds them. */
export const resultsSchema = 'signals_results';

/** Results that are kept; the oldest goes first. A notebook shows one a cell. */
const MOST_RESULTS = 200;

type Entry = StoredResult;

export class Results {
  private readonly entries = new Map<string, Entry>();
  private made = 0;

  private readonly arranged: ArrangedRows;

  constructor(private readonly connection: DuckDBConnection) {
    this.arranged = new ArrangedRows(connection);
  }

  /** @returns A name for a result that is about to be made, and where to make it. */
  next(): { id: string; table: string } {
    this.made++;
    const id = `r${this.made}`;
    return { id, table: `${resultsSchema}.${quotedName(id)}` };
  }

  /** Makes what was created at `next().table` a result. */
  async add(id: string, table: string): Promise<Entry> {
    const described = await this.connection.runAndReadAll(
      `SELECT column_name, column_type FROM (DESCRIBE ${table})`,
    );
    const columns = described.getRowsJson().map(([name, type]) => ({
      name: String(name),
      type: String(type),
    }));
    const counted = await this.connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
    const entry = { table, columns, rowCount: Number(counted.getRows()[0]?.[0] ?? 0) };
    this.entries.set(id, entry);
    await this.dropOldest();
    return entry;
  }

  /**
   * @returns Where the rows of a result are, as SQL that can follow FROM.
   * @throws {Error} If the result is no longer kept.
   */
  tableName(id: string): string {
    return this.entry(id).table;
  }

  /** Makes some columns of a result a result of its own, without copying a row. */
  project(id: string, names: readonly string[]): { id: string; columns: readonly ResultColumn[] } {
    const whole = this.entry(id);
    const columns = whole.columns.filter(({ name }) => names.includes(name));
    const part = `${id}:${this.entries.size}`;
    this.entries.set(part, { ...whole, columns });
    return { id: part, columns };
  }

  /**
   * @returns The rows `offset <= row < offset + limit`, in the order of the result or in the one asked for.
   * @throws {Error} If the result is no longer kept, or has not the columns of the arrangement.
   */
  async page({ resultId, offset, limit, arrangement }: PageParams): Promise<Page> {
    const entry = this.entry(resultId);
    const from = Math.max(0, Math.trunc(offset));
    const to = from + Math.max(0, Math.trunc(limit));
    if (arrangement === undefined || isAsMade(arrangement)) {
      const rows = await this.rows(entry, `${entry.table} r`, ['r.rowid', from, to]);
      return { columns: entry.columns, offset: from, rows, rowCount: entry.rowCount };
    }
    return this.arranged.use(entry, arrangement, async ({ table, rowCount }) => {
      const source = `${table} o JOIN ${entry.table} r ON r.rowid = o.place`;
      const rows = await this.rows(entry, source, ['o.rowid', from, to]);
      return { columns: entry.columns, offset: from, rows, rowCount };
    });
  }

  /**
   * @returns What the column holds, in all rows of the result.
   * @throws {Error} If the result is no longer kept or has no such column.
   */
  async summary({ resultId, column }: SummaryParams): Promise<ColumnSummary> {
    const entry = this.entry(resultId);
    return summariseColumn(this.connection, entry, columnAt(entry.columns, { column }));
  }

  /** Rows of `source`, where the result is `r`, by a number from the one to before the other. */
  private async rows(
    { columns }: Entry,
    source: string,
    [number, from, to]: readonly [string, number, number],
  ): Promise<Value[][]> {
    const list = columns.map(({ name }) => `r.${quotedName(name)}`).join(', ');
    const result = await this.connection.runAndReadAll(
      `SELECT ${list} FROM ${source} WHERE ${number} >= ${from} AND ${number} < ${to} ORDER BY ${number}`,
    );
    return result.getRows().map(row => row.map(valueOf));
  }

  /**
   * @returns Where the rows of a result are, for an export.
   * @throws {Error} If the result is no longer kept.
   */
  stored(resultId: string): StoredResult {
    return this.entry(resultId);
  }

  /** @returns The result with its first rows. */
  async tableOf(id: string, firstRows: number): Promise<ResultTable> {
    const { columns, rowCount } = this.entry(id);
    const rows: readonly (readonly Value[])[] = (
      await this.page({ resultId: id, offset: 0, limit: firstRows })
    ).rows;
    return { id, columns, rowCount, rows };
  }

  private entry(id: string): Entry {
    const entry = this.entries.get(id);
    if (!entry) {
      throw new Error('This result is no longer kept: run its cell again.');
    }
    return entry;
  }

  private async dropOldest(): Promise<void> {
    while (this.entries.size > MOST_RESULTS) {
      const [id, { table }] = [...this.entries][0] ?? ['', { table: '' }];
      this.entries.delete(id);
      if (![...this.entries.values()].some(entry => entry.table === table)) {
        await this.arranged.forget(table);
        await this.connection.run(`DROP TABLE IF EXISTS ${table}`);
      }
    }
  }
}

/** @returns Whether the statement gave rows rather than a count of changed ones or nothing. */
export function givesRows(result: DuckDBResult): boolean {
  return result.returnType === ResultReturnType.QUERY_RESULT;
}
