/**
 * The last state of each grid: a notebook draws an output again when it scrolls back into view, and the grid has to
 * look the same.
 */

import { asMade, type Arrangement } from '../../core/protocol/arrangement';
import type { GridChoices } from '../../core/protocol/gridChoices';
import type { ResultTable } from '../../core/protocol/outcome';
import type { LeftGrid } from '../../core/protocol/shownRows';
import { gridChoices } from '../gridChoices';

export interface KeptTable {
  /** The shown columns in order, as indices in the result. */
  readonly order: readonly number[];
  /** px, by the column's index in the result, for widths that the reader chose. */
  readonly widths: ReadonlyMap<number, number>;
  /** How many of the first columns stay while the others scroll sideways. */
  readonly pinnedCount: number;
  readonly choices: GridChoices;
  /** Those of them that were made in this grid, not in another. */
  readonly ownChoices: Partial<GridChoices>;
  readonly isRaw: boolean;
  readonly arrangement: Arrangement;
}

const MOST_KEPT = 200;

/** By the result's name, least recently used first. */
const kept = new Map<string, KeptTable>();

/** @param columnCount Columns of the result. */
export function keptTable(resultId: string, columnCount: number): KeptTable {
  return (
    kept.get(resultId) ?? {
      order: Array.from({ length: columnCount }, (_, index) => index),
      widths: new Map(),
      pinnedCount: 1,
      choices: gridChoices(),
      ownChoices: {},
      isRaw: false,
      arrangement: asMade,
    }
  );
}

/** A grid from another page, of which only this is known. */
export function beginWith({ id, columns }: ResultTable, left: LeftGrid): void {
  const { arrangement, pinnedCount, columns: order } = left;
  const widths = new Map(left.widths.map(({ column, px }) => [column, px]));
  keepTable(id, { ...keptTable(id, columns.length), order, arrangement, pinnedCount, widths });
}

/** A grid of the next result of the same cell starts with the last state, if it has the same columns. */
export function goOnFrom(earlier: ResultTable, { id, columns }: ResultTable): void {
  const left = kept.get(earlier.id);
  const isSame =
    columns.length === earlier.columns.length &&
    columns.every(({ name, type }, index) => {
      const other = earlier.columns[index];
      return name === other?.name && type === other.type;
    });
  if (left && isSame && !kept.has(id)) {
    keepTable(id, { ...left, choices: { ...gridChoices(), ...left.ownChoices } });
  }
}

export function keepTable(resultId: string, table: KeptTable): void {
  kept.delete(resultId);
  kept.set(resultId, table);
  const oldest = kept.keys().next().value;
  if (kept.size > MOST_KEPT && oldest !== undefined) {
    kept.delete(oldest);
  }
}
