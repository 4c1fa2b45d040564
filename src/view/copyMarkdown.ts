/** Copy as Markdown: the first rows of a result, with where they come from. */

import { footerLine, rowsText } from '../core/protocol/footer';
import type { Provenance, ResultTable } from '../core/protocol/outcome';
import { nothingCopied } from './copyCells';
import { markdownTable } from './table/clipboardTable';

/** A table for a message or a report; the whole result is an export. */
const MAX_ROWS = 50;

/** @returns A sentence on what was copied, or on why nothing was. */
export async function copyMarkdown(table: ResultTable, provenance: Provenance): Promise<string> {
  const rows = table.rows.slice(0, MAX_ROWS);
  const names = table.columns.map(({ name }) => name);
  const footer = footerLine({ provenance, rowCount: table.rowCount, restored: false });
  try {
    await navigator.clipboard.writeText(`${markdownTable(names, rows)}\n${footer}\n`);
  } catch (error) {
    return nothingCopied(error);
  }
  return rows.length === table.rowCount
    ? `Copied ${rowsText(rows.length)} as Markdown.`
    : `Copied the first ${rowsText(rows.length)} of ${rowsText(table.rowCount)} as Markdown.`;
}
