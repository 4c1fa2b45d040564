import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResultChart, Value } from '../../src/core/protocol/outcome';
import { openSession } from './openSession';

const opened = await openSession();
after(() => opened.close());

async function chartOf(text: string): Promise<{ chart: ResultChart; notes: readonly string[] }> {
  const { error, chart, notes } = await opened.run(text);
  assert.equal(error, null, text);
  assert.ok(chart);
  return { chart, notes };
}

/** @returns The rows of the dataset as objects; the only one where no name is given. */
async function rowsOf(
  { datasets }: ResultChart,
  name = datasets[0]?.name,
): Promise<Record<string, Value>[]> {
  const dataset = datasets.find(candidate => candidate.name === name);
  assert.ok(dataset, String(name));
  const { resultId, rowCount, columns } = dataset;
  const rows =
    dataset.rows ?? (await opened.session.page({ resultId, offset: 0, limit: rowCount })).rows;
  return rows.map(row =>
    Object.fromEntries(columns.map(({ name: column }, at) => [column, row[at] ?? null])),
  );
}

/** `check(cell, rows)`: the rows of the chart's only dataset. */
async function check(text: string, expected: readonly Record<string, Value>[]): Promise<void> {
  const { chart } = await chartOf(text);
  assert.equal(chart.datasets.length, 1);
  assert.deepEqual(await rowsOf(chart), expected, text);
}

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

test('a box plot has interpolated quartiles, and whiskers end at the last row inside', async () => {
  await check(
    `SELECT 'a' AS k, unnest([1, 2, 3, 4, 100]) AS v VISUALISE k AS x, v AS y DRAW boxplot`,
    [
      { lower: 1, q1: 2, median: 3, q3: 4, upper: 4, outlier: 3, k: 'a' },
      { lower: null, q1: null, median: null, q3: null, upper: null, outlier: 100, k: 'a' },
    ],
  );
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

/** `checkPlace(cell, 'text', /message/)`: the cell fails where `text` stands. */
async function checkPlace(text: string, place: string, message: RegExp): Promise<void> {
  const { error } = await opened.run(text);
  assert.match(error?.message ?? '', message, text);
  const at = text.indexOf(place);
  const line = text.slice(0, at).split('\n').length;
  const column = at - text.lastIndexOf('\n', at - 1);
  assert.ok(at >= 0 && error?.at, text);
  assert.deepEqual([error.at.line, error.at.column], [line, column], `${text}: ${place}`);
}

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
  await checkPlace(`${six} VISUALISE v AS x FROM marks DRAW histogram`, 'marks', /no place here/);
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

test('a binned axis counts rows from break to break, and drops or adds what lies outside', async () => {
  const bars = `${six} VISUALISE v AS x DRAW bar SCALE BINNED x`;
  const bin = (from: number, to: number, rows: number): Record<string, Value> => ({
    'v start': from,
    'v end': to,
    rows,
  });
  await check(`${bars} SETTING breaks => [0, 2, 4]`, [bin(0, 2, 1), bin(2, 4, 4)]);
  await check(`${bars} SETTING breaks => [0, 2, 4], oob => 'squish'`, [bin(0, 2, 1), bin(2, 4, 5)]);
  await check(`${bars} SETTING breaks => [0, 2, 4], closed => 'right'`, [
    bin(0, 2, 3),
    bin(2, 4, 2),
  ]);
  await check(`${bars} FROM [1, 9] SETTING breaks => 2, pretty => false`, [
    bin(1, 5, 5),
    bin(5, 9, 1),
  ]);
  await check(`${bars} SETTING breaks => 4`, [
    bin(0, 2, 1),
    bin(2, 4, 3),
    bin(4, 6, 1),
    bin(8, 10, 1),
  ]);
});

test('colours around zero reach as far below it as above, whatever the rows', async () => {
  const cells = `SELECT unnest(['a', 'b', 'c', 'd']) AS k, unnest([-1, 0.5, 4, 'inf'::DOUBLE]) AS v`;
  const scaleOf = async (text: string): Promise<unknown> => {
    const { chart } = await chartOf(
      `${cells} VISUALISE k AS x, k AS y, v AS fill DRAW tile ${text}`,
    );
    const { encoding } = chart.spec as { encoding: { color: { scale: object } } };
    return encoding.color.scale;
  };
  const around = { range: 'diverging', domainMid: 0 };
  assert.deepEqual(await scaleOf('SCALE fill TO diverging'), { ...around, domain: [-4, 4] });
  assert.deepEqual(await scaleOf('FILTER v < 1 SCALE fill TO diverging'), {
    ...around,
    domain: [-1, 1],
  });
  assert.deepEqual(await scaleOf('SCALE fill FROM [-2, 3] TO diverging'), {
    ...around,
    domain: [-2, 3],
  });
  assert.deepEqual(await scaleOf('SCALE fill FROM [null, 3] TO diverging'), {
    ...around,
    domainMax: 3,
  });
  assert.deepEqual(await scaleOf('FILTER v IS NULL SCALE fill TO diverging'), around);
});

test('a logarithmic scale says how many rows it leaves out, and nothing where it leaves out none', async () => {
  const rows = 'SELECT unnest([1, 2, 3, 4]) AS x, unnest([10, 0, -5, NULL]) AS y';
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} VISUALISE x AS x, y AS y ${text} SCALE y VIA log10`)).notes;
  assert.deepEqual(await notesOf('DRAW point DRAW line'), [
    '2 rows have a y that is not above 0 and cannot stand on a logarithmic scale.',
  ]);
  assert.deepEqual(await notesOf('DRAW point FILTER y >= 0'), [
    '1 row has a y that is not above 0 and cannot stand on a logarithmic scale.',
  ]);
  assert.deepEqual(await notesOf('DRAW point FILTER y > 0'), []);
});

test('a list after TO that is too short for the values is told, and no other', async () => {
  const rows = `SELECT unnest([1, 2, 3, 4]) AS x, unnest(['a', 'b', 'c', 'a']) AS k`;
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} VISUALISE x AS x, x AS y ${text}`)).notes;
  const short = (name: string, values: number, listed: number): readonly string[] => [
    `${name} has ${values} values and TO lists ${listed}: some look the same. List one for each.`,
  ];
  const two = `SCALE colour TO ['red', 'blue']`;
  assert.deepEqual(await notesOf(`DRAW point MAPPING k AS colour ${two}`), short('k', 3, 2));
  assert.deepEqual(await notesOf(`DRAW bar MAPPING k AS fill ${two}`), short('k', 3, 2));
  assert.deepEqual(
    await notesOf(`DRAW point MAPPING k AS colour FILTER k <> 'c' -- both\n${two}`),
    [],
  );
  assert.deepEqual(
    await notesOf(`DRAW point MAPPING k AS shape SCALE shape TO ['circle'] LABEL shape => 'Kind'`),
    short('Kind', 3, 1),
  );
  assert.deepEqual(
    await notesOf(`DRAW point MAPPING k AS colour SCALE colour FROM ['a', 'c'] TO ['red', 'blue']`),
    [],
  );
  assert.deepEqual(
    await notesOf(`DRAW line MAPPING 'it''s' AS colour DRAW point MAPPING k AS colour ${two}`),
    short('k', 4, 2),
  );
  assert.deepEqual(await notesOf(`DRAW point MAPPING x AS colour ${two}`), []);
  assert.deepEqual(await notesOf(`DRAW point MAPPING k AS colour SCALE colour TO set2`), []);
});
