import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JsonObject } from '../../src/core/base/json';
import { openCharts } from './openCharts';

const { opened, chartOf, rowsOf, check, checkPlace } = await openCharts();
after(() => opened.close());

const six = 'SELECT unnest([1, 2, 2, 3, 4, 9]) AS v';

test('a histogram counts rows in bins, and the last bin holds the highest value', async () => {
  await check(`${six} VISUALISE v AS x DRAW histogram SETTING bins => 4`, [
    { v: 1, 'v end': 3, count: 3, density: 0.25 },
    { v: 3, 'v end': 5, count: 2, density: 2 / 12 },
    { v: 7, 'v end': 9, count: 1, density: 1 / 12 },
  ]);
  await check(`${six} VISUALISE v AS x DRAW histogram SETTING binwidth => 2 FILTER v < 9`, [
    { v: 0, 'v end': 2, count: 1, density: 0.1 },
    { v: 2, 'v end': 4, count: 3, density: 0.3 },
    { v: 4, 'v end': 6, count: 1, density: 0.1 },
  ]);
});

test('what is computed of rows keeps apart from their own columns, in any case of letters', async () => {
  await check(
    `SELECT unnest([1, 1, 2]) AS count VISUALISE count AS x DRAW histogram SETTING binwidth => 1`,
    [
      { count: 1, 'count end': 2, 'count (computed)': 2, density: 2 / 3 },
      { count: 2, 'count end': 3, 'count (computed)': 1, density: 1 / 3 },
    ],
  );
  await check(
    `SELECT unnest([1, 1]) AS v, 'p' AS "Count", 'q' AS "v end", 'r' AS "COUNT (computed)"
     VISUALISE v AS x, "Count" AS fill DRAW histogram FACET "v end"`,
    [
      {
        v: 1,
        'v end (computed)': 2,
        'count (computed 2)': 2,
        density: 1,
        Count: 'p',
        'v end': 'q',
      },
    ],
  );
  await check(
    `FROM (VALUES (1, 'p', 'q'), (3, 'p', 'q')) t(lower, q1, outlier)
     VISUALISE outlier AS x, lower AS y, q1 AS fill DRAW boxplot SETTING coef => 9`,
    [
      {
        ...{ 'lower (computed)': 1, 'q1 (computed)': 1.5, median: 2, q3: 2.5, upper: 3 },
        ...{ 'outlier (computed)': 2, outlier: 'q', q1: 'p', slot: 1 },
      },
    ],
  );
  await check(
    `FROM (VALUES (1, 'p', 'q'), (1, 'p', 'q')) t(v, rows, "v start")
     VISUALISE v AS x, rows AS fill DRAW bar SCALE BINNED x SETTING breaks => [0, 2] FACET "v start"`,
    [
      {
        ...{ 'v start (computed)': 0, rows: 'p', 'v end': 2, 'v start': 'q' },
        'rows (computed)': 2,
      },
    ],
  );
  await check(
    `FROM (VALUES ('p', 1), ('p', 3)) t("mean of s", s)
     VISUALISE "mean of s" AS x, s AS y DRAW bar SETTING aggregate => 'mean'`,
    [{ 'mean of s (computed)': 2, 'mean of s': 'p' }],
  );
});

test('a computed column that had to be called otherwise stands on its axis under its title', async () => {
  const { chart } = await chartOf(
    'SELECT unnest([1, 2, 4]) AS density VISUALISE density AS x DRAW density',
  );
  const { layer, encoding } = chart.spec as unknown as {
    layer: { encoding: { tooltip?: { field: string; title: string }[] } }[];
    encoding: { y: { field: string; title: string } };
  };
  assert.deepEqual([encoding.y.field, encoding.y.title], ['density (computed)', 'Density']);
  const entries = layer.flatMap(({ encoding: own }) => own?.tooltip ?? []);
  assert.deepEqual(
    entries.map(({ field, title }) => [field, title]),
    [
      ['density', 'Density'],
      ['density (computed)', 'density (computed)'],
    ],
  );
  const rows = await rowsOf(chart);
  assert.equal(rows.length, 200);
  assert.ok(rows.every(row => Number(row['density (computed)']) > 0));
});

test('a box plot has interpolated quartiles, and whiskers end at the last row inside', async () => {
  await check(
    `SELECT 'a' AS k, unnest([1, 2, 3, 4, 100]) AS v VISUALISE k AS x, v AS y DRAW boxplot`,
    [
      { lower: 1, q1: 2, median: 3, q3: 4, upper: 4, outlier: 3, k: 'a' },
      { lower: null, q1: null, median: null, q3: null, upper: null, outlier: 100, k: 'a' },
    ],
  );
});

test('a bar at a literal counts the rows of which it draws no column, in each panel', async () => {
  const rows = `SELECT i AS v, if(i < 2, 'p', 'q') AS k FROM range(5) t(i) VISUALISE 'total' AS x`;
  await check(`${rows} DRAW bar`, [{ rows: 5 }]);
  await check(`${rows} DRAW bar MAPPING 'all' AS fill FILTER v > 0`, [{ rows: 4 }]);
  await check(`${rows} DRAW bar FACET k`, [
    { rows: 2, k: 'p' },
    { rows: 3, k: 'q' },
  ]);
  const { chart } = await chartOf(`${rows} DRAW bar LABEL y => 'How many'`);
  const { encoding } = chart.spec as { encoding?: { y?: JsonObject } };
  assert.equal(encoding?.y?.['title'], 'How many');
  assert.equal(encoding.y['field'], 'rows');
});

