/** The rows that a compiled chart draws, as the kernel would have the engine compute them. */

import { quotedName } from '../../../src/core/base/quoted';
import { DuckDBInstance } from '@duckdb/node-api';
import type { JsonObject } from '../../../src/core/base/json';
import { chartRows } from '../../../src/core/visualise/chartRows';
import { compileChart } from '../../../src/core/visualise/compile';
import type { CompiledChart } from '../../../src/core/visualise/compile';
import { lineEndsOf } from '../../../src/core/visualise/lineEnds';
import { scaleFactsOf } from '../../../src/core/visualise/scaleFacts';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { valueOf } from '../../../src/kernel/engine/values';
import { sampleColumns, sampleRows } from './sampleResult';

const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
await connection.run(`SET TimeZone = 'UTC'`);
const definitions = sampleColumns.map(({ name, type }) => `${quotedName(name)} ${type}`);
await connection.run(`CREATE TABLE result (${definitions.join(', ')})`);
for (const row of sampleRows) {
  const values = row.map(value =>
    value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`,
  );
  await connection.run(`INSERT INTO result VALUES (${values.join(', ')})`);
}
await connection.run(
  `CREATE TABLE events AS SELECT DATE '2026-03-20' + (i * 3)::INTEGER AS day, 'event ' || i AS headline, i AS impact FROM range(4) AS t(i)`,
);

/** The columns of the table that layers may name besides the result. */
export const sampleTables = new Map([
  [
    'events',
    [
      { name: 'day', type: 'DATE' },
      { name: 'headline', type: 'VARCHAR' },
      { name: 'impact', type: 'BIGINT' },
    ],
  ],
]);

/** @returns The chart of a clause over the sample, compiled as the kernel does it. */
export async function compileSample(clause: string): Promise<CompiledChart> {
  const tree = parseVisualise(clause);
  const tables = { columns: sampleTables };
  const first = compileChart(tree, sampleColumns, { tables });
  const lineEnds = first.lineEnds ? lineEndsOf(await rowsOf(first.lineEnds.sql)) : null;
  const scaleFacts = first.scaleFacts ? scaleFactsOf(await rowsOf(first.scaleFacts.sql)) : null;
  return compileChart(tree, sampleColumns, { tables, lineEnds, scaleFacts });
}

/** @returns The rows of every source that the specification names. */
export async function sampleDatasets(
  chart: Pick<CompiledChart, 'columns' | 'datasets'>,
): Promise<Record<string, JsonObject[]>> {
  const rows: Record<string, JsonObject[]> = {};
  for (const { name, sql } of chart.datasets) {
    rows[name] = await rowsOf(sql);
  }
  return chart.columns.length > 0 || chart.datasets.length === 0
    ? { ...rows, result: chartRows(sampleColumns, sampleRows, chart.columns) }
    : rows;
}

async function rowsOf(sql: string): Promise<JsonObject[]> {
  const read = await connection.runAndReadAll(sql);
  const columns = read.columnNames().map((name, at) => ({
    name,
    type: String(read.columnType(at)),
  }));
  return chartRows(
    columns,
    read.getRows().map(row => row.map(valueOf)),
  );
}
