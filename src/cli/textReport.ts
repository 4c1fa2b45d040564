/** The report of a run for people. */

import { withoutOptions } from '../core/notebook/cellOptions';
import { footerLine } from '../core/protocol/footer';
import type { CellOutcome } from '../core/protocol/outcome';
import { terminalText } from './terminalText';
import { textTable } from './textTable';
import type { RanCell, Report } from './report';

/** Rows shown of each result. */
const SHOWN_ROWS = 20;

export function textReport({ ran }: Report): string {
  const code = ran.filter(({ cell }) => cell.kind === 'code');
  const cells = code.map((item, index) => cellText(item, index + 1));
  const failed = code.filter(({ outcome }) => outcome?.status === 'error').length;
  const skipped = code.filter(({ outcome }) => outcome === null).length;
  const parts = [
    `${code.length - failed - skipped} succeeded`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${[...cells, `${code.length} cells: ${parts.join(', ')}`].join('\n\n')}\n`;
}

function cellText({ cell, outcome }: RanCell, number: number): string {
  const lines = withoutOptions(cell.text).split('\n');
  const firstLine = lines.find(line => line.trim() !== '') ?? '';
  const head = `[${number}] ${terminalText(firstLine)}`;
  return outcome ? `${head}\n${outcomeText(outcome)}` : `${head}\nskipped`;
}

function outcomeText({ table, chart, notes, error, provenance, copyright }: CellOutcome): string {
  const shown = table ? textTable({ ...table, rows: table.rows.slice(0, SHOWN_ROWS) }) : null;
  const place = error?.at ? ` (line ${error.at.line}, column ${error.at.column})` : '';
  const footer = footerLine({ provenance, rowCount: table?.rowCount ?? null, restored: false });
  return [
    shown,
    chart ? `Chart: ${terminalText(chart.description)}` : null,
    error ? `Error${place}: ${terminalText(error.message, true)}` : null,
    ...notes.map(note => terminalText(note)),
    copyright?.copyright_info ? 'The data carry a rights notice: see --format json.' : null,
    terminalText(footer),
  ]
    .filter(line => line !== null)
    .join('\n');
}
