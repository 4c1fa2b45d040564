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

/**
 * @param results Of each notebook that ended, whether it succeeded.
 * @returns The report of several notebooks, each below its name.
 */
export function textReports(reports: readonly Report[], results: readonly boolean[]): string {
  const parts = reports.map(report => `${heading(report, noColours)}${textReport(report)}\n`);
  return [...parts, notebooksSummary(results, reports.length, noColours)].join('');
}

/** @returns The name of one of several notebooks, as `head` and `tail` write it of several files. */
export function heading({ file }: Report, colours: Colours): string {
  return `${colours.bold(`==> ${terminalText(file)} <==`)}\n\n`;
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
  const all = chosen.length;
  return `${all} ${all === 1 ? 'cell' : 'cells'}: ${counts({ all, failed, skipped }, colours)}\n`;
}

/** @returns The last line on several notebooks. A notebook that was not reached is skipped. */
export function notebooksSummary(
  results: readonly boolean[],
  all: number,
  colours: Colours,
): string {
  const failed = results.filter(isOk => !isOk).length;
  return `${all} notebooks: ${counts({ all, failed, skipped: all - results.length }, colours)}\n`;
}

function counts(
  { all, failed, skipped }: { all: number; failed: number; skipped: number },
  colours: Colours,
): string {
  return [
    colours.green(`${all - failed - skipped} succeeded`),
    ...(failed > 0 ? [colours.red(`${failed} failed`)] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ');
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
