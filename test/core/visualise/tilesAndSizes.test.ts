import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { renderSvg } from './render';

const columns = [
  { name: 'day', type: 'DATE' },
  { name: 'week', type: 'INTEGER' },
  { name: 'hour', type: 'INTEGER' },
  { name: 'name', type: 'VARCHAR' },
];

const rows: JsonObject[] = [10, 2, 33].map((week, at) => ({
  ...{ week, hour: at + 1, day: `2026-01-${10 + week - (week % 2)}`.slice(0, 10) },
  name: `n${week}`,
}));

async function drawn(clause: string, data = rows): Promise<string> {
  const { spec, problems } = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
  assert.deepEqual(problems, []);
  return renderSvg(spec, { result: data });
}

/** The labels of y from the bottom upwards. */
async function upwards(clause: string): Promise<string[]> {
  const svg = await drawn(clause);
  const axis = /aria-label="Y-axis.*$/s.exec(svg)?.[0] ?? '';
  const labels = [
    ...axis.matchAll(/text-anchor="end" transform="translate\([^,]*,([^)]*)\)[^>]*>([^<]*)</g),
  ];
  return labels
    .map(([, place = '', text = '']) => ({ place: Number(place), text }))
    .sort((a, b) => b.place - a.place)
    .map(({ text }) => text);
}

test('tiles at numbers are in numeric order, and y grows upwards', async () => {
  const tiles = 'hour AS x, week AS y DRAW tile';
  assert.deepEqual(await upwards(tiles), ['2', '10', '33']);
  assert.deepEqual(await upwards(`${tiles} SCALE y SETTING reverse => true`), ['33', '10', '2']);
  assert.deepEqual(await upwards(`${tiles} DRAW text MAPPING week AS label`), ['2', '10', '33']);
});

test('FROM of tiles at numbers says where they begin and end', async () => {
  const tiles = 'hour AS x, week AS y DRAW tile SCALE y FROM';
  assert.deepEqual(await upwards(`${tiles} [5, null]`), ['10', '33']);
  assert.deepEqual(await upwards(`${tiles} [null, 10]`), ['2', '10']);
  assert.deepEqual(await upwards(`${tiles} [0, 20]`), ['2', '10']);
  const discrete = 'hour AS x, week AS y DRAW tile SCALE DISCRETE y FROM [33, 2]';
  assert.deepEqual(await upwards(discrete), ['2', '33']);
});

test('tiles at names stay in the order of the rows, from the top', async () => {
  assert.deepEqual(await upwards('hour AS x, name AS y DRAW tile'), ['n33', 'n2', 'n10']);
});

/** The sizes of the points, in Vega's px². */
async function sizes(clause: string): Promise<number[]> {
  const svg = await drawn(clause);
  const symbols = svg.matchAll(/aria-roledescription="point" transform="[^"]*" d="M([\d.]+),0A/g);
  return [...symbols].map(([, radius]) => Math.round((2 * Number(radius)) ** 2 * 10) / 10);
}

/** The size of a symbol whose radius is given in points. */
function sizeOf(radius: number): number {
  return Math.round(Math.PI * (radius * (96 / 72)) ** 2 * 10) / 10;
}

test('SCALE IDENTITY takes sizes as radii in points, as SETTING does', async () => {
  const expected = [sizeOf(1), sizeOf(2), sizeOf(3)];
  assert.deepEqual(
    await sizes('hour AS x, week AS y, hour AS size DRAW point SCALE IDENTITY size'),
    expected,
  );
  const [set] = await sizes('hour AS x, week AS y DRAW point SETTING size => 3');
  assert.equal(set, expected[2]);
});

test('sizes go from one point for the least value to six for the largest', async () => {
  const sized = await sizes('hour AS x, week AS y, hour AS size DRAW point');
  assert.deepEqual(sized, [sizeOf(1), 103.3, sizeOf(6)]);
  const binned = await sizes(
    'hour AS x, week AS y, week AS size DRAW point SCALE BINNED size SETTING breaks => 4',
  );
  assert.ok(
    binned.every(size => size >= sizeOf(1) && size <= sizeOf(6)),
    String(binned),
  );
  assert.equal(new Set(binned).size, 3);
  const listed = await sizes(
    'hour AS x, week AS y, hour AS size DRAW point SCALE size FROM [0, 3] TO [0, 3]',
  );
  assert.equal(listed[2], sizeOf(3));
});

test('a text of a computed number has four digits and the minus of axes; one that was rounded has its own', async () => {
  const textOf = async (value: JsonObject[string], type: string): Promise<string[]> => {
    const clause = parseVisualise('VISUALISE a AS x, a AS y DRAW text MAPPING v AS label');
    const own = [
      { name: 'a', type: 'INTEGER' },
      { name: 'v', type },
    ];
    const { spec, problems } = compileChart(clause, own);
    assert.deepEqual(problems, []);
    const svg = await renderSvg(spec, { result: [{ a: 1, v: value ?? null }] });
    const marks = /role-mark.*$/s.exec(svg)?.[0] ?? '';
    return [...marks.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text = '']) => text);
  };
  assert.deepEqual(await textOf(8 / 19, 'DOUBLE'), ['0.4211']);
  assert.deepEqual(await textOf(0.828412, 'DOUBLE'), ['0.8284']);
  assert.deepEqual(await textOf(-1 / 3, 'FLOAT'), ['−0.3333']);
  assert.deepEqual(await textOf(-0.25, 'DOUBLE'), ['−0.25']);
  assert.deepEqual(await textOf(1234.56, 'DOUBLE'), ['1234.56']);
  assert.deepEqual(await textOf(1234567.891, 'DOUBLE'), ['1234567.89']);
  assert.deepEqual(await textOf(-4.5e-9, 'DOUBLE'), ['\u22124.5e-9']);
  assert.deepEqual(await textOf(1e300, 'DOUBLE'), ['1e+300']);
  assert.deepEqual(await textOf(9_007_199_254_740_991, 'BIGINT'), ['9007199254740991']);
  assert.deepEqual(await textOf(0, 'DOUBLE'), ['0']);
  assert.deepEqual(await textOf(1234567.89, 'DECIMAL(12,2)'), ['1234567.89']);
  assert.deepEqual(await textOf(-12_345_678, 'BIGINT'), ['−12345678']);
  assert.deepEqual(await textOf(null, 'DOUBLE'), ['']);
});
