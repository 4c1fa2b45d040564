/** The report of a run for people. */

import { footerLine } from '../core/protocol/footer';
import { testSentence } from '../core/protocol/testSentence';
import { noColours, type Colours } from './colours';
import { isTestFailure, titleOf, type RanCell, type Report } from './report';
import { terminalText } from './terminalText';
import { textTable } from './textTable';

/** Rows shown of a result. */
export const SHOWN_ROWS = 20;

/** @returns The whole report: its parts with an empty line between them. */
export function textReport({ cells }: Report): string {
  const chosen = cells.filter(({ isChosen }) => isChosen);
  return [...chosen.map(cell => cellText(cell, noColours)), summary(cells, noColours)].join('');
}

/** @returns One part of the report: a cell and what became of it. */
export function cellText(ran: RanCell, colours: Colours): string {
  const head = colours.bold(`[${ran.number ?? ''}] ${titleOf(ran.cell)}`);
  return `${head}\n${ran.outcome ? outcomeText(ran, colours) : 'skipped'}\n\n`;
}

/** @returns The last part: how many cells there were, and what became of them. */
export function summary(cells: readonly RanCell[], colours: Colours): string {
  const chosen = cells.filter(({ isChosen }) => isChosen);
  const failed = chosen.filter(({ failure }) => failure !== null).length;
  const skipped = chosen.filter(({ outcome }) => outcome === null).length;
  const parts = [
    colours.green(`${chosen.length - failed - skipped} succeeded`),
    ...(failed > 0 ? [colours.red(`${failed} failed`)] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${chosen.length} ${chosen.length === 1 ? 'cell' : 'cells'}: ${parts.join(', ')}\n`;
}

function outcomeText(ran: RanCell, colours: Colours): string {
  const { outcome, failure } = ran;
  if (!outcome) {
    return '';
  }
  const { table, chart, notes, provenance, copyright, test } = outcome;
  const shown = table ? textTable({ ...table, rows: table.rows.slice(0, SHOWN_ROWS) }) : null;
  const place = failure?.at ? ` (line ${failure.at.line}, column ${failure.at.column})` : '';
  const footer = footerLine({ provenance, rowCount: table?.rowCount ?? null, restored: false });
  // Each note is a line of its own.
  const message = failure?.code === 'notes' ? 'Notes are failures.' : failure?.message;
  const tested = test ? terminalText(testSentence(test)) : null;
  return [
    tested && (test?.failedRows === 0 ? colours.green : colours.red)(tested),
    test?.failedRows === 0 ? null : shown,
    chart ? `Chart: ${terminalText(chart.description)}` : null,
    ...notes.map(note => colours.yellow(terminalText(note))),
    message === undefined || isTestFailure(ran)
      ? null
      : colours.red(`Error${place}: ${terminalText(message, true)}`),
    copyright?.copyright_info ? 'The data carry a rights notice: see --format json.' : null,
    colours.dim(terminalText(footer)),
  ]
    .filter(line => line !== null)
    .join('\n');
}
