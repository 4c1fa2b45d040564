/** The report of a run as one JSON object. Its keys are a promise to scripts. */

import { uncancellable } from '../core/base/cancellation';
import type { Json, JsonObject } from '../core/base/json';
import { visibleJson } from '../core/base/visibleText';
import type { ChartDataset, ResultChart } from '../core/protocol/outcome';
import { chartRows } from '../core/visualise/datum';
import type { KernelHandle } from '../io/kernelProcess';
import type { RanCell, Report } from './report';

/** @param kernel Gives the rows of charts that did not come with the outcome. */
export async function jsonReport(
  { file, connection, ran }: Report,
  kernel: Pick<KernelHandle, 'page'>,
): Promise<string> {
  const cells = [];
  for (const [index, item] of ran.entries()) {
    cells.push(await cellReport(index, item, kernel));
  }
  const failed = ran.some(({ outcome }) => outcome !== null && outcome.status !== 'ok');
  return `${visibleJson(JSON.stringify({ file, ok: !failed, connection: connection.name, cells }))}\n`;
}

async function cellReport(
  index: number,
  { cell, outcome }: RanCell,
  kernel: Pick<KernelHandle, 'page'>,
): Promise<object> {
  const { kind, language } = cell;
  const error = outcome?.error ?? null;
  return {
    index,
    kind,
    language,
    status: outcome
      ? outcome.status === 'ok'
        ? 'ok'
        : 'error'
      : kind === 'code'
        ? 'skipped'
        : 'ok',
    columns: outcome?.table?.columns ?? [],
    rowCount: outcome?.table?.rowCount ?? 0,
    rows: outcome?.table?.rows ?? [],
    chart: outcome?.chart ? await wholeSpecification(outcome.chart, kernel) : null,
    notes: outcome?.notes ?? [],
    copyright: outcome?.copyright ?? null,
    error: error
      ? {
          code: error.request?.kind ?? error.code,
          message: error.message,
          line: error.at?.line ?? null,
          column: error.at?.column ?? null,
        }
      : outcome?.status === 'cancelled'
        ? { code: 'cancelled', message: 'The run was cancelled.', line: null, column: null }
        : null,
    requests: outcome?.requests ?? [],
    elapsedMs: outcome?.provenance.elapsedMs ?? 0,
  };
}

/** The specification with its rows inside, so that it can be used anywhere. */
async function wholeSpecification(
  { spec, datasets }: ResultChart,
  kernel: Pick<KernelHandle, 'page'>,
): Promise<JsonObject> {
  const values: [string, readonly Json[]][] = [];
  for (const dataset of datasets) {
    values.push([dataset.name, await rowsOf(dataset, kernel)]);
  }
  const [only] = values;
  const { data, ...rest } = spec;
  if (values.length === 1 && only && isNamed(data, only[0]) && !namesData(rest, only[0])) {
    return { ...spec, data: { values: only[1] } };
  }
  return values.length === 0 ? spec : { ...spec, datasets: Object.fromEntries(values) };
}

async function rowsOf(
  dataset: ChartDataset,
  kernel: Pick<KernelHandle, 'page'>,
): Promise<JsonObject[]> {
  const { resultId, rowCount, columns } = dataset;
  const rows =
    dataset.rows ??
    (await kernel.page({ resultId, offset: 0, limit: rowCount }, uncancellable)).rows;
  return chartRows(columns, rows);
}

function isNamed(data: Json | undefined, name: string): boolean {
  return JSON.stringify(data) === JSON.stringify({ name });
}

function namesData(spec: JsonObject, name: string): boolean {
  return JSON.stringify(spec).includes(JSON.stringify({ name }));
}
