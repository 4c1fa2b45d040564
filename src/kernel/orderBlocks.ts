/**
 * Rows in an order that is told by numbers, read some pages at a time.
 *
 * The engine looks through much of the result for any of its rows, so that many cost little more than few: the pages
 * next to one that was asked for are read with it, and the last ones read are kept.
 */

import type { Value } from '../core/protocol/outcome';
import type { Order } from './arrangedRows';
import { rowsInOrder, type PagedResult, type RowRange } from './pageRows';
import type { Queries } from './serialConnection';

const ROWS_OF_A_BLOCK = 2_000;
const MOST_BLOCKS = 4;

export class OrderBlocks {
  /** In order of use. */
  private readonly blocks = new Map<string, Promise<Value[][]>>();

  constructor(private readonly connection: Queries) {}

  /** @returns The rows of the range, fewer where the order ends. */
  async rows(result: PagedResult, order: Order, { from, to }: RowRange): Promise<Value[][]> {
    const rows: Value[][] = [];
    const end = Math.min(to, order.rowCount);
    for (let place = from; place < end;) {
      const start = place - (place % ROWS_OF_A_BLOCK);
      const block = await this.block(result, order, start);
      rows.push(...block.slice(place - start, end - start));
      place = start + ROWS_OF_A_BLOCK;
    }
    return rows;
  }

  private block(result: PagedResult, order: Order, from: number): Promise<Value[][]> {
    const { storedNames, nestedAsText } = result;
    const key = JSON.stringify([order.table, storedNames, nestedAsText, from]);
    const range = { from, to: from + ROWS_OF_A_BLOCK };
    const block = this.blocks.get(key) ?? rowsInOrder(this.connection, result, order, range);
    this.blocks.delete(key);
    this.blocks.set(key, block);
    const oldest = this.blocks.keys().next().value;
    if (this.blocks.size > MOST_BLOCKS && oldest !== undefined) {
      this.blocks.delete(oldest);
    }
    block.catch(() => this.blocks.delete(key));
    return block;
  }
}
