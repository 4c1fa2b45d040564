/** Rows as a table of Markdown, and texts that are not Markdown: their content always stays text. */

import type { ResultColumn, Rows } from './outcome';
import { valueText } from './valueText';

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

/** Escapes everything that Markdown or the HTML in it would interpret. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/[\\`*_{}[\]<>()#|!~&$]/g, '\\$&');
}