test('marks of literals alone are drawn without a row', async () => {
  const { chart, notes } = await chartOf(`FROM range(100_000) VISUALISE 3 AS x, 4 AS y DRAW point`);
  assert.deepEqual([chart.datasets.map(({ rows }) => rows), notes], [[[]], []]);
});

test('a box plot at a literal is one box, or one a colour beside each other', async () => {
  const rows = `FROM (VALUES (1, 'p'), (2, 'p'), (3, 'q')) t(v, k)`;
  const box = (place: string): string => `${rows} VISUALISE ${place} DRAW boxplot`;
  const one = { lower: 1, q1: 1.5, median: 2, q3: 2.5, upper: 3, outlier: 2 };
  await check(box(`'all' AS x, v AS y`), [one]);
  await check(box(`'all' AS y, v AS x`), [one]);
  await check(box(`'all' AS x, v AS y, k AS fill`), [
    { lower: 1, q1: 1.25, median: 1.5, q3: 1.75, upper: 2, outlier: 1.5, k: 'p', slot: 1 },
    { lower: 3, q1: 3, median: 3, q3: 3, upper: 3, outlier: 3, k: 'q', slot: 2 },
  ]);
});

test('the straight line of least squares ends where the data ends', async () => {
  await check(
    `FROM (VALUES (0, 1), (1, 3), (2, 5), (4, 9)) t(a, b)
     VISUALISE a AS x, b AS y DRAW smooth SETTING method => 'ols'`,
    [
      { a: 0, b: 1 },
      { a: 4, b: 9 },
    ],
  );
});

test('a moving mean starts with the first full window of each series', async () => {
  await check(
    `FROM (VALUES (1, 1, 'p'), (2, 3, 'p'), (3, 8, 'p'), (1, 5, 'q')) t(a, b, s)
     VISUALISE a AS x, b AS y, s AS colour DRAW smooth SETTING method => 'moving', window => 2`,
    [
      { a: 2, b: 2, s: 'p' },
      { a: 3, b: 5.5, s: 'p' },
    ],
  );
});

test('a density is the mean of the kernels, and its area is 1', async () => {
  const { chart } = await chartOf(
    'SELECT unnest([0.0, 4.0]) AS v VISUALISE v AS x DRAW density SETTING bandwidth => 1',
  );
  const rows = await rowsOf(chart);
  const kernel = (u: number): number => Math.exp(-0.5 * u * u) / Math.sqrt(2 * Math.PI);
  for (const row of rows) {
    const at = Number(row['v']);
    const expected = (kernel(at) + kernel(at - 4)) / 2;
    assert.ok(Math.abs(Number(row['density']) - expected) < 1e-12);
  }
  const step = Number(rows[1]?.['v']) - Number(rows[0]?.['v']);
  const area = rows.reduce((sum, row) => sum + Number(row['density']) * step, 0);
  assert.ok(Math.abs(area - 1) < 0.01, String(area));
});

test('a label of the measured values tells what was computed of them', async () => {
  await check(
    `SELECT unnest(['a', 'a', 'b']) AS k, unnest([1, 2, 4]) AS v
    VISUALISE k AS y, v AS x DRAW text MAPPING v AS label SETTING aggregate => 'sum'`,
    [
      { 'sum of v': 3, k: 'a' },
      { 'sum of v': 4, k: 'b' },
    ],
  );
});

test('an aggregate is one row a group, in the order of the rows, and skips what is missing', async () => {
  const rows = `FROM (VALUES ('b', 1), ('a', 4), ('b', 3), ('a', NULL)) t(k, v)`;
  for (const [word, b, a] of [
    ['mean', 2, 4],
    ['sum', 4, 4],
    ['median', 2, 4],
    ['min', 1, 4],
    ['max', 3, 4],
    ['count', 2, 1],
  ] as const) {
    await check(
      `${rows} VISUALISE k AS x, v AS y DRAW bar SETTING aggregate => '${word}'`,
      [
        { k: 'b', [`${word} of v`]: b },
        { k: 'a', [`${word} of v`]: a },
      ].map(({ k, ...value }) => ({ [`${word} of v`]: Object.values(value)[0] ?? null, k })),
    );
  }
});

test('a layer may draw another table, and each dataset has its name', async () => {
  await opened.run('CREATE OR REPLACE TABLE marks AS SELECT 2 AS at_x');
  const { chart } = await chartOf(
    `${six} VISUALISE v AS x, v AS y DRAW point DRAW rule MAPPING at_x AS x, null AS y FROM marks`,
  );
  assert.deepEqual(
    chart.datasets.map(({ name }) => name),
    ['result', 'rows'],
  );
  assert.deepEqual(await rowsOf(chart, 'rows'), [{ at_x: 2 }]);
});

