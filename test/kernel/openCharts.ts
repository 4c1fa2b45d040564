import assert from 'node:assert/strict';
import type { ResultChart, Value } from '../../src/core/protocol/outcome';
import { openSession, type TestSession } from './openSession';

type Row = Record<string, Value>;

export interface TestCharts {
  readonly opened: TestSession;
  readonly chartOf: (text: string) => Promise<{ chart: ResultChart; notes: readonly string[] }>;
  /** The rows of the dataset as objects; the only one where no name is given. */
  readonly rowsOf: (chart: ResultChart, name?: string) => Promise<Row[]>;
  /** `check(cell, rows)`: the rows of the chart's only dataset. */
  readonly check: (text: string, expected: readonly Row[]) => Promise<void>;
  /** `checkPlace(cell, 'text', /message/)`: the cell fails where `text` stands. */
  readonly checkPlace: (text: string, place: string, message: RegExp) => Promise<void>;
}

/** @returns A session, and what is asked of its charts. */
export async function openCharts(...how: Parameters<typeof openSession>): Promise<TestCharts> {
  const opened = await openSession(...how);
  const chartOf: TestCharts['chartOf'] = async text => {
    const { error, chart, notes } = await opened.run(text);
    assert.equal(error, null, text);
    assert.ok(chart);
    return { chart, notes };
  };
  const rowsOf: TestCharts['rowsOf'] = async ({ datasets }, name = datasets[0]?.name) => {
    const dataset = datasets.find(candidate => candidate.name === name);
    assert.ok(dataset, String(name));
    const { resultId, rowCount, columns } = dataset;
    const rows =
      dataset.rows ??
      (await opened.session.ask('page', { resultId, offset: 0, limit: rowCount })).rows;
    return rows.map(row =>
      Object.fromEntries(columns.map(({ name: column }, at) => [column, row[at] ?? null])),
    );
  };
  return {
    opened,
    chartOf,
    rowsOf,
    check: async (text, expected) => {
      const { chart } = await chartOf(text);
      assert.equal(chart.datasets.length, 1);
      assert.deepEqual(await rowsOf(chart), expected, text);
    },
    checkPlace: async (text, place, message) => {
      const { error } = await opened.run(text);
      assert.match(error?.message ?? '', message, text);
      const at = text.indexOf(place);
      const line = text.slice(0, at).split('\n').length;
      const column = at - text.lastIndexOf('\n', at - 1);
      assert.ok(at >= 0 && error?.at, text);
      assert.deepEqual([error.at.line, error.at.column], [line, column], `${text}: ${place}`);
    },
  };
}
