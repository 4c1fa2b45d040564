import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Value } from '../../src/core/protocol/outcome';
import { eventNames } from '../../src/core/service/eventTypes';
import { openCharts } from './openCharts';

const { opened, chartOf, rowsOf, check, checkPlace } = await openCharts();
after(() => opened.close());

const six = 'SELECT unnest([1, 2, 2, 3, 4, 9]) AS v';

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
  const low = 'not above 0 on its logarithmic scale';
  assert.deepEqual(await notesOf('DRAW line'), [`2 of 4 rows are not drawn: y is ${low}.`]);
  assert.deepEqual(await notesOf('DRAW point DRAW line'), [
    `3 of 4 rows are not drawn: y is missing (1) or ${low} (2).`,
  ]);
  assert.deepEqual(await notesOf('DRAW point'), [
    `3 of 4 rows are not drawn: y is missing (1) or ${low} (2).`,
  ]);
  assert.deepEqual(await notesOf('DRAW point FILTER y >= 0'), [
    `1 of 2 rows is not drawn: y is ${low}.`,
  ]);
  assert.deepEqual(await notesOf('DRAW point FILTER y > 0'), []);
});

test('panels of bins say how many rows are in none of them and why', async () => {
  const rows = `SELECT if(i % 5 = 0, NULL, DATE '2026-01-10' + i::INTEGER) AS d, i AS v FROM range(40) AS t(i)`;
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} VISUALISE v AS x, v AS y DRAW point FACET ${text}`)).notes;
  assert.deepEqual(await notesOf(`d SCALE panel SETTING breaks => 'month'`), [
    '8 of 40 rows are not drawn: d is missing.',
  ]);
  assert.deepEqual(await notesOf(`v SCALE panel SETTING breaks => [0, 10, 20]`), [
    '19 of 40 rows are not drawn: v is in no panel.',
  ]);
  const from = `FROM ['2026-01-15', '2026-02-01']`;
  assert.deepEqual(await notesOf(`d SCALE panel ${from} SETTING breaks => 'week'`), [
    '26 of 40 rows are not drawn: d is missing (8) or in no panel (18).',
  ]);
  assert.deepEqual(await notesOf(`v SCALE BINNED panel`), []);
});

test('a chart says how many rows have no place on its axes and why, and nothing of gaps in lines', async () => {
  const rows = `SELECT i AS x, i AS w, if(i < 5, i, NULL) AS gap, NULL::INTEGER AS nothing, if(i < 5, i::VARCHAR, NULL) AS k,
    CASE i WHEN 1 THEN NULL WHEN 2 THEN 'inf' WHEN 3 THEN 'nan' WHEN 4 THEN NULL ELSE i::VARCHAR END::DOUBLE AS y,
    if(i = 1, NULL, if(i = 2, 'infinity'::DATE, DATE '2026-01-01' + i::INTEGER)) AS day FROM range(1200) AS t(i)`;
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} VISUALISE ${text}`)).notes;
  const y = 'y is missing (2) or not finite (2)';
  const four = `4 of 1,200 rows are not drawn: ${y}.`;
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW point'), [four]);
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW point DRAW bar'), [four]);
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW text MAPPING k AS label'), [four]);
  assert.deepEqual(await notesOf('x AS x, w AS y, k AS colour DRAW point'), []);
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW line DRAW area'), [
    '2 of 1,200 rows are not drawn: y is not finite.',
  ]);
  assert.deepEqual(await notesOf('x AS x, gap AS y DRAW line DRAW area'), []);
  assert.deepEqual(await notesOf('x AS x, w AS y DRAW point SCALE x FROM [10, 20]'), [
    '1,189 of 1,200 rows are not drawn: x is outside the ends of its scale.',
  ]);
  assert.deepEqual(await notesOf('x AS x, w AS y DRAW line SCALE x FROM [10, 20]'), []);
  assert.deepEqual(
    await notesOf(`day AS x, w AS y DRAW point SCALE x FROM ['2026-01-01', '2029-01-01']`),
    [
      '105 of 1,200 rows are not drawn: day is missing (1) or not finite (1) or outside the ends of its scale (103).',
    ],
  );
  assert.deepEqual(
    await notesOf(`x AS x, w AS y, k AS colour DRAW point SCALE colour FROM ['0', '4']`),
    ['1,198 of 1,200 rows are not drawn: k is missing (1,195) or not in FROM of its scale (3).'],
  );
  assert.deepEqual(
    await notesOf(`x AS x, w AS y, k AS colour DRAW point SCALE colour FROM ['0', null]`),
    [],
  );
  // A part of a stack that is missing has no gap: those above it come down.
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW area MAPPING k AS fill'), [four]);
  assert.deepEqual(await notesOf('x AS x, w AS y DRAW line DRAW point MAPPING y AS y'), [
    `4 of 1,200 rows are not drawn by layer 2 (point): ${y}.`,
  ]);
  assert.deepEqual(await notesOf('x AS x, w AS y DRAW line DRAW line MAPPING y AS y'), [
    '2 of 1,200 rows are not drawn by layer 2 (line): y is not finite.',
  ]);
  assert.deepEqual(await notesOf('gap AS x, w AS y DRAW point DRAW point MAPPING y AS y'), [
    '1,195 of 1,200 rows are not drawn by layer 1 (point): gap is missing.',
    '1,199 of 1,200 rows are not drawn by layer 2 (point): gap is missing (1,195), y is missing (2) or not finite (2).',
  ]);
  assert.deepEqual(await notesOf('x AS x, w AS y, y AS yend DRAW segment'), [four]);
  for (const style of ['size', 'fill', 'opacity']) {
    assert.deepEqual(await notesOf(`x AS x, w AS y, y AS ${style} DRAW point`), [four], style);
  }
  assert.deepEqual(
    await notesOf(`x AS x, w AS y, y AS size DRAW point DRAW line SETTING linewidth => 2`),
    [`4 of 1,200 rows are not drawn by layer 1 (point): ${y}.`],
  );
  assert.deepEqual(await notesOf('gap AS x, w AS y DRAW line'), [
    '1,195 of 1,200 rows are not drawn: gap is missing.',
  ]);
  assert.deepEqual(await notesOf('x AS x, gap AS ymin, w AS ymax DRAW ribbon'), []);
  assert.deepEqual(await notesOf('x AS x, nothing AS y DRAW line'), [
    'None of the 1,200 rows is drawn: nothing is missing.',
  ]);
  assert.deepEqual(await notesOf('k AS x, w AS y DRAW bar'), []);
  assert.deepEqual(await notesOf('day AS x, y AS y DRAW point'), [
    `4 of 1,200 rows are not drawn: day is missing (1) or not finite (1), ${y}.`,
  ]);
  for (const type of ['TIMESTAMP', 'TIMESTAMPTZ', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS']) {
    const times = `SELECT unnest([TIMESTAMP '2026-01-01', NULL])::${type} AS t, 1 AS y VISUALISE t AS x, y AS y DRAW point`;
    assert.deepEqual(
      (await chartOf(times)).notes,
      ['1 of 2 rows is not drawn: t is missing.'],
      type,
    );
  }
  assert.deepEqual(await notesOf('y AS x DRAW histogram'), [four]);
  assert.deepEqual(await notesOf('k AS x, y AS y DRAW boxplot FILTER x < 1000'), [
    `4 of 1,000 rows are not drawn: ${y}.`,
  ]);
  for (const layer of ['bar', 'line', 'point']) {
    const notes = await notesOf(`k AS x, y AS y DRAW ${layer} SETTING aggregate => 'mean'`);
    assert.deepEqual(notes, [four], layer);
  }
  assert.deepEqual(await notesOf(`k AS x, y AS y DRAW bar SETTING aggregate => 'count'`), [
    '2 of 1,200 rows are not drawn: y is missing.',
  ]);
  assert.deepEqual(await notesOf(`x AS x, y AS y DRAW smooth SETTING method => 'moving'`), [four]);
  assert.deepEqual(await notesOf(`x AS x, y AS y DRAW line DRAW smooth`), [four]);
  assert.deepEqual(await notesOf(`x AS x, y AS y DRAW line DRAW point`), [four]);
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW line DRAW point FILTER x > 2'), [
    '2 of 1,200 rows are not drawn by layer 1 (line): y is not finite.',
    '2 of 1,197 rows are not drawn by layer 2 (point): y is missing (1) or not finite (1).',
  ]);
  const tiles = 'x AS x, w AS y DRAW tile FILTER x < 20';
  assert.deepEqual(await notesOf(`${tiles} SCALE x FROM [5, 9]`), [
    '15 of 20 rows are not drawn: x is outside the ends of its scale.',
  ]);
  assert.deepEqual(await notesOf(`${tiles} SCALE y FROM [null, 9]`), [
    '10 of 20 rows are not drawn: w is outside the ends of its scale.',
  ]);
  assert.deepEqual(await notesOf('gap AS x, w AS y DRAW tile FILTER x < 20 SCALE x FROM [1, 3]'), [
    '17 of 20 rows are not drawn: gap is missing (15) or outside the ends of its scale (2).',
  ]);
  assert.deepEqual(await notesOf(tiles), []);
  const bins = 'x AS x, w AS y, x AS fill DRAW point FILTER x < 20 SCALE BINNED fill';
  assert.deepEqual(await notesOf(`${bins} SETTING breaks => [0, 5, 10]`), [
    '9 of 20 rows are not drawn: x is outside the ends of its scale.',
  ]);
  assert.deepEqual(await notesOf('x AS x, y AS y DRAW point FILTER x = 1'), [
    'The only row is not drawn: y is missing.',
  ]);
  assert.deepEqual(
    await notesOf(
      'DRAW point MAPPING x AS x, y AS y FROM (SELECT unnest([1, 2]) AS x, unnest([1, NULL]) AS y)',
    ),
    ['1 of 2 rows is not drawn: y is missing.'],
  );
  assert.deepEqual(
    await notesOf('x AS x, y AS y DRAW point FILTER x > 2 DRAW point FILTER x < 2 FACET k'),
    [
      '2 of 1,197 rows are not drawn by layer 1 (point): y is missing (1) or not finite (1).',
      '1 of 2 rows is not drawn by layer 2 (point): y is missing.',
    ],
  );
});