test('a condition and a table that the engine refuses are told where they stand', async () => {
  const points = `${six} VISUALISE v AS x, v AS y DRAW point`;
  await checkPlace(
    `${points}\n SETTING size => 2 FILTER v > 0 AND nothing > 1`,
    'nothing',
    /nothing/,
  );
  await checkPlace(`${points} FILTER v > (SELECT 1`, 'v > (SELECT 1', /./);
  await checkPlace(`${points} MAPPING v AS y\nFROM no_table`, 'no_table', /no_table/);
  await checkPlace(
    `${points} FILTER CAST('x' || v AS INTEGER) > 1`,
    "CAST('x'",
    /Could not convert/,
  );
  await checkPlace(
    `${six} VISUALISE v AS x FROM marks DRAW histogram`,
    'marks',
    /is not allowed here/,
  );
});

test('a statistic of a literal is told of where its layer stands', async () => {
  await checkPlace(`${six} VISUALISE 3 AS x DRAW histogram`, 'DRAW', /needs x: map a column/);
  await checkPlace(`${six} VISUALISE v AS x, 'k' AS y DRAW smooth`, 'DRAW', /needs y/);
  await checkPlace(`${six} VISUALISE 'k' AS x, 3 AS y DRAW boxplot`, 'DRAW', /needs y/);
});

test('a layer reads the common tables of the query', async () => {
  const { chart } = await chartOf(
    `WITH low AS (SELECT 1 AS v), high AS (SELECT v + 8 AS v FROM low) SELECT * FROM low
     VISUALISE v AS x, v AS y DRAW point DRAW line FROM high h FILTER v > 3`,
  );
  assert.deepEqual(await rowsOf(chart, 'rows'), [{ v: 9 }]);
});

test('signal functions in a layer are asked for like those of the query', async () => {
  const text = `FROM bullish_stocks(amount := 5) VISUALISE rank AS x, bull_bear_score AS y DRAW point
    FILTER entity IN (SELECT entity FROM bullish_stocks(amount := 2))
    DRAW rule MAPPING m AS y, null AS x FROM (SELECT avg(score) AS m FROM bull_bear_score_ts('company:x'))`;
  const { error, chart, provenance } = await opened.run(text);
  assert.equal(error, null);
  assert.ok(chart);
  assert.equal(provenance.calls.length, 3);
  assert.equal((await rowsOf(chart, 'rows')).length, 2);
  assert.equal((await rowsOf(chart, 'rows 2')).length, 1);
  await checkPlace(
    `${six} VISUALISE v AS x, v AS y DRAW point FROM bullish_stocks(amont := 2)`,
    'amont',
    /amont/,
  );
});

test('panels of layers with different rows share one dataset also beyond the limit, and a table without their column stands in each', async () => {
  await opened.run('CREATE OR REPLACE TABLE marks AS SELECT 2 AS at_x');
  const { chart } =
    await chartOf(`SELECT i AS t, CASE WHEN i % 2 = 0 THEN 'p' ELSE 'q' END AS s, sin(i / 999.0) AS v
    FROM range(200_000) r(i) VISUALISE t AS x, v AS y DRAW line DRAW point FILTER v > 0
    DRAW rule MAPPING at_x AS x, null AS y FROM marks FACET s`);
  assert.deepEqual(chart.datasets.map(({ name }) => name).sort(), ['panels', 'rows']);
  const rows = await rowsOf(chart, 'panels');
  assert.ok(rows.length > 1000 && rows.length <= 50_000, String(rows.length));
  const parts = new Set(rows.map(row => `${String(row['layer part'])} ${String(row['s'])}`));
  assert.deepEqual([...parts].sort(), ['1 p', '1 q', '2 p', '2 q']);
});

test('panels stand in so many rows, in the order in which the rows have them', async () => {
  const rows = `SELECT i AS t, i % 7 AS v, 'p' || (9 - i % 7) AS s FROM range(70) r(i)`;
  const clause = 'VISUALISE t AS x, v AS y DRAW line FACET s SETTING nrow => 2';
  assert.equal((await chartOf(`${rows} ${clause}`)).chart.spec['columns'], 4);
  const chosen = `${clause} SCALE panel FROM ['p3', 'p4']`;
  const { spec } = (await chartOf(`${rows} ${chosen}`)).chart;
  assert.equal(spec['columns'], 1);
  assert.deepEqual((spec['facet'] as { sort: unknown }).sort, ['p3', 'p4']);
});

test('up to six lines are named where they end, also where they are reduced', async () => {
  const of = (count: number): string =>
    `SELECT i AS t, 'line ' || i % ${count} AS s, i % ${count} * 10 + i / 1e4 AS v FROM range(60_000) r(i)
     VISUALISE t AS x, v AS y, s AS colour DRAW line`;
  const six = JSON.stringify((await chartOf(of(6))).chart.spec);
  assert.match(six, /"values":\[\{"t":59999,"v":[\d.]+,"s":"line 0"\}/);
  assert.doesNotMatch(six, /"legend":\{/);
  assert.match(JSON.stringify((await chartOf(of(7))).chart.spec), /"legend":\{/);
});
