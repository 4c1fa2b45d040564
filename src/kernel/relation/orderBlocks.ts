/**
 * Reads rows in an order that is stored as row numbers, several pages at a time.
 *
 * The engine scans much of the result for any of its rows, so that many cost little more than few. Pages next to a
 * requested one are read with it, and the latest ones are kept.
 */

import type { Value } from '../../core/protocol/outcome';
import type { Order } from './arrangedRows';
import { rowsInOrder, type ReadOptions, type RowRange } from './pageRows';
import type { Relation } from './relation';
import type { Queries } from '../engine/serialConnection';

const ROWS_OF_A_BLOCK = 2_000;
const MOST_BLOCKS = 4;

export class OrderBlocks {
  /** Least recently used first. */
  private readonly blocks = new Map<string, Promise<Value[][]>>();

  constructor(private readonly connection: Queries) {}

  /** @returns The rows of the range, fewer if the order ends. */
  async rows(
    relation: Relation,
    order: Extract<Order, { readonly places: string }>,
    { from, to, ...options }: RowRange & ReadOptions,
  ): Promise<Value[][]> {
    const rows: Value[][] = [];
    const end = Math.min(to, order.rowCount);
    for (let place = from; place < end;) {
      const start = place - (place % ROWS_OF_A_BLOCK);
      const range = { from: start, to: start + ROWS_OF_A_BLOCK };
      const block = await this.block(relation, order.places, { ...range, ...options });
      rows.push(...block.slice(place - start, end - start));
      place = range.to;
    }
    return rows;
  }

  private block(
    relation: Relation,
    places: string,
    range: RowRange & ReadOptions,
  ): Promise<Value[][]> {
    const names = relation.columns.map(({ name }) => name);
    const key = JSON.stringify([places, names, range]);
    const block = this.blocks.get(key) ?? rowsInOrder(this.connection, relation, places, range);
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
