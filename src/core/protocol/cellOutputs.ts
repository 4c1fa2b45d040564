/** Converts the outcome of a cell to the outputs of the notebook. */

import { fitResult } from './fitResult';
import type { CellError, CellOutcome } from './outcome';
import type { ErrorOutput, OutputAction, ResultOutput } from './output';

export type CellOutput =
  | { readonly kind: 'result'; readonly value: ResultOutput }
  | { readonly kind: 'error'; readonly value: ErrorOutput };

/**
 * @param trusted Whether the workspace is trusted; decides what a refusal offers.
 * @returns The cell's outputs, each small enough to keep in a notebook: an error first, then what there is of a
 *   result. None if there is nothing to show: a cancelled cell, or a statement without a result that asked the
 *   service nothing.
 */
export function cellOutputs(outcome: CellOutcome, trusted: boolean): readonly CellOutput[] {
  const { error, notes, provenance } = outcome;
  if (outcome.status === 'cancelled') {
    return [];
  }
  const result = hasResult(outcome) ? [resultOutput(outcome)] : [];
  if (!error) {
    return result;
  }
  const actions = actionsFor(error, trusted);
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
    case 'notFound':
    case 'redirected':
      return ['selectConnection', 'showLog'];
    case 'rateLimited':
    case 'failing':
    case 'unreachable':
      return ['runAgain', 'selectConnection', 'showLog'];
    case 'malformed':
      return ['showLog'];
    default:
      return [];
  }
}
