/** The results of cells: tables that stay in DuckDB and are read a page at a time. */

import { ResultReturnType, type DuckDBResult } from '@duckdb/node-api';
import { uncancellable, type Cancellation } from '../core/base/cancellation';
import type { Page } from '../core/protocol/kernelRpc';
import type { PageParams, SummaryParams, ValuesParams } from '../core/protocol/resultQuestions';
import type { ResultColumn, ResultTable, Value } from '../core/protocol/outcome';
import { isAsMade } from '../core/protocol/arrangement';
import type { ColumnSummary, ValueCounts } from '../core/protocol/columnSummary';
import { ArrangedRows } from './arrangedRows';
import { countValues } from './countValues';
import { quotedName } from '../core/sql/quoted';
import { type Engine } from './engine';
import type { StoredResult } from './exportedRows';
import { Interruptible } from './interruptible';
import { numberedTable, type NumberedTable } from './numberedTable';
import { OrderBlocks } from './orderBlocks';
import { rowsBetween } from './pageRows';
import type { SerialConnection } from './serialConnection';
import { summariseColumn } from './summariseColumn';

/** The schema that holds them. */
export const resultsSchema = 'signals_results';

/** Results that are kept, with what charts have made of them; the oldest goes first. A notebook shows one a cell. */
const MOST_RESULTS = 200;

interface Entry extends StoredResult, NumberedTable {
  /** The result that this one was made for: its own id, or that of the result whose chart has its rows. */
  readonly owner: string;
}

export class Results {
  private readonly entries = new Map<string, Entry>();
  private made = 0;
  private projected = 0;
  private readonly connection: SerialConnection;
  private readonly arranged: ArrangedRows;
  private readonly blocks: OrderBlocks;
  private readonly surveys: Interruptible;

  constructor({ own, arranger, surveyor }: Pick<Engine, 'own' | 'arranger' | 'surveyor'>) {
    this.connection = own;
    this.arranged = new ArrangedRows(arranger, own);
    this.blocks = new OrderBlocks(own);
    this.surveys = new Interruptible(surveyor);
  }

  /** @returns A name for a result that is about to be made, and where to make it. */
  next(): { id: string; table: string } {
    this.made++;
    const id = `r${this.made}`;
    return { id, table: `${resultsSchema}.${quotedName(id)}` };
  }

  /**
   * Makes what was created at `next().table` a result.
   *
   * @param madeFor The result that it is a part of, and kept with.
   */
  async add(id: string, table: string, madeFor = id): Promise<Entry> {
    const described = await this.connection.runAndReadAll(
      `SELECT column_name, column_type FROM (DESCRIBE ${table})`,
    );
    const columns = described.getRowsJson().map(([name, type]) => ({
      name: String(name),
      type: String(type),
    }));
    const counted = await this.connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
    const view = `${resultsSchema}.${quotedName(`${id}:named`)}`;
    const entry = {
      ...(await numberedTable(this.connection, { table, view }, columns)),
      columns,
      rowCount: Number(counted.getRows()[0]?.[0] ?? 0),
      owner: this.entries.get(madeFor)?.owner ?? id,
    };
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
    const kept = whole.columns.map(({ name }) => names.includes(name));
    const columns = whole.columns.filter((_, index) => kept[index]);
    const storedNames = whole.storedNames.filter((_, index) => kept[index]);
    this.projected++;
    const part = `${id}:${this.projected}`;
    this.entries.set(part, { ...whole, columns, storedNames });
    return { id: part, columns };
  }

