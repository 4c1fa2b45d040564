/** The content of a notebook's outputs. A saved output is untrusted: it is read and checked here. */

import * as v from 'valibot';
import { changesShape } from './changesSummary';
import { cellErrorShape, chartShape, copyrightShape, provenanceShape, tableShape } from './outcome';
import { count, list, read, text, type Described } from './shape';

const maxNotes = 1_000;
const maxActions = 20;

const version = v.literal(1);
const notes = list(text, maxNotes);

export const resultOutputShape = v.object({
  version,
  table: v.nullable(tableShape),
  chart: v.nullable(chartShape),
  notes,
  copyright: v.nullable(copyrightShape),
  /** What the cell's test found; absent: it is none. */
  test: v.optional(v.object({ name: text, failedRows: count })),
  changes: v.optional(changesShape),
  provenance: provenanceShape,
  /** True when it was read back from an earlier session: no kernel has its further pages. */
  restored: v.boolean(),
});

/** An output of type `mimeTypes.result`: a table, a chart, or a chart with its table. Stays under 1 MB. */
export type ResultOutput = Described<typeof resultOutputShape>;

export const outputAction = v.picklist([
  'setToken',
  'selectConnection',
  'editConnection',
  'runAgain',
  'restartKernel',
  'manageTrust',
  'allowWriting',
  'choosePriceFile',
  'showLog',
]);

/** A step that an output offers. The host maps each to a command; the page never names a command itself. */
export type OutputAction = Described<typeof outputAction>;

const errorOutput = v.object({
  version,
  error: cellErrorShape,
  notes,
  provenance: provenanceShape,
  /** The actions of the card's buttons, in order. */
  actions: list(outputAction, maxActions),
});

/** An output of type `mimeTypes.error`. */
export type ErrorOutput = Described<typeof errorOutput>;

/** @returns The result, or null if `payload` is not one or is too large to be ours. */
export function readResultOutput(payload: unknown): ResultOutput | null {
  return read(resultOutputShape, payload);
}

/** @returns The error, or null if `payload` is not one. */
export function readErrorOutput(payload: unknown): ErrorOutput | null {
  return read(errorOutput, payload);
}

/**
 * @returns The rows of the result, or all that a chart without one draws; null if there is neither. The rows that a
 * specification contains or makes are not counted.
 */
export function outputRowCount({
  table,
  chart,
}: Pick<ResultOutput, 'table' | 'chart'>): number | null {
  const counts = (table ? [table] : (chart?.datasets ?? [])).map(({ rowCount }) => rowCount);
  return counts.length === 0 ? null : counts.reduce((sum, rowCount) => sum + rowCount, 0);
}

/** @returns The identifier by which the kernel knows the output; undefined if it has no rows. */
export function outputResultId({
  table,
  chart,
}: Pick<ResultOutput, 'table' | 'chart'>): string | undefined {
  return table?.id ?? chart?.datasets[0]?.resultId;
}