test('the rows that are not drawn are counted where the rows of another table were kept, which is read once', async () => {
  const { chart, notes } = await chartOf(
    `SELECT 1 AS z VISUALISE DRAW point MAPPING i AS x, y AS y FROM (SELECT i, if(random() < 0.5, i, NULL) AS y FROM range(1000) AS t(i))`,
  );
  const missing = (await rowsOf(chart)).filter(({ y }) => y === null).length;
  assert.deepEqual(notes, [`${missing} of 1,000 rows are not drawn: y is missing.`]);
});

test('layers with a line of one row have points for it, and other lines have none', async () => {
  const rows = `SELECT unnest([1, 2, 3, 4]) AS x, unnest([1, 2, 3, NULL]) AS y, unnest(['two', 'two', 'one', 'one']) AS k`;
  const hasPoints = async (text: string): Promise<boolean> =>
    JSON.stringify((await chartOf(`${rows} VISUALISE x AS x, y AS y ${text}`)).chart.spec).includes(
      '"lag"',
    );
  for (const text of ['MAPPING k AS colour', 'PARTITION BY k', 'FACET k', 'FILTER x = 1']) {
    assert.ok(await hasPoints(`DRAW line ${text}`), text);
  }
  assert.ok(await hasPoints('DRAW line FILTER x = 1 DRAW line FILTER x > 1 FACET k'));
  assert.ok(await hasPoints('DRAW path MAPPING k AS colour'));
  assert.ok(await hasPoints('DRAW line'), 'a gap may leave a row alone');
  assert.ok(await hasPoints('DRAW area FILTER x = 1'));
  const whole = ['FILTER x < 4', `MAPPING k AS colour FILTER k = 'two'`, 'FILTER x = 4'];
  for (const text of whole) {
    assert.ok(!(await hasPoints(`DRAW line ${text}`)), text);
  }
  assert.ok(!(await hasPoints('DRAW point MAPPING k AS colour')));
});

