/** A result as text in columns. */

import { grouped } from '../core/base/text';
import type { ResultTable } from '../core/protocol/outcome';
import { valueText } from '../core/protocol/valueText';
import { terminalText } from './terminalText';

/** The most characters of a column. */
const MAX_WIDTH = 40;

const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*)$/;

/** @returns The rows that `table` holds, numbers aligned to the right, and a last line if there are more. */
export function textTable(table: ResultTable): string {
  const head = table.columns.map(({ name }) => cut(terminalText(name)));
  const body = table.rows.map(row =>
    row.map((value, at) =>
      cut(value === null ? 'null' : terminalText(valueText(value, table.columns[at]?.type ?? ''))),
    ),
  );
  const widths = head.map((name, column) =>
    Math.max(width(name), ...body.map(row => width(row[column] ?? ''))),
  );
  const right = table.columns.map(({ type }) => NUMERIC.test(type));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 0, right[column] ?? false))
      .join('  ')
      .trimEnd();
  const rule = widths.map(size => '─'.repeat(size)).join('  ');
  const more = table.rowCount - table.rows.length;
  return [
    line(head),
    rule,
    ...body.map(line),
    ...(more > 0 ? [`… ${grouped(more)} more rows`] : []),
  ].join('\n');
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > MAX_WIDTH ? `${characters.slice(0, MAX_WIDTH - 1).join('')}…` : text;
}

/** The columns that the text takes in a terminal: two for East Asian wide characters, none for combining marks. */
function width(text: string): number {
  let columns = 0;
  for (const char of text) {
    columns += /\p{M}/u.test(char)
      ? 0
      : /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u.test(
            char,
          )
        ? 2
        : 1;
  }
  return columns;
}

function padded(text: string, size: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, size - width(text)));
  return right ? space + text : text + space;
}
