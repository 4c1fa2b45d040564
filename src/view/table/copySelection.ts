/** The selected cells on the clipboard, as text for spreadsheets and as HTML. */

import { groupedInteger } from '../../core/base/groupedInteger';
import { rowsText } from '../../core/protocol/footer';
import { MAX_COPIED_CELLS } from '../copyCells';
import type { Rows } from '../../core/protocol/outcome';
import { htmlTable } from './clipboardTable';
import type { PageCache } from './pageCache';
import { tabSeparated, type CellRectangle } from './selection';
import type { TableModel } from './tableModel';

export interface CopiedTable {
  readonly model: TableModel;
  readonly cache: PageCache;
  say(text: string): void;
}

/** Answers the browser's question what is to be copied; text that is marked is the browser's own business. */
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
    table.say(tooManyText(cells));
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
  table.say('');
}

/** Reads the rows that are not in the page; the clipboard waits for them, as writing later would not count as asked for. */
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
    table.say(`Copied ${rowsText(selection.bottom - selection.top + 1)}.`);
  } catch (error) {
    table.say(`Nothing was copied: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @param rows The selected ones, with all of their values. */
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

function tooManyText(cells: number): string {
  return `Nothing was copied: these are ${groupedInteger(cells)} cells, and at most ${groupedInteger(MAX_COPIED_CELLS)} are copied at once. Select fewer, or export the result.`;
}
