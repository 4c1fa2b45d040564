/** Copy result: every cell that the grid shows, as text for spreadsheets and as HTML. */

import { isAsMade } from '../core/protocol/arrangement';
import { groupedInteger, rowsText } from '../core/protocol/footer';
import type { ResultTable } from '../core/protocol/outcome';
import type { ShownRows } from '../core/protocol/shownRows';
import type { HostChannel, Rows } from './hostChannel';
import { htmlTable } from './table/clipboardTable';
import { tabSeparated } from './table/selection';

/** More is a file's business. */
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

/** @returns A sentence on what was copied, or on why nothing was. */
export async function copyCells(task: CopyTask): Promise<string> {
  const { table, shown, rowCount } = task;
  const cells = rowCount * shown.columns.length;
  if (cells > MAX_COPIED_CELLS) {
    return `Nothing was copied: these are ${groupedInteger(cells)} cells, and at most ${groupedInteger(MAX_COPIED_CELLS)} are copied at once. Select fewer, or export the result.`;
  }
  const names = shown.columns.map(column => table.columns[column]?.name ?? '');
  const rows = allRows(task);
  try {
    // The clipboard waits for the rows: writing later would not count as what the user asked for.
    const item = new ClipboardItem({
      'text/plain': rows.then(all => text('text/plain', tabSeparated([names, ...all]))),
      'text/html': rows.then(all => text('text/html', htmlTable(names, all))),
    });
    await navigator.clipboard.write([item]);
  } catch (error) {
    return nothingCopied(error);
  }
  return `Copied ${rowsText((await rows).length)}, ${names.length === 1 ? '1 column' : `${groupedInteger(names.length)} columns`}.`;
}

export function nothingCopied(error: unknown): string {
  return `Nothing was copied: ${error instanceof Error ? error.message : String(error)}`;
}

function text(type: string, content: string): Blob {
  return new Blob([content], { type });
}

async function allRows({ table, shown, rowCount, channel, signal }: CopyTask): Promise<Rows> {
  const isAtHand = isAsMade(shown.arrangement) && table.rows.length >= rowCount;
  const rows: Rows[number][] = isAtHand ? [...table.rows] : [];
  while (rows.length < rowCount) {
    if (channel === null) {
      throw new Error('the rows were not kept. Run the cell again.');
    }
    const limit = Math.min(ROWS_PER_QUESTION, rowCount - rows.length);
    const question = { resultId: table.id, offset: rows.length, limit };
    const { arrangement } = shown;
    const page = await channel.page(
      isAsMade(arrangement) ? question : { ...question, arrangement },
      signal,
    );
    if (page.length === 0) {
      throw new Error(`the rows ended after ${rows.length} of ${rowCount}.`);
    }
    rows.push(...page);
  }
  return rows.map(row => shown.columns.map(column => row[column] ?? null));
}
