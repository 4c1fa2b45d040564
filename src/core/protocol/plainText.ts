/** An output as text, for programs without our renderer: other editors, search, screen readers. */

import { t } from '../base/translations';
import { changesSentence } from './changesSummary';
import { footerLine } from './footer';
import type { ResultColumn, Value } from './outcome';
import type { ErrorOutput, ResultOutput } from './output';
import { testSentence } from './testSentence';
import { valueText } from './valueText';

/** Rows that the text shows; the rest is counted in its last line. */
const maxRows = 20;

/** @returns The chart's description and the first rows, tab-separated under their names, and the footer. */
export function resultText(output: ResultOutput): string {
  const { table, chart, notes, test, changes, provenance, restored } = output;
  const header = table && table.columns.map(column => oneLine(column.name)).join('\t');
  const rows = table ? table.rows.slice(0, maxRows).map(row => rowText(table.columns, row)) : [];
  const rest = table && table.rowCount > rows.length && rows.length > 0 ? ['…'] : [];
  const footer = footerLine({ provenance, rowCount: table?.rowCount ?? null, restored });
  const head = [test && testSentence(test), chart?.description, header].filter(
    line => typeof line === 'string',
  );
  const changed = changes?.counts ? [changesSentence(changes.counts)] : [];
  return [...head, ...rows, ...rest, ...notes, ...changed, footer].join('\n');
}

/** @returns The error's sentences, where it is, and the notes. */
export function errorText({ error, notes }: ErrorOutput): string {
  const place = error.at ? t(' (line {0}, column {1})', error.at.line, error.at.column) : '';
  return [`${error.message}${place}`, ...notes].join('\n');
}

function rowText(columns: readonly ResultColumn[], row: readonly Value[]): string {
  const cells = row.map((value, at) =>
    value === null ? 'null' : oneLine(valueText(value, columns[at]?.type ?? '')),
  );
  return cells.join('\t');
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
