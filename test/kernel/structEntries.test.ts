import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import { uncancellable } from '../../src/core/base/cancellation';
import type { ExportFormat } from '../../src/core/protocol/exportRecord';
import { exportedFile } from './exporting';
import { openSession, type TestSession } from './openSession';

const names = ['__proto__', 'constructor', 'toString', '0'];
const struct = `{${names.map((name, at) => `'${name}': ${at + 5}`).join(', ')}}`;
const sql = `SELECT ${struct} AS s, [{'__proto__': 5}, NULL] AS l, MAP {'__proto__': {'__proto__': 'a'}} AS m,
  {'__proto__': {'__proto__': 6}} AS n, 7 AS "__proto__" FROM range(3)`;
/** As JSON says it, since an object literal sets its prototype. */
const row: unknown = JSON.parse(
  '[{"0":8,"__proto__":5,"constructor":6,"toString":7},[{"__proto__":5},null],' +
    '[{"key":"__proto__","value":{"__proto__":"a"}}],{"__proto__":{"__proto__":6}},7]',
);
let kernel: TestSession;

before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function exported(format: ExportFormat): Promise<string> {
  return readFile(await exportedFile(kernel, sql, format), 'utf8');
}

test('a field called __proto__ is shown and paged like every other', async () => {
  const { table, error } = await kernel.run(sql);
  assert.equal(error, null);
  const shown = JSON.parse(JSON.stringify(table?.rows)) as unknown;
  assert.deepEqual(shown, [row, row, row]);
  const part = { resultId: table?.id ?? '', offset: 1, limit: 1 };
  const page = await kernel.session.ask('page', part, uncancellable);
  assert.deepEqual(JSON.parse(JSON.stringify(page.rows)), [row]);
});

test('it is in exports of every format', async () => {
  assert.match(await exported('csv'), /'__proto__': 5/);
  assert.match(await exported('json'), /\{"__proto__":5,"constructor":6,"toString":7,"0":8\}/);
  assert.match(await exported('ndjson'), /"n":\{"__proto__":\{"__proto__":6\}\}/);
  const arrow = tableFromIPC(await readFile(await exportedFile(kernel, sql, 'arrow')));
  const vector = arrow.getChild('s')?.getChild('__proto__');
  assert.deepEqual([...(vector ?? [])].map(Number), [5, 5, 5]);
  const parquet = await exportedFile(kernel, sql, 'parquet');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const read = await connection.runAndReadAll(
    `SELECT s['__proto__'], n['__proto__']['__proto__'] FROM '${parquet}' LIMIT 1`,
  );
  assert.deepEqual(read.getRows(), [[5, 6]]);
  connection.closeSync();
});
