/** Cells as HTML and as Markdown: their texts stay texts, whatever they hold. */

import type { Value } from '../../core/protocol/outcome';
import type { Rows } from '../../core/protocol/outcome';
import { rawText } from './format';

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns One `<table>`, values in full; a spreadsheet takes none of its cells for a formula. */
export function htmlTable(header: readonly string[], rows: Rows): string {
  const head = header.map(name => `<th>${escapedHtml(name)}</th>`).join('');
  const body = rows.map(row => `<tr>${row.map(htmlCell).join('')}</tr>`).join('');
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

/** @returns A table of GitHub's Markdown, values in full; numbers are aligned to the right. */
export function markdownTable(header: readonly string[], rows: Rows): string {
  const rules = header.map((_, index) => {
    const values = rows.map(row => row[index]).filter(value => value !== null);
    return values.length > 0 && values.every(value => typeof value === 'number') ? '---:' : '---';
  });
  const cells = rows.map(row => row.map(value => escapedMarkdown(rawText(value))));
  return [header.map(escapedMarkdown), rules, ...cells]
    .map(line => `| ${line.join(' | ')} |\n`)
    .join('');
}

/** `mso-number-format` tells spreadsheets that a text is a text. */
function htmlCell(value: Value): string {
  const text = escapedHtml(rawText(value));
  return typeof value === 'number'
    ? `<td>${text}</td>`
    : `<td style="mso-number-format:'\\@'">${text}</td>`;
}

function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => htmlEntities[character] ?? character);
}

/** Everything that Markdown or the HTML in it would read becomes a character of its own. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/[\\`*_{}[\]<>()#|!~&$]/g, '\\$&');
}
