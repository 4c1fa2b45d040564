/** Copies the cells that a grid shows, in its order: all of them for spreadsheets, or the first rows as Markdown. */

import { counted, grouped, joined } from '../core/base/text';
import { t } from '../core/base/translations';
import { errorMessage } from '../core/base/errorMessage';
import { isAsMade } from '../core/protocol/arrangement';
import { rowsText, footerLine } from '../core/protocol/footer';
import { escapedMarkdown, markdownTable } from '../core/protocol/markdownTable';
import type { ResultColumn, ResultTable, Rows, Provenance } from '../core/protocol/outcome';
import { filterTexts, sortTexts, type ShownRows } from '../core/protocol/shownRows';
import type { HostChannel } from './hostChannel';
import { htmlTable } from './table/clipboardTable';
import { tabSeparated } from './table/selection';

/** For more cells, a file is better. */
export const MAX_COPIED_CELLS = 100_000;

const ROWS_PER_QUESTION = 5_000;

export interface CopyTask {
  readonly table: ResultTable;
  readonly shown: ShownRows;
  /** Rows that the grid shows. */
  readonly rowCount: number;
  /** Null where no kernel has the rows. */
  readonly channel: HostChannel | null;
  readonly signal: AbortSignal;
}

/** The most rows: a table for a message or a report; the whole result is an export. */
const MAX_ROWS = 50;

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

/**
 * Copy as Markdown: the first rows that a grid shows, with their provenance.
 *
 * @returns A sentence about what was copied, or why nothing was.
 */
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
    ? t('Copied {0} as Markdown.', rowsText(count))
    : t('Copied the first {0} of {1} as Markdown.', rowsText(count), rowsText(rowCount));
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
    ...(filters.length > 0 ? [t('{0} where {1}.', rowsText(rowCount), joined(filters))] : []),
    ...(sort.length > 0 ? [t('Sorted by {0}.', sort.join(', then '))] : []),
  ];
  return sentences.length === 0 ? '' : `${escapedMarkdown(sentences.join(' '))}\n`;
}

export function copiedText(rowCount: number, columnCount: number): string {
  const columns = counted(columnCount, 'column');
  return t('Copied {0}, {1}.', rowsText(rowCount), columns);
}

export function tooManyText(cells: number): string {
  return t(
    'Nothing was copied: the selection has {0} cells, but at most {1} can be copied at once. Select fewer, or export the result.',
    grouped(cells),
    grouped(MAX_COPIED_CELLS),
  );
}

export function nothingCopied(error: unknown): string {
  return t('Nothing was copied: {0}', errorMessage(error));
}

function text(type: string, content: string): Blob {
  return new Blob([content], { type });
}

/** The columns in the order in which they are shown. */
function shownColumns({ table, shown }: CopyTask): ResultColumn[] {
  return shown.columns.map(column => table.columns[column] ?? { name: '', type: '' });
}

/**
 * @param count How many rows from the first on; not more than are shown.
 * @throws {Error} If the rows are not loaded and cannot be requested.
 */
async function shownCells(task: CopyTask, count: number): Promise<Rows> {
  const { table, shown, channel, signal } = task;
  const { arrangement, columns } = shown;
  const rows: Rows[number][] = isAsMade(arrangement) ? table.rows.slice(0, count) : [];
  while (rows.length < count) {
    if (channel === null) {
      throw new Error(t('the rows were not kept. Run the cell again.'));
    }
    const limit = Math.min(ROWS_PER_QUESTION, count - rows.length);
    const question = { resultId: table.id, offset: rows.length, limit };
    const asked = { ...question, arrangement, nestedAsText: true };
    const page = (await channel.ask('page', asked, signal)).rows;
    if (page.length === 0) {
      throw new Error(t('the rows ended after {0} of {1}.', rows.length, count));
    }
    rows.push(...page);
  }
  return rows.map(row => columns.map(column => row[column] ?? null));
}
