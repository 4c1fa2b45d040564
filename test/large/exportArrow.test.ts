import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { tableFromIPC, Type, type Table } from '@uwdata/flechette';
import { recordKey } from '../../src/core/protocol/exportRecord';
import { exportedFile } from '../kernel/exporting';
import { openSession, type TestSession } from '../kernel/openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function read(text: string): Promise<Table> {
  const bytes = readFileSync(await exportedFile(kernel, text, 'arrow'));
  return tableFromIPC(new Uint8Array(bytes), {
    useBigInt: true,
    useDecimalInt: true,
    useProxy: false,
  });
}

/** `check(sql, typeId, values)`: what an independent reader makes of a column of these values and a null. */
async function check(
  values: readonly string[],
  typeId: number,
  expected: unknown[],
): Promise<void> {
  const rows = values
    .map((value, index) => `SELECT ${index} AS i, ${value} AS a`)
    .join(' UNION ALL ');
  const table = await read(`SELECT a FROM (${rows} UNION ALL SELECT 99, NULL) ORDER BY i`);
  const column = table.getChild('a');
  assert.equal(column.type.typeId, typeId, values[0]);
  assert.deepEqual([...column], [...expected, null], values[0]);
}

test('numbers keep type and value', async () => {
  await check(['-5::TINYINT'], Type.Int, [-5]);
  await check(['65535::USMALLINT'], Type.Int, [65535]);
  await check(['(-2147483648)::INTEGER'], Type.Int, [-2147483648]);
  await check(['9007199254740993::BIGINT', '-1'], Type.Int, [9007199254740993n, -1n]);
  await check(['18446744073709551615::UBIGINT'], Type.Int, [18446744073709551615n]);
  await check(['0.1::DOUBLE', "'nan'::DOUBLE", "'-inf'::DOUBLE", '-0.0::DOUBLE'], Type.Float, [
    0.1,
    NaN,
    -Infinity,
    -0,
  ]);
  await check(['0.5::FLOAT'], Type.Float, [0.5]);
  await check(['-12.34::DECIMAL(9, 2)', '0.01'], Type.Decimal, [-1234n, 1n]);
  await check(['-123456789012345678901234567.89::DECIMAL(38, 2)'], Type.Decimal, [
    -12345678901234567890123456789n,
  ]);
  await check(['-27021597764222979::HUGEINT'], Type.Decimal, [-27021597764222979n]);
  await check(['true', 'false'], Type.Bool, [true, false]);
});

test('dates and timestamps keep type and value', async () => {
  const day = Date.UTC(2026, 0, 2);
  await check(["DATE '2026-01-02'", "DATE '1969-12-31'"], Type.Date, [day, -86_400_000]);
  await check(["TIMESTAMP '2026-01-02 03:04:05.123456'"], Type.Timestamp, [1767323045123.456]);
  const table = await read(
    "SELECT TIMESTAMPTZ '2026-01-02 03:04:05+02' AS a, TIMESTAMP_S '2026-01-02 00:00:00' AS b",
  );
  assert.equal((table.getChild('a').type as { timezone?: string }).timezone, 'UTC');
  assert.equal(table.getChild('a').at(0), Date.UTC(2026, 0, 2, 1, 4, 5));
  assert.equal(table.getChild('b').at(0), day);
});

test('texts are the texts they were', async () => {
  const texts = ['', '=1+1', 'a\n"b",\tc', 'Ünïcödé 漢字 😀', 'NULL', 'x\u0000y'];
  await check(
    texts.map(text => `'${text}'`.replace("x\u0000y'", "x' || chr(0) || 'y'")),
    Type.Utf8,
    texts,
  );
  await check(["'a'::ENUM('a', 'b')"], Type.Utf8, ['a']);
  await check(["'2c1e1f0a-0000-4000-8000-000000000000'::UUID"], Type.Utf8, [
    '2c1e1f0a-0000-4000-8000-000000000000',
  ]);
  await check(["'\\x01\\xFF'::BLOB"], Type.Binary, [new Uint8Array([1, 255])]);
});

test('lists, structs and maps keep their shape', async () => {
  await check(['[1.5::DOUBLE, NULL]', '[]'], Type.List, [[1.5, null], []]);
  await check(["[['a'], NULL]"], Type.List, [[['a'], null]]);
  await check(["{'a': 1, 'b': [DATE '2026-01-02']}"], Type.Struct, [
    { a: 1, b: [Date.UTC(2026, 0, 2)] },
  ]);
  await check(["MAP {'k': 2, 'l': NULL}"], Type.Map, [
    [
      ['k', 2],
      ['l', null],
    ],
  ]);
});

test('a list of texts behind a null stays at its place', async () => {
  const table = await read("SELECT unnest([['a', 'b'], NULL, ['c']]) AS a");
  assert.deepEqual([...table.getChild('a')], [['a', 'b'], null, ['c']]);
});

test('an empty result has its columns', async () => {
  const table = await read("SELECT 1 AS a, 'x' AS b WHERE false");
  assert.deepEqual([table.numRows, table.names], [0, ['a', 'b']]);
});

test('the metadata of the schema says where the rows come from', async () => {
  const { schema } = await read('FROM bullish_stocks(amount := 2)');
  const record = JSON.parse(schema.metadata?.get(recordKey) ?? '') as Record<string, unknown>;
  assert.equal(record['marketSignals'], 1);
  assert.equal(record['connection'], 'fixture');
});

test('a million rows come in batches and keep their order', async () => {
  const table = await read("SELECT range AS a, 'r' || range AS b FROM range(1000000)");
  assert.equal(table.numRows, 1_000_000);
  assert.ok(table.getChild('a').data.length > 10);
  let index = 0;
  for (const value of table.getChild('a')) {
    assert.equal(value, BigInt(index++));
  }
  assert.equal(table.getChild('b').at(999_999), 'r999999');
});