test('a chart of no rows says so, unless its layers draw other rows', async () => {
  const none = 'SELECT 1 AS x, 2 AS y WHERE false';
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${none} VISUALISE x AS x, y AS y ${text}`)).notes;
  assert.deepEqual(await notesOf('DRAW line'), ['The query has no rows to draw.']);
  assert.deepEqual(
    await notesOf('DRAW point MAPPING x AS x, y AS y FROM (SELECT 1 AS x, 2 AS y)'),
    [],
  );
});

test('bins and fits are those of the axis as it is drawn, and its ends are told in the unit of the values', async () => {
  const powers = 'SELECT unnest([1, 10, 100, 1000, 0]) AS v VISUALISE v AS x';
  const bin = (from: number, to: number, rows: number): Record<string, Value> => ({
    ...{ v: from, 'v end': to },
    ...{ count: rows, density: rows / 4 },
  });
  await check(`${powers} DRAW histogram SETTING bins => 3 SCALE x VIA log10`, [
    ...[bin(1, 10, 1), bin(10, 100, 1), bin(100, 1000, 2)],
  ]);
  await check(
    `SELECT unnest([1, 2, 4, 8]) AS v VISUALISE v AS x DRAW histogram SETTING binwidth => 2 SCALE x VIA log2`,
    [bin(1, 4, 2), bin(4, 16, 2)].map(row => ({ ...row, density: 0.25 })),
  );
  await check(
    `SELECT unnest([0, 1, 4, 16]) AS v VISUALISE v AS x DRAW histogram SETTING bins => 2 SCALE x VIA sqrt`,
    [bin(0, 4, 2), bin(4, 16, 2)].map(row => ({ ...row, density: 0.25 })),
  );
  const counted = (from: number, to: number, rows: number): Record<string, Value> => ({
    ...{ 'v start': from, 'v end': to, rows },
  });
  await check(`${powers} DRAW bar SCALE BINNED x VIA log10 SETTING breaks => 3`, [
    counted(1, 10, 1),
    counted(10, 100, 1),
    counted(100, 1000, 1),
    counted(1000, 10000, 1),
  ]);
  await check(
    `${powers} DRAW bar SCALE BINNED x FROM [0, 100] VIA log10 SETTING breaks => [1, 1000]`,
    [counted(1, 1000, 4)],
  );
  await check(
    `FROM (VALUES (1, 10), (10, 100), (100, 1000), (0, 5), (5, -1)) t(a, b) VISUALISE a AS x, b AS y
     DRAW smooth SETTING method => 'ols' SCALE x VIA log10 SCALE y VIA log10`,
    [
      { a: 1, b: 10 },
      { a: 100, b: 1000 },
    ],
  );
  await check(
    `SELECT 'a' AS k, unnest([1, 10, 100, 1000, 10000, 0]) AS v
     VISUALISE k AS x, v AS y DRAW boxplot SCALE y VIA log10`,
    [{ lower: 1, q1: 10, median: 100, q3: 1000, upper: 10000, outlier: 100, k: 'a' }],
  );
});

test('a smoothed line on a logarithmic axis follows what is drawn there', async () => {
  const steps = `FROM (VALUES (1, 0), (10, 0), (100, 0), (1000, 0), (10000, 0), (100000, 10)) t(v, y)
    VISUALISE v AS x, y AS y DRAW smooth SCALE x VIA log10`;
  const ends = await rowsOf(
    (await chartOf(steps.replace('SCALE', "SETTING method => 'ols' SCALE"))).chart,
  );
  const [first, last] = ends.map(({ y }) => Number(y));
  assert.ok(Math.abs(Number(first) + 40 / 21) < 1e-9 && Math.abs(Number(last) - 110 / 21) < 1e-9);
  const curve = await rowsOf((await chartOf(steps)).chart);
  const ratios = curve.slice(1).map(({ v }, at) => Number(v) / Number(curve[at]?.['v']));
  assert.ok(ratios.every(ratio => Math.abs(ratio - 10 ** (5 / 199)) < 1e-9));
});

test('what a statistic leaves out on a logarithmic axis is told of, and its own places are not', async () => {
  const note = (rows: string, name: string): string =>
    `${rows} not drawn: ${name} is not above 0 on its logarithmic scale.`;
  const notesOf = async (layer: string): Promise<readonly string[]> =>
    (
      await chartOf(
        `SELECT 'a' AS k, unnest([1, 20, 300, 0, -4]) AS v, unnest([0, 2, 3, 4, 5]) AS w
         VISUALISE ${layer}`,
      )
    ).notes;
  const left = [note('2 of 5 rows are', 'v')];
  const log = 'SCALE x VIA log10';
  assert.deepEqual(await notesOf(`v AS x DRAW density ${log}`), left);
  assert.deepEqual(await notesOf(`v AS x DRAW histogram ${log}`), left);
  assert.deepEqual(await notesOf(`v AS x DRAW histogram FILTER v >= 0 ${log}`), [
    note('1 of 4 rows is', 'v'),
  ]);
  assert.deepEqual(await notesOf(`v AS x DRAW bar SCALE BINNED x VIA log10`), left);
  assert.deepEqual(await notesOf(`v AS x, w AS y DRAW smooth SCALE y VIA log10`), [
    note('1 of 5 rows is', 'w'),
  ]);
  assert.deepEqual(await notesOf(`k AS x, v AS y DRAW boxplot SCALE y VIA log10`), left);
  assert.deepEqual(await notesOf(`v AS x DRAW histogram SETTING binwidth => 0.5 ${log}`), [
    'binwidth is measured along the axis, whose scale is VIA log10: a step of 1 is times 10.',
    ...left,
  ]);
  await checkPlace(
    `${six} VISUALISE v AS x DRAW histogram SETTING binwidth => 1000 SCALE x VIA log10`,
    '1000',
    /expected a width along the axis, whose scale is VIA log10/,
  );
});

test('more categories than colours are noted, and as many are not', async () => {
  const notesOf = async (count: number, text: string): Promise<readonly string[]> =>
    (
      await chartOf(
        `SELECT i AS x, 'k' || i AS k FROM range(${count}) AS t(i) VISUALISE x AS x, x AS y ${text}`,
      )
    ).notes;
  const many = [
    'k has 31 values and there are 30 colours: some look the same. Keep the most important values with FILTER, or draw a panel for each with FACET.',
  ];
  for (const text of ['DRAW point MAPPING k AS fill', 'DRAW bar MAPPING k AS fill']) {
    assert.deepEqual(await notesOf(31, text), many, text);
    assert.deepEqual(await notesOf(30, text), [], text);
  }
  assert.deepEqual(await notesOf(31, 'DRAW point MAPPING k AS fill SCALE fill TO turbo'), []);
  assert.deepEqual(await notesOf(31, 'DRAW point MAPPING k AS fill FILTER x < 30'), []);
  assert.deepEqual(await notesOf(31, 'DRAW point MAPPING x AS fill'), []);
});

test('kinds of events have a colour each, so that none is noted as looking like another', async () => {
  const names = [...eventNames.values(), 'other'].map(name => `'${name}'`);
  const notesOf = async (more: string, clause: string): Promise<readonly string[]> =>
    (await chartOf(`SELECT unnest([${names.join(', ')}${more}]) AS event, 1 AS n ${clause}`)).notes;
  const count = 'VISUALISE n AS x, event AS y, event AS fill DRAW bar';
  assert.deepEqual(await notesOf('', count), []);
  assert.deepEqual(await notesOf(", 'Norway'", count), [
    'Event has 32 values and there are 31 colours: some look the same. Keep the most important values with FILTER, or draw a panel for each with FACET.',
  ]);
  assert.deepEqual((await notesOf('', `${count} SCALE fill TO ['red', 'blue']`)).length, 1);
});

test('what is missing has a colour besides those of names', async () => {
  const notesOf = async (kinds: string): Promise<readonly string[]> =>
    (await chartOf(`SELECT unnest(${kinds}) AS k, 1 AS n VISUALISE n AS x, k AS fill DRAW bar`))
      .notes;
  const names = (count: number): string => `list_transform(range(${count}), i -> 'k' || i)`;
  assert.deepEqual(await notesOf(`${names(29)} || ['Lawsuit']`), []);
  assert.deepEqual(await notesOf(`${names(30)} || [NULL]`), []);
  assert.match(
    (await notesOf(`${names(30)} || ['Lawsuit']`))[0] ?? '',
    /has 31 values and there are 30 colours/,
  );
});

test('numbers that are categories have as many colours as the theme has in order, and grey', async () => {
  const notesOf = async (values: string): Promise<readonly string[]> =>
    (
      await chartOf(
        `SELECT unnest(${values}) AS k, 1 AS n VISUALISE n AS x, k AS fill DRAW point SCALE DISCRETE fill`,
      )
    ).notes;
  assert.deepEqual(await notesOf('range(12)'), []);
  assert.deepEqual(await notesOf('range(12) || [NULL]'), []);
  assert.match((await notesOf('range(13)'))[0] ?? '', /has 13 values and there are 12 colours/);
});

test('shares say how many rows are below zero, which no share can be', async () => {
  const rows = `FROM (VALUES ('Tech', 'long', 70), ('Tech', 'short', -30), ('Oil', 'long', 5)) t(k, s, w)
    VISUALISE k AS x, s AS fill`;
  const notesOf = async (layer: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} ${layer}`)).notes;
  const said = (what: string): string =>
    `${what} below 0, and position => 'fill' draws it as a share above 0: leave such rows out with FILTER, or write position => 'stack'.`;
  const fill = "SETTING position => 'fill'";
  assert.deepEqual(await notesOf(`DRAW bar MAPPING w AS y ${fill}`), [said('1 row has a w')]);
  assert.deepEqual(await notesOf(`DRAW area MAPPING w AS y ${fill} LABEL y => 'Weight'`), [
    said('1 row has a Weight'),
  ]);
  assert.deepEqual(await notesOf(`DRAW bar MAPPING w AS weight ${fill}`), [said('1 row has a w')]);
  assert.deepEqual(await notesOf(`DRAW bar MAPPING w AS y ${fill} FILTER w >= 0`), []);
  assert.deepEqual(await notesOf(`DRAW bar MAPPING w AS y`), []);
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
    ['1 of 4 rows is not drawn: k is not in FROM of its scale.'],
  );
  assert.deepEqual(
    await notesOf(`DRAW line MAPPING 'it''s' AS colour DRAW point MAPPING k AS colour ${two}`),
    short('k', 4, 2),
  );
  assert.deepEqual(await notesOf(`DRAW point MAPPING x AS colour ${two}`), []);
  assert.deepEqual(await notesOf(`DRAW point MAPPING k AS colour SCALE colour TO set2`), []);
});

