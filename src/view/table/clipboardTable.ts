/** Cells as HTML and as Markdown: their content always stays text. */

import type { ResultColumn, Rows, Value } from '../../core/protocol/outcome';
import { valueText } from '../../core/protocol/valueText';
import { isSpreadsheetText } from './spreadsheetText';

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns One `<table>`, values in full; a spreadsheet reads none of its cells as a formula. */
export function htmlTable(columns: readonly ResultColumn[], rows: Rows): string {
  const head = columns.map(({ name }) => `<th>${escapedHtml(name)}</th>`).join('');
  const body = rows
    .map(
      row =>
        `<tr>${row.map((value, at) => htmlCell(value, columns[at]?.type ?? '')).join('')}</tr>`,
    )
    .join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** @returns A table of GitHub's Markdown, values in full; numbers are aligned to the right. */
export function markdownTable(columns: readonly ResultColumn[], rows: Rows): string {
  const rules = columns.map((_, index) => {
    const values = rows.map(row => row[index]).filter(value => value !== null);
    return values.length > 0 && values.every(value => typeof value === 'number') ? '---:' : '---';
  });
  const cells = rows.map(row =>
    row.map((value, at) => escapedMarkdown(valueText(value, columns[at]?.type ?? ''))),
  );
  return [columns.map(({ name }) => escapedMarkdown(name)), rules, ...cells]
    .map(line => `| ${line.join(' | ')} |\n`)
    .join('');
}

/** `mso-number-format` marks a cell as text for spreadsheets. */
function htmlCell(value: Value, type: string): string {
  const text = valueText(value, type);
  const style = isSpreadsheetText(text, type) ? ` style="mso-number-format:'\\@'"` : '';
  return `<td${style}>${escapedHtml(text)}</td>`;
}

function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => htmlEntities[character] ?? character);
}

/** Escapes everything that Markdown or the HTML in it would interpret. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/[\\`*_{}[\]<>()#|!~&$]/g, '\\$&');
}
