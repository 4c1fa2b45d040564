import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CountedValues } from '../../src/kernel/relation/countValues';
import type { SummaryParams } from '../../src/core/protocol/questions';
import type { ColumnSummary } from '../../src/core/protocol/columnSummary';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function summaryOf(text: string, column = 0, wanted: Partial<SummaryParams> = {}) {
  const { table, error } = await kernel.run(text);
  assert.equal(error, null, text);
  return kernel.session.ask('summary', {
    resultId: table?.id ?? '',
    column,
    filters: [],
    ...wanted,
  });
}

test('a column of numbers has its counts, its ends and a histogram of all its finite values', async () => {
  const summary = await summaryOf(
    `SELECT CASE WHEN i = 100 THEN NULL ELSE i::DOUBLE END AS "a ""b" FROM range(101) r(i)`,
  );
  assert.equal(summary.name, 'a "b');
  assert.equal(summary.rowCount, 101);
  assert.equal(summary.nullCount, 1);
  assert.equal(summary.distinctCount, 100);
  assert.equal(summary.isApproximate, false);
  assert.deepEqual([summary.least, summary.greatest], ['0.0', '99.0']);
  assert.equal(summary.bins.length, 16);
  assert.equal(inBins(summary), 100);
  const odd = await summaryOf(`SELECT unnest([1::DOUBLE, 'NaN'::DOUBLE, 'inf'::DOUBLE, 1]) AS x`);
  assert.equal(inBins(odd), 2);
});

function inBins({ bins }: ColumnSummary): number {
  return bins.reduce((sum, { count }) => sum + count, 0);
}

test('mean, deviation and quartiles are those of the finite values', async () => {
  const { moments, least, greatest } = await summaryOf(
    `SELECT unnest([1::DOUBLE, 2, 3, 4, 10, NULL, 'nan'::DOUBLE, 'inf'::DOUBLE]) AS x`,
  );
  assert.deepEqual(moments, {
    mean: 4,
    isApproximate: false,
    standardDeviation: Math.sqrt(12.5),
    lowerQuartile: 2,
    median: 3,
    upperQuartile: 4,
  });
  assert.deepEqual([least, greatest], ['1.0', 'inf'], 'NaN is no end');
  const one = await summaryOf('SELECT 2.50::DECIMAL(5, 2) AS x');
  assert.deepEqual([one.moments?.median, one.moments?.standardDeviation], [2.5, null]);
  assert.equal((await summaryOf(`SELECT 'a' AS x`)).moments, null);
  assert.equal((await summaryOf(`SELECT 'nan'::DOUBLE AS x`)).moments, null);
});

test('bins of integers and of days have whole units, and their ends select exactly their rows', async () => {
  const days = await summaryOf(`SELECT DATE '2026-01-01' + i::INTEGER AS d FROM range(20) r(i)`);
  assert.deepEqual(days.bins.slice(0, 2), [
    { count: 2, from: '2026-01-01', to: '2026-01-02' },
    { count: 2, from: '2026-01-03', to: '2026-01-04' },
  ]);
  assert.equal(days.bins.length, 10);
  const queries = [
    'SELECT sin(i) AS x FROM range(500) r(i)',
    'SELECT sin(i)::FLOAT AS x FROM range(500) r(i)',
    'SELECT (sin(i) * 100)::DECIMAL(9, 4) AS x FROM range(500) r(i)',
    'SELECT (sin(i) * 100)::INTEGER AS x FROM range(500) r(i)',
    `SELECT TIMESTAMP '2026-01-01' + to_hours(i * i) AS x FROM range(50) r(i)`,
  ];
  for (const query of queries) {
    const { table } = await kernel.run(query);
    const resultId = table?.id ?? '';
    const { bins } = await kernel.session.ask('summary', { resultId, column: 0, filters: [] });
    assert.ok(bins.length > 1 && bins.length <= 16, query);
    for (const { count, from, to } of bins.filter(bin => bin.count > 0)) {
      const filters = [{ kind: 'range', column: 0, from, to } as const];
      const arrangement = { sort: [], filters };
      const { rowCount } = await kernel.session.ask('page', {
        resultId,
        offset: 0,
        limit: 0,
        arrangement,
      });
      assert.equal(rowCount, count, `${query}: ${from} to ${to}`);
    }
  }
});

