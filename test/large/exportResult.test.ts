import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { read, utils } from '@e965/xlsx';
import { tableFromIPC } from '@uwdata/flechette';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../src/core/base/cancellation';
import { recordKey, type ExportFormat } from '../../src/core/protocol/exportRecord';
import type { ShownRows } from '../../src/core/protocol/shownRows';
import { exportedFile } from '../kernel/exporting';
import { openSession, type TestSession } from '../kernel/openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

function exported(text: string, format: ExportFormat): Promise<string> {
  return exportedFile(kernel, text, format);
}

/** `sameRows(file, text)`: what DuckDB's own reader makes of the file is what the query gave. */
async function sameRows(source: string, text: string): Promise<void> {
  const [read, queried] = [await kernel.run(`FROM ${source}`), await kernel.run(text)];
  assert.equal(read.error, null, source);
  assert.deepEqual(read.table?.rows, queried.table?.rows, text);
  assert.deepEqual(read.table?.columns, queried.table?.columns, text);
}

async function csvOf(select: string, format: 'csv' | 'csvRaw' = 'csv'): Promise<string> {
  return readFileSync(await exported(select, format), 'utf8');
}

const typed = `
  SELECT 9007199254740993 AS big, 1234567890123.456789::DECIMAL(20, 6) AS decimal, 0.1::DOUBLE AS number,
    DATE '2026-01-02' AS day, TIMESTAMP '2026-01-02 03:04:05.123456' AS local, true AS yes,
    TIMESTAMPTZ '2026-01-02 03:04:05+00' AS instant, '' AS empty, NULL::VARCHAR AS none, 'a"b,' || chr(10) || 'ç' AS text
  UNION ALL SELECT -1, -0.5, -2.5e-300, DATE '1969-12-31', TIMESTAMP '1900-01-01 00:00:00', false,
    TIMESTAMPTZ '2026-07-01 00:00:00+02', ' x ', '=1+1', 'NULL'`;

test('Parquet gives back every value and type', async () => {
  await sameRows(`'${await exported(typed, 'parquet')}'`, typed);
  const nested = "SELECT [1.5, NULL] AS list, {'a': 1, 'b': 'x'} AS record, MAP {'k': 2} AS map";
  await sameRows(`'${await exported(nested, 'parquet')}'`, nested);
});

test('raw CSV gives back every value, an empty text and a null apart', async () => {
  const file = await exported(typed, 'csvRaw');
  const types = `{big: 'BIGINT', decimal: 'DECIMAL(20,6)', number: 'DOUBLE', day: 'DATE', local: 'TIMESTAMP',
    yes: 'BOOLEAN', instant: 'TIMESTAMPTZ', empty: 'VARCHAR', none: 'VARCHAR', text: 'VARCHAR'}`;
  const reader = `read_csv('${file}', header = true, columns = ${types}, allow_quoted_nulls = false)`;
  await sameRows(reader, typed);
});

