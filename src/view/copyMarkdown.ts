/** Copy as Markdown: the first rows that a grid shows, with their provenance. */

import { footerLine, rowsText } from '../core/protocol/footer';
import type { Provenance } from '../core/protocol/outcome';
import { filterTexts, sortTexts } from '../core/protocol/shownRows';
import { nothingCopied } from './copyCells';
import type { Rows } from '../core/protocol/outcome';
import { shownCells, shownColumns, type CopyTask } from './shownCells';
import { escapedMarkdown, markdownTable } from './table/clipboardTable';

/** The most rows: a table for a message or a report; the whole result is an export. */
const MAX_ROWS = 50;

/** @returns A sentence about what was copied, or why nothing was. */
export async function copyMarkdown(task: CopyTask, provenance: Provenance): Promise<string> {
  const { rowCount } = task;
  const count = Math.min(MAX_ROWS, rowCount);
  const rows = shownCells(task, count);
  try {
    // The clipboard waits for the rows: a later write would not count as the user's action.
    const text = rows.then(
      found => new Blob([markdownText(task, found, provenance)], { type: 'text/plain' }),
    );
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  } catch (error) {
    return nothingCopied(error);
  }
  return count === rowCount
    ? `Copied ${rowsText(count)} as Markdown.`
    : `Copied the first ${rowsText(count)} of ${rowsText(rowCount)} as Markdown.`;
}

function markdownText(task: CopyTask, rows: Rows, provenance: Provenance): string {
  const footer = footerLine({ provenance, rowCount: task.table.rowCount, restored: false });
  return [markdownTable(shownColumns(task), rows), arrangementText(task), footer]
    .filter(part => part !== '')
    .map(part => `${part}\n`)
    .join('');
}

/** The reader's filters and order in words; empty if there are none. */
function arrangementText({ table, shown, rowCount }: CopyTask): string {
  const names = table.columns.map(({ name }) => name);
  const filters = filterTexts(shown.arrangement, names);
  const sort = sortTexts(shown.arrangement, names);
  const sentences = [
    ...(filters.length > 0 ? [`${rowsText(rowCount)} where ${filters.join(' and ')}.`] : []),
    ...(sort.length > 0 ? [`Sorted by ${sort.join(', then ')}.`] : []),
  ];
  return sentences.length === 0 ? '' : `${escapedMarkdown(sentences.join(' '))}\n`;
}
