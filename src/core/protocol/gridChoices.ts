/**
 * The reader's settings of grids: the host sends them to each page of outputs, a page sends what the reader changed.
 */

import * as v from 'valibot';
import { count, read, type Described } from './shape';

/** Visible rows. */
export const leastChosenRows = 3;
export const mostChosenRows = 60;

const rows = v.pipe(count, v.minValue(leastChosenRows), v.maxValue(mostChosenRows));

export const gridChoicesShape = v.object({
  /** Whether the strip under the header is shown. */
  overview: v.boolean(),
  /** Rows in view in a notebook, where the result has as many; null: the standard. */
  rows: v.nullable(rows),
});

export type GridChoices = Described<typeof gridChoicesShape>;

export const standardGridChoices: GridChoices = { overview: false, rows: null };

const message = v.object({ type: v.literal('gridChoices'), choices: gridChoicesShape });

/** Host → page: after the page's `gridChoices` message. */
export type GridChoicesMessage = Described<typeof message>;

/** @returns The choices in a message, or null if it is another one. */
export function readGridChoicesMessage(value: unknown): GridChoices | null {
  return read(message, value)?.choices ?? null;
}

/** @returns The stored settings; the defaults if they cannot be read. */
export function rememberedGridChoices(value: unknown): GridChoices {
  return read(gridChoicesShape, value) ?? standardGridChoices;
}
