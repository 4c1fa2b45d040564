/**
 * Sorted and filtered orders of relations.
 *
 * An order is computed once, on a connection of its own, and can be cancelled meanwhile. Up to a size limit it is
 * stored as a copy of the rows, so that its pages cost what pages of any relation cost; a larger one is stored as row
 * numbers. A small copy is in memory, where DuckDB does not take the time to compress it.
 */

import type { Cancellation } from '../../core/base/cancellation';
import type { Arrangement } from '../../core/protocol/arrangement';
import { quotedName } from '../../core/base/quoted';
import { Interruptible } from '../engine/interruptible';
import { relationDatabase } from '../engine/relationFile';
import { countOf, relationOf, type Relation } from './relation';
import { arrangedSql } from './rowFilter';
import type { Queries, SerialConnection } from '../engine/serialConnection';

/** How many orders are kept; the least recently used one is dropped first. */
const MOST_ORDERS = 8;
/** The most values in one copy; a larger order is stored as row numbers. */
const MOST_COPIED = 24_000_000;
/** The most values in all orders that are kept: two of a hundred million rows, or many small ones. */
const MOST_VALUES_IN_ALL = 110_000_000;
/** The most values in one copy that is in memory; the rows of most results are fewer. */
const MOST_IN_MEMORY = 8_000_000;
/** The most values in all copies in memory that are kept. */
const MOST_IN_MEMORY_IN_ALL = 16_000_000;
/** Above this many rows, row numbers need eight bytes. */
const MOST_SHORT_NUMBERS = 2 ** 32;

/** The schema that holds the large ones. */
const fileSchema = `${relationDatabase}.orders`;
/** The database that holds the small ones. DuckDB moves rows of it to the spill folder where memory is short. */
const memoryDatabase = 'signals_orders';
const memorySchema = `${memoryDatabase}.main`;

/** An order of a relation's rows: a copy of them, or a table whose column `place` holds row numbers. */
export type Order =
  | { readonly copy: Relation; readonly rowCount: number }
  | { readonly places: string; readonly rowCount: number };

interface KeptOrder {
  readonly order: Order;
  /** The storage of the relation. */
  readonly of: string;
  /** Its size in values of eight bytes. */
  readonly values: number;
  readonly isInMemory: boolean;
  readers: number;
  isDropped: boolean;
}

/** Creates the schema and the database that hold the orders of a session. */
export async function createOrderStores(connection: Queries): Promise<void> {
  await connection.run(`CREATE SCHEMA ${fileSchema}`);
  await connection.run(`ATTACH ':memory:' AS ${memoryDatabase}`);
}

export class ArrangedRows {
  /** Least recently used first. */
  private readonly orders = new Map<string, KeptOrder>();
  private readonly work: Interruptible;
  private made = 0;

  /**
   * @param connection Used for nothing else, so that cancelling an order cancels nothing else.
   * @param own Drops unused orders, even while another one is computed.
   */
  constructor(
    connection: SerialConnection,
    private readonly own: Queries,
  ) {
    this.work = new Interruptible(connection);
  }

  /**
   * Calls `read` with the order of the rows, which is computed if it is not kept, and not dropped before `read` has
   * ended.
   *
   * @throws {Error} With a sentence for the reader, where the arrangement does not fit the columns.
   * @throws {CancelledError} If cancelled while the order is made.
   */
  async use<Answer>(
    source: Relation,
    arrangement: Arrangement,
    cancellation: Cancellation,
    read: (order: Order) => Promise<Answer>,
  ): Promise<Answer> {
    const kept = await this.order(source, arrangement, cancellation);
    try {
      return await read(kept.order);
    } finally {
      kept.readers--;
      await this.dropUnread(kept);
    }
  }

  /** Drops the orders of relations whose rows are no longer kept. */
  async forget(storage: string): Promise<void> {
    for (const [key, order] of [...this.orders]) {
      if (order.of === storage) {
        await this.drop(key, order);
      }
    }
  }

