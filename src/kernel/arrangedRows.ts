/**
 * Sorted and filtered orders of results.
 *
 * An order is made once, on a connection of its own, and can be stopped while it is made. For a result of a bearable size
 * it is a copy of the rows in the order wanted, so that a page of it costs what a page of the result costs; beyond, it is
 * the numbers of the rows in that order.
 */

import type { Cancellation } from '../core/base/cancellation';
import type { Arrangement } from '../core/protocol/arrangement';
import type { ResultColumn } from '../core/protocol/outcome';
import { quotedName } from '../core/sql/quoted';
import { Interruptible } from './interruptible';
import type { NumberedTable } from './numberedTable';
import { arrangedSql } from './rowFilter';
import type { Queries, SerialConnection } from './serialConnection';

/** Orders that are kept; the one used longest ago goes first. */
const MOST_ORDERS = 8;
/** Values of one copy; more are told by the numbers of their rows. */
const MOST_COPIED = 24_000_000;
/** Values of all orders that are kept: two of a hundred million rows, or many small ones. */
const MOST_VALUES_IN_ALL = 110_000_000;
/** Beyond so many rows their numbers need eight bytes. */
const MOST_SHORT_NUMBERS = 2 ** 32;

/** The schema that holds them. */
export const ordersSchema = 'signals_orders';

/** The rows of a result, as it was made. */
export interface OrderSource extends NumberedTable {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

/** Rows in an order: `rowid` of `table` is the place of a row, from 0. */
export interface Order {
  /** As SQL. */
  readonly table: string;
  /** Whether `table` has the rows themselves, under their stored names; otherwise their numbers, in column `place`. */
  readonly isCopy: boolean;
  readonly rowCount: number;
}

interface KeptOrder extends Order {
  /** The result's numbered table. */
  readonly of: string;
  /** Its size in values of eight bytes. */
  readonly values: number;
  readers: number;
  isDropped: boolean;
}

export class ArrangedRows {
  /** In order of use. */
  private readonly orders = new Map<string, KeptOrder>();
  private readonly work: Interruptible;
  private made = 0;

  /**
   * @param connection Used for nothing else, so that stopping an order stops nothing else.
   * @param own Drops what is no longer wanted, also while an order is made.
   */
  constructor(
    connection: SerialConnection,
    private readonly own: Queries,
  ) {
    this.work = new Interruptible(connection);
  }

  /**
   * Calls `read` with the order of the rows, made where it is not kept. It is not dropped before `read` has ended.
   *
   * @throws {Error} With a sentence for the reader, where the arrangement does not fit the columns.
   * @throws {CancelledError} If cancelled while the order is made.
   */
  async use<Answer>(
    source: OrderSource,
    arrangement: Arrangement,
    cancellation: Cancellation,
    read: (order: Order) => Promise<Answer>,
  ): Promise<Answer> {
    const order = await this.order(source, arrangement, cancellation);
    try {
      return await read(order);
    } finally {
      order.readers--;
      await this.dropUnread(order);
    }
  }

  /** Lets go of the orders of a result that is no longer kept. */
  async forget(numbered: string): Promise<void> {
    for (const [key, order] of [...this.orders]) {
      if (order.of === numbered) {
        await this.drop(key, order);
      }
    }
  }

  /** @returns The order, with one reader more. */
  private async order(
    source: OrderSource,
    arrangement: Arrangement,
    cancellation: Cancellation,
  ): Promise<KeptOrder> {
    const columns = source.columns.map((column, index) => ({
      ...column,
      name: source.storedNames[index] ?? column.name,
    }));
    const { sql, values } = arrangedSql(arrangement, columns);
    const key = JSON.stringify([source.numbered, sql, values]);
    const kept = this.keptOrder(key);
    return (
      kept ??
      this.work.run(cancellation, async connection => {
        const sinceMade = this.keptOrder(key);
        if (sinceMade) {
          return sinceMade;
        }
        const order = { ...(await this.make(connection, source, { sql, values })), readers: 1 };
        this.orders.set(key, order);
        await this.dropOldest();
        return order;
      })
    );
  }

  private keptOrder(key: string): KeptOrder | undefined {
    const kept = this.orders.get(key);
    if (kept) {
      kept.readers++;
      this.orders.delete(key);
      this.orders.set(key, kept);
    }
    return kept;
  }

  private async make(
    connection: Queries,
    source: OrderSource,
    { sql, values }: { readonly sql: string; readonly values: readonly string[] },
  ): Promise<KeptOrder> {
    const { numbered, columns, rowCount } = source;
    const isCopy = rowCount * columns.length <= MOST_COPIED;
    const table = this.nextTable();
    const isShort = rowCount <= MOST_SHORT_NUMBERS;
    const list = isCopy ? '*' : `${isShort ? 'CAST(rowid AS UINTEGER)' : 'rowid'} AS place`;
    try {
      await connection.run(`CREATE TABLE ${table} AS SELECT ${list} FROM ${numbered} ${sql}`, [
        ...values,
      ]);
      const fitting = await countOf(connection, table);
      const made = { of: numbered, rowCount: fitting, readers: 0, isDropped: false };
      const copied = fitting * columns.length;
      if (isCopy || copied > MOST_COPIED) {
        return {
          ...made,
          table,
          isCopy,
          values: isCopy ? copied : isShort ? fitting / 2 : fitting,
        };
      }
      return {
        ...made,
        table: await this.copy(connection, { numbered, table }),
        isCopy: true,
        values: copied,
      };
    } catch (error) {
      await this.own.run(`DROP TABLE IF EXISTS ${table}`);
      throw error;
    }
  }

  /** Replaces the numbers of rows by the rows, where filters left few. */
  private async copy(
    connection: Queries,
    { numbered, table }: { readonly numbered: string; readonly table: string },
  ): Promise<string> {
    const copy = this.nextTable();
    await connection.run(
      `CREATE TABLE ${copy} AS SELECT r.* FROM ${table} o JOIN ${numbered} r ON r.rowid = o.place ORDER BY o.rowid`,
    );
    await this.own.run(`DROP TABLE ${table}`);
    return copy;
  }

  private nextTable(): string {
    this.made++;
    return `${ordersSchema}.${quotedName(`o${this.made}`)}`;
  }

  /** The newest is always kept. */
  private async dropOldest(): Promise<void> {
    let left = this.orders.size;
    let values = [...this.orders.values()].reduce((sum, order) => sum + order.values, 0);
    for (const [key, order] of [...this.orders]) {
      if (left > 1 && (left > MOST_ORDERS || values > MOST_VALUES_IN_ALL)) {
        left--;
        values -= order.values;
        await this.drop(key, order);
      }
    }
  }

  private async drop(key: string, order: KeptOrder): Promise<void> {
    this.orders.delete(key);
    order.isDropped = true;
    await this.dropUnread(order);
  }

  private async dropUnread({ table, readers, isDropped }: KeptOrder): Promise<void> {
    if (isDropped && readers === 0) {
      await this.own.run(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}

async function countOf(connection: Queries, table: string): Promise<number> {
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
  return Number(counted.getRows()[0]?.[0] ?? 0);
}
