/** Cells as HTML: their content always stays text. */

import { escapedMarkup } from '../../core/base/escapedMarkup';
import type { ResultColumn, Rows, Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { isSpreadsheetText } from './spreadsheetText';

/** @returns One `<table>`, values in full; a spreadsheet reads none of its cells as a formula. */
export function htmlTable(columns: readonly ResultColumn[], rows: Rows): string {
  const head = columns.map(({ name }) => `<th>${escapedMarkup(name)}</th>`).join('');
  const body = rows
    .map(
      row =>
        `<tr>${row.map((value, at) => htmlCell(value, columns[at]?.type ?? '')).join('')}</tr>`,
    )
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** `mso-number-format` marks a cell as text for spreadsheets. */
function htmlCell(value: Value, type: string): string {
  const text = valueText(value, type);
  const style = isSpreadsheetText(text, type) ? ` style="mso-number-format:'\\@'"` : '';
  return `<td${style}>${escapedMarkup(text)}</td>`;
}
