/** Copy all cells: every cell that the grid shows, as text for spreadsheets and as HTML. */

import { errorMessage } from '../core/base/errorMessage';
import { groupedInteger } from '../core/base/groupedInteger';
import { rowsText } from '../core/protocol/footer';
import { shownCells, shownColumns, type CopyTask } from './shownCells';
import { htmlTable } from './table/clipboardTable';
import { tabSeparated } from './table/selection';

/** For more cells, a file is better. */
export const MAX_COPIED_CELLS = 100_000;

/** @returns A sentence about what was copied, or why nothing was. */
export async function copyCells(task: CopyTask): Promise<string> {
  const { shown, rowCount } = task;
  const cells = rowCount * shown.columns.length;
  if (cells > MAX_COPIED_CELLS) {
    return tooManyText(cells);
  }
  const columns = shownColumns(task);
  const rows = shownCells(task, rowCount);
  try {
    // The clipboard waits for the rows: a later write would not count as the user's action.
    const item = new ClipboardItem({
      'text/plain': rows.then(all => text('text/plain', tabSeparated(columns, all, true))),
      'text/html': rows.then(all => text('text/html', htmlTable(columns, all))),
    });
    await navigator.clipboard.write([item]);
  } catch (error) {
    return nothingCopied(error);
  }
  return copiedText((await rows).length, columns.length);
}

export function copiedText(rowCount: number, columnCount: number): string {
  const columns = columnCount === 1 ? '1 column' : `${groupedInteger(columnCount)} columns`;
  return `Copied ${rowsText(rowCount)}, ${columns}.`;
}

export function tooManyText(cells: number): string {
  return `Nothing was copied: the selection has ${groupedInteger(cells)} cells, but at most ${groupedInteger(MAX_COPIED_CELLS)} can be copied at once. Select fewer, or export the result.`;
}

export function nothingCopied(error: unknown): string {
  return `Nothing was copied: ${errorMessage(error)}`;
}

function text(type: string, content: string): Blob {
  return new Blob([content], { type });
}