test('bins reach over all doubles, and days that no filter can name have no ends', async () => {
  const wide = await summaryOf('SELECT unnest([-1.7e308, 1.7e308, 0, 1]::DOUBLE[]) AS x');
  assert.deepEqual([wide.bins.length, inBins(wide)], [16, 4]);
  const { bins } = await summaryOf(`SELECT unnest(['0044-03-15 (BC)', '2026-01-01']::DATE[]) AS d`);
  assert.deepEqual(bins[0], { count: 1, from: null, to: null });
  assert.equal(bins.at(-1)?.from, '2026-01-01');
});

test('a summary is of the rows that fit the filters', async () => {
  const filter = { kind: 'range', column: 1, from: '2', to: null } as const;
  const filters = [filter];
  const text = `FROM (VALUES ('b', 1), ('a', 2), ('a', 3), (NULL, 4)) v`;
  const summary = await summaryOf(text, 0, { filters });
  assert.deepEqual(
    [summary.rowCount, summary.nullCount, summary.tops],
    [3, 1, [{ text: 'a', count: 2 }]],
  );
  await assert.rejects(summaryOf(text, 0, { filters: [{ ...filter, column: 2 }] }), /column 3/);
});

async function valuesOf(resultId: string, wanted: Partial<CountedValues>): Promise<string> {
  const { values, hasMore } = await kernel.session.ask('values', {
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

test('a text column has its ends and its most frequent values, and no bins', async () => {
  const { least, greatest, bins, tops } = await summaryOf(
    `SELECT unnest(['b', NULL, NULL, 'a', 'c', 'b', 'd']) AS x`,
  );
  assert.deepEqual([least, greatest, bins], ['a', 'd', []]);
  assert.deepEqual(
    tops.map(({ text, count }) => `${text} ${count}`),
    ['b 2', 'a 1', 'c 1'],
  );
});

test('dates, instants, lists, and a result without rows have what there is of them', async () => {
  const dates = await summaryOf(`SELECT DATE '2026-01-01' + i::INTEGER AS d FROM range(48) r(i)`);
  assert.deepEqual([dates.least, dates.greatest], ['2026-01-01', '2026-02-17']);
  assert.deepEqual(
    dates.bins.map(({ count }) => count),
    Array(16).fill(3),
  );
  const instants = await summaryOf(
    `SELECT unnest([TIMESTAMPTZ '2026-01-01 00:00:00+00', 'infinity']) AS t`,
  );
  assert.deepEqual(instants.bins, [{ count: 1, from: '2026-01-01', to: '2026-01-01' }]);
  const lists = await summaryOf('SELECT [1, 2] AS l');
  assert.deepEqual([lists.least, lists.distinctCount, lists.bins], [null, 1, []]);
  const none = await summaryOf('SELECT 1 AS a WHERE false');
  assert.deepEqual([none.rowCount, none.least, none.bins, none.tops], [0, null, [], []]);
});

test('of a long column the different values are estimated, and it says so', async () => {
  const { isApproximate, distinctCount, moments } = await summaryOf(
    'SELECT i AS a FROM range(1000001) r(i)',
  );
  assert.equal(isApproximate, true);
  // DuckDB's estimate differs by half a percent from run to run, seldom by more than one.
  assert.ok(Math.abs((moments?.median ?? 0) - 5e5) < 3e4);
  assert.ok(Math.abs(distinctCount - 1e6) < 1e5);
  assert.equal(moments?.isApproximate, true);
});

test('no more different values are estimated than there are values, and few are counted', async () => {
  const all = await summaryOf('SELECT CASE WHEN i > 0 THEN i END AS a FROM range(2000000) r(i)');
  assert.equal(all.isApproximate, true);
  assert.ok(all.distinctCount <= 1_999_999, String(all.distinctCount));
  const few = await summaryOf('SELECT i % 30011 AS a FROM range(1000001) r(i)');
  assert.deepEqual([few.isApproximate, few.distinctCount], [false, 30_011]);
});

test('a column that the result has not is refused', async () => {
  await assert.rejects(summaryOf('SELECT 1 AS a', 1), /no column 2/);
});
