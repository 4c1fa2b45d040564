/** The report of a run as one JSON object. Scripts rely on its keys. */

import { uncancellable } from '../core/base/cancellation';
import type { Json, JsonObject } from '../core/base/json';
import { visibleJson } from '../core/base/visibleText';
import type { CellOutcome, ResultChart } from '../core/protocol/outcome';
import { chartRows } from '../core/visualise/chartRows';
import type { KernelHandle } from '../io/kernelProcess';
import { hasSucceeded, type RanCell, type Report } from './report';

/**
 * Reads the rows of a chart that are not in the outcome. Must be called when the cell ends, since the kernel only keeps
 * the rows of the last cells.
 */
export async function withChartRows(
  outcome: CellOutcome,
  kernel: Pick<KernelHandle, 'ask'>,
): Promise<CellOutcome> {
  const { chart } = outcome;
  if (!chart) {
    return outcome;
  }
  const datasets = [];
  for (const dataset of chart.datasets) {
    const { resultId, rowCount } = dataset;
    const rows =
      dataset.rows ??
      (await kernel.ask('page', { resultId, offset: 0, limit: rowCount }, uncancellable)).rows;
    datasets.push({ ...dataset, rows });
  }
  return { ...outcome, chart: { ...chart, datasets } };
}

/** @param report A report whose charts contain their rows. */
export function jsonReport(report: Report): string {
  return `${jsonText(report)}\n`;
}

/**
 * `{"ok", "files": […]}`, with an object of each notebook as `jsonReport` writes it alone.
 *
 * @param ok Whether all notebooks succeeded.
 */
export function jsonReports(reports: readonly Report[], ok: boolean): string {
  return `{"ok":${ok},"files":[${reports.map(jsonText).join(',')}]}\n`;
}

function jsonText(report: Report): string {
  const { file, connection, cells: ran } = report;
  const cells = ran.map((item, index) => cellReport(index, item));
  const ok = hasSucceeded(report);
  return visibleJson(JSON.stringify({ file, ok, connection: connection.name, cells }));
}

function cellReport(index: number, { cell, outcome, failure }: RanCell): object {
  const { kind, language } = cell;
  const skipped = kind === 'code' ? 'skipped' : 'ok';
  return {
    index,
    kind,
    language,
    status: outcome ? (failure ? 'error' : 'ok') : skipped,
    columns: outcome?.table?.columns ?? [],
    rowCount: outcome?.table?.rowCount ?? 0,
    rows: outcome?.table?.rows ?? [],
    chart: outcome?.chart ? wholeSpecification(outcome.chart) : null,
    notes: outcome?.notes ?? [],
    test: outcome?.test ?? null,
    copyright: outcome?.copyright ?? null,
    error: failure
      ? {
          code: failure.code,
          message: failure.message,
          line: failure.at?.line ?? null,
          column: failure.at?.column ?? null,
        }
      : null,
    requests: outcome?.requests ?? [],
    elapsedMs: outcome?.provenance.elapsedMs ?? 0,
  };
}

/** The specification with inline rows, so that it can be used anywhere. */
function wholeSpecification({ spec, datasets }: ResultChart): JsonObject {
  const values = datasets.map(({ name, columns, rows }): [string, readonly Json[]] => [
    name,
    chartRows(columns, rows ?? []),
  ]);
  const [only] = values;
  const { data, ...rest } = spec;
  if (values.length === 1 && only && isNamed(data, only[0]) && !namesData(rest, only[0])) {
    return { ...spec, data: { values: only[1] } };
  }
  return values.length === 0 ? spec : { ...spec, datasets: Object.fromEntries(values) };
}

function isNamed(data: Json | undefined, name: string): boolean {
  return JSON.stringify(data) === JSON.stringify({ name });
}

function namesData(spec: JsonObject, name: string): boolean {
  return JSON.stringify(spec).includes(JSON.stringify({ name }));
}