  /**
   * @returns The rows `offset <= row < offset + limit`, in the order of the result or in the one asked for.
   * @throws {Error} If the result is no longer kept, or has not the columns of the arrangement.
   * @throws {CancelledError} If cancelled while an order is made.
   */
  async page(
    { resultId, offset, limit, arrangement, nestedAsText = false }: PageParams,
    cancellation: Cancellation = uncancellable,
  ): Promise<Page> {
    const entry = { ...this.entry(resultId), nestedAsText };
    const from = Math.max(0, Math.trunc(offset));
    const to = from + Math.max(0, Math.trunc(limit));
    if (arrangement === undefined || isAsMade(arrangement)) {
      const rows = await rowsBetween(this.connection, entry, entry.numbered, { from, to });
      return { columns: entry.columns, offset: from, rows, rowCount: entry.rowCount };
    }
    return this.arranged.use(entry, arrangement, cancellation, async order => {
      const rows = order.isCopy
        ? await rowsBetween(this.connection, entry, order.table, { from, to })
        : await this.blocks.rows(entry, order, { from, to });
      return { columns: entry.columns, offset: from, rows, rowCount: order.rowCount };
    });
  }

  /**
   * @returns What the column holds, in the rows that fit the filters.
   * @throws {Error} If the result is no longer kept or has no such column.
   * @throws {CancelledError} If cancelled.
   */
  async summary(
    { resultId, ...wanted }: SummaryParams,
    cancellation: Cancellation = uncancellable,
  ): Promise<ColumnSummary> {
    const entry = this.entry(resultId);
    return this.surveys.run(cancellation, connection => summariseColumn(connection, entry, wanted));
  }

  /**
   * @returns The values of a column and how many rows have them.
   * @throws {Error} If the result is no longer kept, or has not the columns of the filters.
   * @throws {CancelledError} If cancelled.
   */
  async values(
    { resultId, ...wanted }: ValuesParams,
    cancellation: Cancellation = uncancellable,
  ): Promise<ValueCounts> {
    const entry = this.entry(resultId);
    return this.surveys.run(cancellation, connection => countValues(connection, entry, wanted));
  }

  /**
   * @returns Where the rows of a result are, for an export.
   * @throws {Error} If the result is no longer kept.
   */
  stored(resultId: string): StoredResult {
    return this.entry(resultId);
  }

  /**
   * @param nestedAsText Whether nested values are texts in the rows.
   * @returns The result with its first rows.
   */
  async tableOf(id: string, firstRows: number, nestedAsText = false): Promise<ResultTable> {
    const entry = this.entry(id);
    const { columns, rowCount, numbered } = entry;
    const range = { from: 0, to: Math.max(0, Math.trunc(firstRows)) };
    const rows: readonly (readonly Value[])[] = await rowsBetween(
      this.connection,
      { ...entry, nestedAsText },
      numbered,
      range,
    );
    return { id, columns, rowCount, rows };
  }

  private entry(id: string): Entry {
    const entry = this.entries.get(id);
    if (!entry) {
      throw new Error('This result is no longer kept: run its cell again.');
    }
    return entry;
  }

  /** Forgets a result; its rows stay while a projection of it is kept. */
  async drop(id: string): Promise<void> {
    const { table, numbered } = this.entry(id);
    this.entries.delete(id);
    if (![...this.entries.values()].some(entry => entry.numbered === numbered)) {
      await this.arranged.forget(numbered);
      if (table !== numbered) {
        await this.connection.run(`DROP VIEW IF EXISTS ${table}`);
      }
      await this.connection.run(`DROP TABLE IF EXISTS ${numbered}`);
    }
  }

  /** Does the work and forgets every result that it made; nothing else may make results meanwhile. */
  async temporarily<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const known = new Set(this.entries.keys());
    try {
      return await work();
    } finally {
      for (const id of [...this.entries.keys()].filter(made => !known.has(made))) {
        await this.drop(id);
      }
    }
  }

  private async dropOldest(): Promise<void> {
    const owners = new Set([...this.entries.values()].map(({ owner }) => owner));
    const oldest = new Set([...owners].slice(0, -MOST_RESULTS));
    for (const [id, { owner }] of [...this.entries]) {
      if (oldest.has(owner)) {
        await this.drop(id);
      }
    }
  }
}

/** @returns Whether the statement gave rows rather than a count of changed ones or nothing. */
export function givesRows(result: DuckDBResult): boolean {
  return result.returnType === ResultReturnType.QUERY_RESULT;
}
