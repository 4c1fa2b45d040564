/** Copies the selected cells to the clipboard, as text for spreadsheets and as HTML. */

import { copiedText, MAX_COPIED_CELLS, nothingCopied, tooManyText } from '../copyCells';
import type { Rows } from '../../core/protocol/outcome';
import type { StatusLine } from '../statusLine';
import { htmlTable } from './clipboardTable';
import type { PageCache } from './pageCache';
import { tabSeparated, type CellRectangle } from './selection';
import type { TableModel } from './tableModel';

export interface CopiedTable {
  readonly model: TableModel;
  readonly cache: PageCache;
  readonly status: StatusLine;
}

/** Handles the browser's copy event; selected text is left to the browser. */
export function copySelection(table: CopiedTable, event: ClipboardEvent): void {
  const marked = document.getSelection();
  if (!event.clipboardData || (marked && !marked.isCollapsed)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
  const { model, cache } = table;
  const { selection, isOnHeader } = model;
  const cells = (selection.bottom - selection.top + 1) * (selection.right - selection.left + 1);
  if (!isOnHeader && cells > MAX_COPIED_CELLS) {
    table.status.show(tooManyText(cells));
    return;
  }
  const rows = isOnHeader ? [] : cache.atHand(selection.top, selection.bottom + 1);
  if (rows === undefined) {
    void copyLater(table, selection);
    return;
  }
  const { text, html } = contentOf(model, selection, rows);
  event.clipboardData.setData('text/plain', text);
  event.clipboardData.setData('text/html', html);
  sayCopied(table, selection);
}

/**
 * Reads rows that are not loaded. The clipboard waits for them, since a later write would not count as the user's
 * action.
 */
async function copyLater(table: CopiedTable, selection: CellRectangle): Promise<void> {
  const { model, cache } = table;
  const content = cache
    .read(selection.top, selection.bottom + 1)
    .then(rows => contentOf(model, selection, rows));
  const part = (type: string, key: 'text' | 'html') =>
    content.then(found => new Blob([found[key]], { type }));
  try {
    const item = new ClipboardItem({
      'text/plain': part('text/plain', 'text'),
      'text/html': part('text/html', 'html'),
    });
    await navigator.clipboard.write([item]);
    sayCopied(table, selection);
  } catch (error) {
    table.status.show(nothingCopied(error));
  }
}

/** Shown briefly, since the reader goes on to paste. */
function sayCopied(
  { status, model }: CopiedTable,
  { top, bottom, left, right }: CellRectangle,
): void {
  const columns = right - left + 1;
  status.showBriefly(
    model.isOnHeader || (top === bottom && columns === 1)
      ? ''
      : copiedText(bottom - top + 1, columns),
  );
}

/** @param rows The selected rows, with all of their values. */
function contentOf(
  { columns, isOnHeader }: TableModel,
  { left, right }: CellRectangle,
  rows: Rows,
): { readonly text: string; readonly html: string } {
  const chosen = columns.slice(left, right + 1);
  const cells = rows.map(row => chosen.map(({ source }) => row[source] ?? null));
  const isOneCell = cells.length === 1 && chosen.length === 1;
  return {
    text: tabSeparated(chosen, cells, isOnHeader || !isOneCell),
    html: htmlTable(chosen, cells),
  };
}
