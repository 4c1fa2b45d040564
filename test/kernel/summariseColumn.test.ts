import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CountedValues } from '../../src/kernel/countValues';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function summaryOf(text: string, column = 0) {
  const { table, error } = await kernel.run(text);
  assert.equal(error, null, text);
  return kernel.session.summary({ resultId: table?.id ?? '', column });
}

test('a column of numbers has its counts, its ends and a histogram of all its finite values', async () => {
  const summary = await summaryOf(
    `SELECT CASE WHEN i = 100 THEN NULL ELSE i::DOUBLE END AS "a ""b" FROM range(101) r(i)`,
  );
  assert.equal(summary.name, 'a "b');
  assert.equal(summary.rowCount, 101);
  assert.equal(summary.nullCount, 1);
  assert.equal(summary.distinctCount, 100);
  assert.equal(summary.isDistinctApproximate, false);
  assert.deepEqual([summary.least, summary.greatest], ['0.0', '99.0']);
  assert.equal(summary.histogram.length, 24);
  assert.equal(
    summary.histogram.reduce((sum, count) => sum + count),
    100,
  );
  const odd = await summaryOf(`SELECT unnest([1::DOUBLE, 'NaN'::DOUBLE, 'inf'::DOUBLE, 1]) AS x`);
  assert.equal(
    odd.histogram.reduce((sum, count) => sum + count),
    2,
  );
});

async function valuesOf(resultId: string, wanted: Partial<CountedValues>): Promise<string> {
  const { values, hasMore } = await kernel.session.values({
    resultId,
    column: 0,
    search: '',
    filters: [],
    ...wanted,
  });
  return `${values.map(({ text, count }) => `${text} ${count}`).join(', ')}${hasMore ? '…' : ''}`;
}

test('the most frequent values come first, the missing among them, as searched and filtered', async () => {
  const { table } = await kernel.run(
    `FROM (VALUES ('b', 1), ('a', 2), ('b', 3), (NULL, 4), (NULL, 5), (NULL, 6), ('%A', 7)) v`,
  );
  const id = table?.id ?? '';
  assert.equal(await valuesOf(id, {}), 'null 3, b 2, %A 1, a 1');
  assert.equal(await valuesOf(id, { search: 'A' }), '%A 1, a 1');
  assert.equal(await valuesOf(id, { search: '%' }), '%A 1');
  const filters = [{ kind: 'range', column: 1, from: '2', to: '4' } as const];
  assert.equal(await valuesOf(id, { filters }), 'a 1, b 1, null 1');
  assert.equal(await valuesOf(id, { column: 1, search: '7' }), '7 1');
  await assert.rejects(valuesOf(id, { column: 2 }), /no column 3/);
});

test('of many values two hundred are told, and that there are more', async () => {
  const { table } = await kernel.run('SELECT i AS a FROM range(201) r(i)');
  const told = await valuesOf(table?.id ?? '', {});
  assert.equal(told.split(', ').length, 200);
  assert.ok(told.endsWith('…'));
});

test('a text column has its ends and no histogram', async () => {
  const { least, greatest, histogram } = await summaryOf(
    `SELECT unnest(['b', NULL, 'a', 'c']) AS x`,
  );
  assert.deepEqual([least, greatest], ['a', 'c']);
  assert.deepEqual(histogram, []);
});

test('dates, instants, lists, and a result without rows have what there is of them', async () => {
  const dates = await summaryOf(`SELECT DATE '2026-01-01' + i::INTEGER AS d FROM range(48) r(i)`);
  assert.deepEqual([dates.least, dates.greatest], ['2026-01-01', '2026-02-17']);
  assert.deepEqual(dates.histogram, Array(24).fill(2));
  const instants = await summaryOf(
    `SELECT unnest([TIMESTAMPTZ '2026-01-01 00:00:00+00', 'infinity']) AS t`,
  );
  assert.deepEqual(instants.histogram.slice(0, 1), [1]);
  const lists = await summaryOf('SELECT [1, 2] AS l');
  assert.deepEqual([lists.least, lists.distinctCount, lists.histogram], [null, 1, []]);
  const none = await summaryOf('SELECT 1 AS a WHERE false');
  assert.deepEqual([none.rowCount, none.least, none.histogram], [0, null, []]);
});

test('of a long column the different values are estimated, and it says so', async () => {
  const { isDistinctApproximate, distinctCount } = await summaryOf(
    'SELECT i AS a FROM range(1000001) r(i)',
  );
  assert.equal(isDistinctApproximate, true);
  assert.ok(Math.abs(distinctCount - 1e6) < 1e5);
});

test('a column that the result has not is refused', async () => {
  await assert.rejects(summaryOf('SELECT 1 AS a', 1), /no column 2/);
});
