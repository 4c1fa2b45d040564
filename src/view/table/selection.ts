/** A rectangle of cells, and its text for the clipboard. */

import type { Rows } from '../../core/protocol/outcome';
import type { CellPlace } from './gridKeys';
import type { ResultColumn, Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { isFormula } from './spreadsheetText';

/** Both corners are included. */
export interface CellRectangle {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** The rectangle between two cells in any order. The header does not belong to it. */
export function rectangle(one: CellPlace, other: CellPlace): CellRectangle {
  return {
    top: Math.max(0, Math.min(one.row, other.row)),
    bottom: Math.max(0, one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function holds({ top, left, bottom, right }: CellRectangle, place: CellPlace): boolean {
  return place.row >= top && place.row <= bottom && place.column >= left && place.column <= right;
}

/**
 * Rows as tab-separated text, values in full.
 *
 * A text that a spreadsheet would read as a formula gets a leading apostrophe; numbers and times stay unchanged.
 *
 * @param columns The columns of the rows, in order.
 * @param hasHeader Whether the names of the columns come first.
 */
export function tabSeparated(
  columns: readonly ResultColumn[],
  rows: Rows,
  hasHeader: boolean,
): string {
  const header = columns.map(({ name }) => clipboardText(name, 'VARCHAR'));
  const lines = rows.map(row =>
    row.map((value, at) => clipboardText(value, columns[at]?.type ?? '')),
  );
  return [...(hasHeader ? [header] : []), ...lines].map(line => line.join('\t')).join('\n');
}

function clipboardText(value: Value, type: string): string {
  const text = valueText(value, type).replace(/[\t\r\n]+/g, ' ');
  return isFormula(text, type) ? `'${text}` : text;
}