test('values that are no colours are named where a scale uses them as they are', async () => {
  const rows = `FROM (VALUES (1, 'red', 7), (2, 'high', NULL), (3, 'high', 7), (4, 'low', 8), (5, '#1a85ff', 9), (6, NULL, 9)) t(x, k, n)`;
  const notesOf = async (text: string): Promise<readonly string[]> =>
    (await chartOf(`${rows} VISUALISE x AS x, x AS y ${text}`)).notes;
  const rest = 'Without IDENTITY each value gets one.';
  assert.deepEqual(await notesOf('DRAW point MAPPING k AS fill SCALE IDENTITY fill'), [
    `'high' and 'low' of k are not colours, which SCALE IDENTITY needs: 3 rows without a colour. ${rest}`,
  ]);
  assert.deepEqual(
    await notesOf("DRAW bar MAPPING k AS colour FILTER k <> 'high' SCALE IDENTITY colour"),
    [`'low' of k is not a colour, which SCALE IDENTITY needs: 1 row without a colour. ${rest}`],
  );
  const many = `SELECT i AS x, 'value ' || i || repeat('!', 60) AS k FROM range(5) t(i)`;
  const { notes } = await chartOf(
    `${many} VISUALISE x AS x, x AS y, k AS stroke DRAW point SCALE IDENTITY stroke`,
  );
  assert.match(notes.join(), /^'value \d!{33}…', '[^']*', '[^']*' and 2 more of k are not colours/);
  assert.deepEqual(await notesOf('DRAW point MAPPING n AS fill FILTER n > 0 SCALE IDENTITY fill'), [
    `'7', '9' and '8' of n are not colours, which SCALE IDENTITY needs: 5 rows without a colour. ${rest}`,
  ]);
  assert.deepEqual(
    await notesOf('DRAW point MAPPING k AS fill FILTER x IN (1, 5, 6) SCALE IDENTITY fill'),
    [],
  );
  assert.deepEqual(await notesOf('DRAW point MAPPING k AS fill'), []);
});