  /** @returns The order, with its number of readers increased by one. */
  private async order(
    source: Relation,
    arrangement: Arrangement,
    cancellation: Cancellation,
  ): Promise<KeptOrder> {
    const { sql, values } = arrangedSql(arrangement, source);
    const names = source.columns.map(({ name }) => name);
    const key = JSON.stringify([source.table, names, sql, values]);
    const kept = this.keptOrder(key);
    return (
      kept ??
      this.work.run(cancellation, async connection => {
        const sinceMade = this.keptOrder(key);
        if (sinceMade) {
          return sinceMade;
        }
        const order = await this.make(connection, source, { sql, values });
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
    source: Relation,
    { sql, values }: { readonly sql: string; readonly values: readonly string[] },
  ): Promise<KeptOrder> {
    const { table, rowId, columns, rowCount, storage } = source;
    const list = columns.map(({ name }) => `r.${quotedName(name)}`).join(', ');
    const kept = { of: storage, readers: 1, isDropped: false };
    const making: string[] = [];
    const create = async (
      schema: string,
      rows: string,
      bound: readonly string[],
    ): Promise<string> => {
      const made = this.nextTable(schema);
      making.push(made);
      await connection.run(`CREATE TABLE ${made} AS ${rows}`, [...bound]);
      return made;
    };
    const copied = async (
      mostRows: number,
      rows: string,
      bound: readonly string[],
    ): Promise<KeptOrder> => {
      const isInMemory = mostRows * columns.length <= MOST_IN_MEMORY;
      const made = await create(isInMemory ? memorySchema : fileSchema, rows, bound);
      const copy = await relationOf(connection, made);
      const order = { copy, rowCount: copy.rowCount };
      return { ...kept, order, values: copy.rowCount * columns.length, isInMemory };
    };
    try {
      if (rowCount * columns.length <= MOST_COPIED) {
        return await copied(rowCount, `SELECT ${list} FROM ${table} r ${sql}`, values);
      }
      const isShort = rowCount <= MOST_SHORT_NUMBERS;
      const number = isShort ? `CAST(${rowId} AS UINTEGER)` : rowId;
      const numbers = `SELECT ${number} AS place FROM ${table} r ${sql}`;
      const places = await create(fileSchema, numbers, values);
      const fitting = await countOf(connection, places);
      if (fitting * columns.length > MOST_COPIED) {
        const order = { places, rowCount: fitting };
        return { ...kept, order, values: isShort ? fitting / 2 : fitting, isInMemory: false };
      }
      // The filters keep few rows.
      const few = await copied(
        fitting,
        `SELECT ${list} FROM ${places} o JOIN ${table} r ON r.${rowId} = o.place ORDER BY o.rowid`,
        [],
      );
      await this.own.run(`DROP TABLE ${places}`);
      return few;
    } catch (error) {
      for (const made of making) {
        await this.own.run(`DROP TABLE IF EXISTS ${made}`);
      }
      throw error;
    }
  }

  private nextTable(schema: string): string {
    this.made++;
    return `${schema}.${quotedName(`o${this.made}`)}`;
  }

  /** The newest is always kept. */
  private async dropOldest(): Promise<void> {
    const orders = [...this.orders];
    const valuesOf = (counted: readonly (readonly [string, KeptOrder])[]) =>
      counted.reduce((sum, [, { values }]) => sum + values, 0);
    let left = orders.length;
    let inAll = valuesOf(orders);
    let inMemory = valuesOf(orders.filter(([, { isInMemory }]) => isInMemory));
    for (const [key, order] of orders) {
      const isTooMuch =
        left > MOST_ORDERS ||
        inAll > MOST_VALUES_IN_ALL ||
        (order.isInMemory && inMemory > MOST_IN_MEMORY_IN_ALL);
      if (left > 1 && isTooMuch) {
        left--;
        inAll -= order.values;
        inMemory -= order.isInMemory ? order.values : 0;
        await this.drop(key, order);
      }
    }
  }

  private async drop(key: string, order: KeptOrder): Promise<void> {
    this.orders.delete(key);
    order.isDropped = true;
    await this.dropUnread(order);
  }

  private async dropUnread({ order, readers, isDropped }: KeptOrder): Promise<void> {
    if (isDropped && readers === 0) {
      const table = 'copy' in order ? order.copy.storage : order.places;
      await this.own.run(`DROP TABLE IF EXISTS ${table}`);
    }
  }
}
