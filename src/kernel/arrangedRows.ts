/**
 * Sorted and filtered orders of results.
 *
 * An order is made once: a table of the row numbers of the result, in the order wanted. A page anywhere in it then
 * costs the same as near its start.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Arrangement } from '../core/protocol/arrangement';
import type { ResultColumn } from '../core/protocol/outcome';
import { quotedName } from './engine';
import { arrangedSql } from './rowFilter';

/** Orders that are kept, 8 bytes a row; the one used longest ago goes first. */
const MOST_ORDERS = 8;

/** The schema that holds them. */
export const ordersSchema = 'signals_orders';

export interface Order {
  /** Where the row numbers are, in column `place`, as SQL. */
  readonly table: string;
  readonly rowCount: number;
}

interface KeptOrder extends Order {
  /** The result's table. */
  readonly of: string;
}

export class ArrangedRows {
  /** In order of use. */
  private readonly orders = new Map<string, KeptOrder>();
  private made = 0;
  /** An order is not dropped while it is read: one question at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly connection: DuckDBConnection) {}

  /**
   * Calls `read` with the order of the rows, made where it is not kept.
   *
   * @param source Where the rows are, as SQL, and their columns.
   * @throws {Error} With a sentence for the reader, where the arrangement does not fit the columns.
   */
  use<Answer>(
    source: { readonly table: string; readonly columns: readonly ResultColumn[] },
    arrangement: Arrangement,
    read: (order: Order) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = this.last.then(async () => read(await this.order(source, arrangement)));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  /** Lets go of the orders of a result that is no longer kept. */
  async forget(table: string): Promise<void> {
    for (const [key, order] of [...this.orders]) {
      if (order.of === table) {
        await this.drop(key, order);
      }
    }
  }

  private async order(
    { table: of, columns }: { readonly table: string; readonly columns: readonly ResultColumn[] },
    arrangement: Arrangement,
  ): Promise<Order> {
    const { sql, values } = arrangedSql(arrangement, columns);
    const key = JSON.stringify([of, sql, values]);
    const kept = this.orders.get(key);
    if (kept) {
      this.orders.delete(key);
      this.orders.set(key, kept);
      return kept;
    }
    this.made++;
    const table = `${ordersSchema}.${quotedName(`o${this.made}`)}`;
    await this.connection.run(`CREATE TABLE ${table} AS SELECT rowid AS place FROM ${of} ${sql}`, [
      ...values,
    ]);
    const counted = await this.connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
    const order = { of, table, rowCount: Number(counted.getRows()[0]?.[0] ?? 0) };
    this.orders.set(key, order);
    await this.dropOldest();
    return order;
  }

  private async dropOldest(): Promise<void> {
    for (const [key, order] of [...this.orders].slice(0, -MOST_ORDERS)) {
      await this.drop(key, order);
    }
  }

  private async drop(key: string, { table }: Order): Promise<void> {
    this.orders.delete(key);
    await this.connection.run(`DROP TABLE IF EXISTS ${table}`);
  }
}