test('panels of bins are counted and named, over rows that are too many too', async () => {
  const rows = `SELECT i % 7 AS n, i AS x, sin(i) AS y, ['a', 'b', 'c'][1 + i % 3] AS k FROM range(60000) t(i)`;
  const { chart } = await chartOf(
    `${rows} VISUALISE x AS x, y AS y, k AS colour DRAW line FACET n SETTING nrow => 1 SCALE BINNED panel SETTING breaks => 3
      SCALE DISCRETE colour FROM ['a', null]`,
  );
  const { columns, facet } = chart.spec as { columns: number; facet: { header: object } };
  assert.equal(columns, 4);
  assert.deepEqual(facet.header, {
    labelExpr: 'format(datum.value, ",.10~g") + " – " + format(datum.value + 2, ",.10~g")',
  });
  const drawn = await rowsOf(chart);
  assert.ok(drawn.length < 50_000, String(drawn.length));
  const values = (name: string): unknown[] => [...new Set(drawn.map(row => row[name]))].sort();
  assert.deepEqual(values('n panel'), [0, 2, 4, 6]);
  assert.deepEqual(values('k listed'), ['a', null]);
});

test('a line of too many rows keeps the colours that change along it', async () => {
  const { chart } = await chartOf(
    'SELECT i AS x, sin(i) AS y, i AS heat FROM range(60000) t(i) VISUALISE x AS x, y AS y, heat AS stroke DRAW line',
  );
  const drawn = await rowsOf(chart);
  assert.ok(drawn.length < 50_000, String(drawn.length));
  assert.ok(drawn.every(({ x, heat }) => x === heat));
});