test('NDJSON and JSON give back every value', async () => {
  const reader = `SELECT big, decimal::DECIMAL(20, 6) AS decimal, number, day, local, yes,
    instant::TIMESTAMPTZ AS instant, empty, none, text FROM`;
  const types = `columns = {big: 'BIGINT', decimal: 'DECIMAL(20,6)', number: 'DOUBLE', day: 'DATE',
    local: 'TIMESTAMP', yes: 'BOOLEAN', instant: 'TIMESTAMPTZ', empty: 'VARCHAR', none: 'VARCHAR', text: 'VARCHAR'}`;
  const lines = await exported(typed, 'ndjson');
  await sameRows(
    `(${reader} read_json('${lines}', format = 'newline_delimited', ${types}))`,
    typed,
  );
  const file = await exported(typed, 'json');
  const row = types
    .replace(/^columns = \{/, 'STRUCT(')
    .replace(/\}$/, ')')
    .replaceAll(/[:']/g, '');
  const rows = `SELECT unnest(rows, recursive := true) FROM read_json('${file}', columns = {rows: '${row}[]'})`;
  await sameRows(`(${reader} (${rows}))`, typed);
});

test('JSON is one object with the record and the rows, and has no value that JSON has not', async () => {
  const file = await exported(
    `SELECT 'nan'::DOUBLE AS n, '-inf'::FLOAT AS i, NULL::DOUBLE AS none, [1.0::DOUBLE, 'inf'] AS list,
      TIMESTAMPTZ '2026-01-02 03:04:05.5+00' AS t, TIMESTAMP '2026-01-02 03:04:05' AS l`,
    'json',
  );
  const read = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(Object.keys(read), ['provenance', 'rows']);
  assert.deepEqual(read['rows'], [
    {
      n: 'nan',
      i: '-inf',
      none: null,
      list: ['1.0', 'inf'],
      t: '2026-01-02T03:04:05.5+00:00',
      l: '2026-01-02T03:04:05',
    },
  ]);
});

test('an empty result is an empty array in JSON and a header in CSV', async () => {
  const text = 'SELECT 1 AS a WHERE false';
  const read: unknown = JSON.parse(readFileSync(await exported(text, 'json'), 'utf8'));
  assert.deepEqual((read as { rows: unknown }).rows, []);
  assert.equal(await csvOf(text), 'a\n');
});

test('a text that a spreadsheet would run begins with an apostrophe, whatever its column is', async () => {
  const cells = ['=1+1', '+x', '-x', '@x'];
  for (const cell of cells) {
    assert.equal(await csvOf(`SELECT '${cell}' AS a`), `a\n'${cell}\n`);
  }
  assert.equal(await csvOf("SELECT chr(9) || '=1' AS a"), "a\n'\t=1\n");
  assert.match(await csvOf("SELECT chr(13) || '=1' AS a"), /^a\n"?'\r=1"?\n$/);
  assert.equal(await csvOf("SELECT '=1'::ENUM('=1') AS a"), "a\n'=1\n");
  assert.equal(await csvOf("SELECT '=1'::BLOB AS a"), "a\n'=1\n");
  assert.equal(await csvOf('SELECT 1 AS "=head"'), "'=head\n1\n");
});

test('numbers, dates and texts inside are not changed', async () => {
  assert.equal(
    await csvOf(
      "SELECT -1 AS a, -2.5::DOUBLE AS b, -3::HUGEINT AS c, -0.5::DECIMAL(4,1) AS d, 'a=b' AS e, '-inf'::DOUBLE AS f",
    ),
    'a,b,c,d,e,f\n-1,-2.5,-3,-0.5,a=b,-inf\n',
  );
});

test('raw CSV changes no text', async () => {
  assert.equal(await csvOf('SELECT \'=1+1\' AS "=a"', 'csvRaw'), '=a\n=1+1\n');
});

test('a sum of integers stays exact in Parquet', async () => {
  const file = await exported('SELECT sum(9007199254740993) AS s FROM range(3)', 'parquet');
  const { table } = await kernel.run(`FROM '${file}'`);
  assert.deepEqual(table?.rows, [['27021597764222979']]);
});

test('Parquet and JSON carry where their rows come from', async () => {
  const call = 'FROM bullish_stocks(amount := 2)';
  const file = await exported(call, 'parquet');
  const { table } = await kernel.run(
    `SELECT decode(value) FROM parquet_kv_metadata('${file}') WHERE decode(key) = '${recordKey}'`,
  );
  const record = JSON.parse(String(table?.rows[0]?.[0])) as Record<string, unknown>;
  assert.equal(record['marketSignals'], 1);
  assert.equal(record['synthetic'], true);
  assert.equal(record['connection'], 'fixture');
  const [made] = record['calls'] as { function: string }[];
  assert.equal(made?.function, 'bullish_stocks');
  const json: unknown = JSON.parse(readFileSync(await exported(call, 'json'), 'utf8'));
  const { provenance } = json as { provenance: Record<string, unknown> };
  assert.deepEqual(Object.keys(provenance), Object.keys(record));
});

test('a million rows keep their order', async () => {
  const text = 'SELECT (range * 7919) % 1000003 AS a FROM range(1000000)';
  const file = await exported(text, 'parquet');
  const { table } = await kernel.run(
    `SELECT count(*), bool_and(a = (file_row_number * 7919) % 1000003) FROM read_parquet('${file}', file_row_number = true)`,
  );
  assert.deepEqual(table?.rows, [[1_000_000, true]]);
});

test('what a grid shows is exported in its order, in every format', async () => {
  const text = "SELECT range AS i, range % 3 AS g, 't' || range AS t FROM range(10)";
  const shown: ShownRows = {
    arrangement: {
      sort: [
        { column: 1, descending: true },
        { column: 0, descending: true },
      ],
      filters: [{ kind: 'range', column: 0, from: '2', to: '8' }],
    },
    columns: [2, 0],
  };
  const expected = [8, 5, 2, 7, 4, 6, 3].map(i => [`t${i}`, i]);
  const parquet = await kernel.run(`FROM '${await exportedFile(kernel, text, 'parquet', shown)}'`);
  assert.deepEqual(parquet.table?.rows, expected);
  assert.deepEqual(
    parquet.table?.columns.map(({ name }) => name),
    ['t', 'i'],
  );
  const csv = readFileSync(await exportedFile(kernel, text, 'csv', shown), 'utf8');
  assert.equal(csv, ['t,i', ...expected.map(row => row.join(',')), ''].join('\n'));
  const book = read(readFileSync(await exportedFile(kernel, text, 'xlsx', shown)));
  assert.ok(book.Sheets['Result']);
  assert.deepEqual(utils.sheet_to_json(book.Sheets['Result'], { header: 1 }).slice(1), expected);
  const arrow = tableFromIPC(readFileSync(await exportedFile(kernel, text, 'arrow', shown)));
  assert.deepEqual(
    [...arrow.getChild('t')],
    expected.map(([t]) => t),
  );
  const columns = { ...shown, arrangement: { sort: [], filters: [] } };
  assert.match(
    readFileSync(await exportedFile(kernel, text, 'csv', columns), 'utf8'),
    /^t,i\nt0,0/,
  );
});

test('a column that the result has not is refused', async () => {
  const shown = { arrangement: { sort: [], filters: [] }, columns: [1] };
  await assert.rejects(exportedFile(kernel, 'SELECT 1 AS a', 'csv', shown), /no column 2/);
});

const formats = ['csv', 'csvRaw', 'json', 'ndjson', 'parquet', 'arrow', 'xlsx'] as const;
/** DuckDB reports its progress now and then, our own writers after each chunk of rows. */
const [manyRows, severalChunks] = [300_000, 100_000];
const stored = new Map<number, Promise<string>>();

/** @returns The result that has so many rows. */
function resultOf(rowCount: number): Promise<string> {
  const known = stored.get(rowCount);
  const text = `SELECT range AS a, repeat('x', 200) AS b FROM range(${rowCount})`;
  const result = known ?? kernel.run(text).then(({ table }) => table?.id ?? '');
  stored.set(rowCount, result);
  return result;
}

for (const format of formats) {
  const rowCount = format === 'arrow' || format === 'xlsx' ? severalChunks : manyRows;

  test(`an export as ${format} says how many rows are done, all of them at the end`, async () => {
    const told: number[] = [];
    const params = { resultId: await resultOf(rowCount), format, record: null };
    await kernel.session.ask('export', params, uncancellable, rows => told.push(rows));
    assert.equal(told.at(-1), rowCount);
    assert.deepEqual(
      told,
      told.toSorted((one, other) => one - other),
    );
  });

  test(`a cancelled export as ${format} leaves no file and disturbs nothing else`, async () => {
    const resultId = await resultOf(rowCount);
    const params = { resultId, format, record: { marketSignals: 1 } };
    const file = await exported('SELECT 1 AS a', 'csv');
    const before = readdirSync(path.dirname(file));
    const source = new CancellationSource();
    const writing = kernel.session.ask('export', params, source, () => source.cancel());
    const page = kernel.session.ask('page', { resultId, offset: 0, limit: 1 });
    await assert.rejects(writing, CancelledError);
    assert.equal((await page).rows.length, 1);
    assert.deepEqual(readdirSync(path.dirname(file)), before);
    assert.ok(existsSync(await exported('SELECT 1 AS a', format)));
    if (format === 'csv' || format === 'xlsx') {
      // One of DuckDB's writers and one of ours: the same export again.
      const again = await kernel.session.ask('export', params, uncancellable);
      assert.ok(existsSync(again.path));
    }
  });
}

test('an export that is cancelled before it begins writes nothing', async () => {
  const params = { resultId: await resultOf(manyRows), format: 'csv' as const, record: null };
  const file = await exported('SELECT 1 AS a', 'csv');
  const before = readdirSync(path.dirname(file));
  const source = new CancellationSource();
  const writing = kernel.session.ask('export', params, source);
  source.cancel();
  await assert.rejects(writing, CancelledError);
  assert.deepEqual(readdirSync(path.dirname(file)), before);
});

test('a result that is no longer kept says so', async () => {
  await assert.rejects(
    kernel.session.ask('export', { resultId: 'none', format: 'csv', record: null }, uncancellable),
    /run its cell again/,
  );
});
