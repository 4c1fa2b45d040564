/**
 * Converts the outcome of a cell to the outputs of the notebook, each small: VS Code stops backing up notebooks above
 * 10,000 KB.
 */

import { t } from '../base/translations';
import type { CellError, CellOutcome, ChartDataset, ResultTable, Value } from './outcome';
import type { ErrorOutput, OutputAction, ResultOutput } from './output';

export type CellOutput =
  | { readonly kind: 'result'; readonly value: ResultOutput }
  | { readonly kind: 'error'; readonly value: ErrorOutput };

/** UTF-8 bytes of JSON that one output may take; an output stays under 1 MB. */
const maxOutputBytes = 900_000;

const separatorBytes = 1;

/**
 * @param trusted Whether the workspace is trusted; decides what a refusal offers.
 * @returns The cell's outputs, each small enough to keep in a notebook: an error first, then what there is of a
 *   result. None if there is nothing to show: a cancelled cell that received nothing, or a statement without a result that asked the
 *   service nothing.
 */
export function cellOutputs(outcome: CellOutcome, trusted: boolean): readonly CellOutput[] {
  const { error, notes, provenance } = outcome;
  if (outcome.status === 'cancelled') {
    if (outcome.table) {
      return [resultOutput(outcome)];
    }
    return outcome.kept === undefined ? [] : [resultOutput({ ...outcome, notes: [outcome.kept] })];
  }
  const result = hasResult(outcome) ? [resultOutput(outcome)] : [];
  if (!error) {
    return result;
  }
  const all = actionsFor(error, trusted);
  // The sandbox has no address.
  const actions = all.filter(action => action !== 'editConnection' || !provenance.synthetic);
  return [{ kind: 'error', value: { version: 1, error, notes, provenance, actions } }, ...result];
}

function hasResult({ table, chart, error, notes, provenance }: CellOutcome): boolean {
  return Boolean(table ?? chart) || (!error && notes.length + provenance.calls.length > 0);
}

/** The error output already contains the notes. */
function resultOutput(outcome: CellOutcome): CellOutput {
  const value = fitResult({
    version: 1,
    table: outcome.table,
    chart: outcome.chart,
    notes: outcome.error ? [] : outcome.notes,
    copyright: outcome.copyright,
    ...(outcome.test && { test: outcome.test }),
    ...(outcome.changes && { changes: outcome.changes }),
    provenance: outcome.provenance,
    restored: false,
  });
  return { kind: 'result', value };
}

/** @returns The actions that the error card offers, the most useful first. */
export function actionsFor(error: CellError, trusted: boolean): readonly OutputAction[] {
  switch (error.code) {
    case 'request':
      return requestActions(error.request?.kind ?? '');
    case 'prices':
      return ['choosePriceFile'];
    case 'kernel':
      return ['runAgain', 'showLog'];
    case 'refused':
      return trusted ? ['allowWriting'] : ['manageTrust', 'selectConnection'];
    default:
      return [];
  }
}

function requestActions(kind: string): readonly OutputAction[] {
  switch (kind) {
    case 'unauthorized':
      return ['setToken', 'selectConnection'];
    case 'notEntitled':
      return ['selectConnection', 'showLog'];
    case 'notFound':
    case 'redirected':
      return ['editConnection', 'selectConnection', 'showLog'];
    case 'rateLimited':
    case 'failing':
      return ['runAgain', 'selectConnection', 'showLog'];
    case 'unreachable':
      return ['runAgain', 'editConnection', 'selectConnection', 'showLog'];
    case 'malformed':
      return ['showLog'];
    default:
      return [];
  }
}

/**
 * Leaves out what does not fit: rows of charts and of the first page can be requested again while the kernel runs.
 *
 * A chart's rows go before the table's, since a chart without rows shows nothing; a data set is kept whole or
 * not at all, a first page as far as it fits.
 */
export function fitResult(output: ResultOutput, maxBytes: number = maxOutputBytes): ResultOutput {
  if (jsonBytes(output) <= maxBytes) {
    return output;
  }
  const bare = withoutRows(output);
  const fixed = jsonBytes(bare);
  if (fixed > maxBytes && bare.chart) {
    const note = t('The chart is not shown: its specification is too large for a notebook.');
    return fitResult({ ...output, chart: null, notes: [...output.notes, note] }, maxBytes);
  }
  let left = maxBytes - fixed;
  const datasets = output.chart?.datasets.map((dataset): ChartDataset => {
    const bytes = dataset.rows ? jsonBytes(dataset.rows) : 0;
    if (bytes > left) {
      return { ...dataset, rows: null };
    }
    left -= bytes;
    return dataset;
  });
  return {
    ...output,
    chart: output.chart && datasets ? { ...output.chart, datasets } : null,
    table: output.table && tableWithin(output.table, left),
  };
}

function withoutRows(output: ResultOutput): ResultOutput {
  const { table, chart } = output;
  return {
    ...output,
    table: table && { ...table, rows: [] },
    chart: chart && {
      ...chart,
      datasets: chart.datasets.map(dataset => ({ ...dataset, rows: null })),
    },
  };
}

function tableWithin(table: ResultTable, maxBytes: number): ResultTable {
  let left = maxBytes;
  const rows: (readonly Value[])[] = [];
  for (const row of table.rows) {
    left -= jsonBytes(row) + separatorBytes;
    if (left < 0) {
      break;
    }
    rows.push(row);
  }
  return { ...table, rows };
}

function jsonBytes(value: unknown): number {
  return utf8Length(JSON.stringify(value));
}

/** A lone surrogate counts three bytes, as its replacement character would. */
function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    length += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return length;
}