test('the legend of sides names the one that occurs, in its own colour', async () => {
  const scaleOf = async (where: string): Promise<unknown> => {
    const { chart } = await chartOf(
      `SELECT * FROM (VALUES ('a', 1, 'bullish'), ('b', -1, 'bearish')) AS rows(name, score, side)
${where} VISUALISE score AS x, name AS y, side AS fill DRAW bar`,
    );
    const { encoding } = chart.spec as { encoding: { color: { scale: object } } };
    return encoding.color.scale;
  };
  const [bull, bear] = [{ expr: 'bull' }, { expr: 'bear' }];
  assert.deepEqual(await scaleOf(''), { domain: ['bullish', 'bearish'], range: [bull, bear] });
  assert.deepEqual(await scaleOf('WHERE score > 0'), { domain: ['bullish'], range: [bull] });
  assert.deepEqual(await scaleOf('WHERE score < 0'), { domain: ['bearish'], range: [bear] });
});

test('a column called side with other words has colours of categories, and no shapes or dashes of its own', async () => {
  const encodingOf = async (values: string, layer: string): Promise<Record<string, unknown>> => {
    const { chart } = await chartOf(
      `SELECT i AS x, i AS y, s AS side FROM range(4) t(i), (VALUES ${values}) u(s)
       VISUALISE x AS x, y AS y, side AS colour DRAW ${layer}`,
    );
    return (chart.spec as { encoding: Record<string, unknown> }).encoding;
  };
  for (const values of [`('buy'), ('sell')`, `('bullish'), ('Bearish')`]) {
    const { color, shape } = await encodingOf(values, 'point');
    assert.deepEqual(color, {
      ...{ field: 'side', type: 'nominal', title: 'Side', legend: { orient: 'top' } },
    });
    assert.equal(shape, undefined, values);
    const line = await encodingOf(values, 'line');
    assert.equal(line['strokeDash'], undefined, values);
  }
  const sides = await encodingOf(`('bullish'), ('bearish'), (NULL)`, 'point');
  assert.ok(JSON.stringify(sides['color']).includes('"bull"'), JSON.stringify(sides));
  assert.ok(sides['shape']);
});
