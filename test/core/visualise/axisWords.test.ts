import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { columnTitle, nameInSentence } from '../../../src/core/visualise/chartColumn';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { renderSvg, svgTexts } from './render';

const columns = ['a', 'b', 'c', 'd'].map(name => ({ name, type: 'DOUBLE' }));

/** The texts of a chart of rows with the numbers a, b, c and d. */
async function textsOf(clause: string, rows: readonly (readonly number[])[]): Promise<string[]> {
  const { spec, problems } = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
  assert.deepEqual(problems, []);
  const result = rows.map((row): JsonObject =>
    Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])),
  );
  return svgTexts(await renderSvg(spec, { result }));
}

test('years on an axis have no comma, and larger numbers are short', async () => {
  const texts = await textsOf('a AS x, b AS y DRAW point', [
    [1990, 1000],
    [2026, 60_000],
  ]);
  assert.ok(texts.includes('2020') && texts.includes('60k'), texts.join(' '));
  assert.ok(!texts.some(text => text.includes(',')), texts.join(' '));
});

test('large values close together have labels that differ', async () => {
  for (const [low, high, expected] of [
    [41_214, 41_254, '41.22k'],
    [1_000_000, 1_006_000, '1.002M'],
    [1_234_547, 1_234_587, '1.23456M'],
    [0, 5e30, '5e+30'],
    [0, 5e-10, '5e-10'],
  ] as const) {
    const texts = await textsOf('a AS x, b AS y DRAW line', [
      [1, low],
      [2, high],
    ]);
    const labels = texts.filter(text => /\d{2}/.test(text) || /^\d.*[kMe]/.test(text));
    assert.ok(labels.includes(expected), texts.join(' '));
    assert.equal(new Set(labels).size, labels.length, labels.join(' '));
  }
});

test('an axis of several columns of one kind of layer names them', async () => {
  await check('a AS x DRAW line MAPPING b AS y DRAW line MAPPING c AS y', ['a', 'b, c']);
});

test('the powers of ten of a logarithmic axis have one form', async () => {
  const texts = await textsOf('a AS x, b AS y DRAW point SCALE y VIA log10', [
    [1, 1],
    [2, 100_000],
  ]);
  assert.deepEqual(
    texts.filter(text => /^10*k?$/.test(text)).filter(text => text !== '1.0'),
    ['1', '10', '100', '1k', '10k', '100k'],
  );
});

test('a value that is the only one has its own digits on the axis', async () => {
  for (const [value, text] of [
    [3.2, '3.2'],
    [3.25, '3.25'],
    [0, '0'],
    [-7, '−7'],
  ] as const) {
    const texts = await textsOf('a AS x, b AS y DRAW point', [
      [1, value],
      [2, value],
    ]);
    assert.ok(texts.includes(text), texts.join(' '));
  }
  const fine = await textsOf('a AS x, b AS y DRAW line', [
    [1, 0],
    [2, 0.00001],
  ]);
  assert.ok(fine.includes('0.000002'), fine.join(' '));
});

/** `check('a AS x …', ['m'])`: what stands at the axes. */
async function check(clause: string, expected: readonly string[]): Promise<void> {
  const rows = [
    [1, 2, 3, 4],
    [2, 3, 4, 5],
  ];
  const texts = await textsOf(clause, rows);
  assert.deepEqual(
    texts.filter(text => /[a-d]/.test(text)),
    expected,
    clause,
  );
}

test('an axis is called after what stands at its places, or after both ends', async () => {
  await check('a AS x DRAW ribbon MAPPING b AS ymin, d AS ymax DRAW line MAPPING c AS y', [
    'a',
    'c',
  ]);
  await check('a AS x, b AS ymin, d AS ymax DRAW ribbon', ['a', 'b, d']);
  await check('a AS x, b AS ymin, b AS ymax DRAW range', ['a', 'b']);
  await check('a AS x, b AS y, c AS yend DRAW segment', ['a', 'b']);
});

test('a tooltip calls a column by its own name, whatever the axis that it shares is called', () => {
  const titles = (clause: string): unknown[] => {
    const { spec } = compileChart(parseVisualise(`VISUALISE a AS x ${clause}`), columns);
    const { layer } = spec as { layer: { layer: { encoding: { tooltip: JsonObject[] } }[] }[] };
    return layer.map(part => part.layer[1]?.encoding.tooltip.map(({ title }) => title));
  };
  const lines = 'DRAW line MAPPING b AS y DRAW line MAPPING c AS y';
  assert.deepEqual(titles(lines), [
    ['a', 'b'],
    ['a', 'c'],
  ]);
  assert.deepEqual(titles(`${lines} LABEL y => 'held'`), [
    ['a', 'held'],
    ['a', 'held'],
  ]);
});

/** The labels of the axis of `year`, a column of that type. */
async function yearLabels(type: string, clause: string): Promise<string[]> {
  const result = [2024, 2025, 2026].map(year => ({ year, held: 1 }));
  const typed = [
    { name: 'year', type },
    { name: 'held', type: 'DOUBLE' },
  ];
  const { spec } = compileChart(parseVisualise(`VISUALISE ${clause}`), typed);
  return svgTexts(await renderSvg(spec, { result })).filter(text => /^20|%/.test(text));
}

test('an axis of whole numbers has no ticks between them, unless it shows shares', async () => {
  const line = 'year AS x, held AS y DRAW line';
  assert.deepEqual(await yearLabels('BIGINT', line), ['2024', '2025', '2026']);
  assert.ok((await yearLabels('DOUBLE', line)).includes('2024.5'));
  const shares = `'all' AS x, year AS y, held AS fill DRAW bar SETTING position => 'fill'`;
  const parts = await yearLabels('BIGINT', shares);
  assert.ok(parts.includes('60%'), parts.join(' '));
});

test('the title of a trading volume has its unit, and a count of its rows has none', () => {
  const titleOf = (name: string): string => columnTitle({ name });
  assert.equal(titleOf('trading_volume'), 'Trading volume (shares)');
  assert.equal(titleOf('mean of trading_volume'), 'Mean of trading volume (shares)');
  assert.equal(titleOf('count of trading_volume'), 'Count of trading volume');
  assert.equal(titleOf('trading_volume_rank'), 'Trading volume rank');
  assert.equal(titleOf('n_events'), 'N events');
  assert.equal(titleOf('mean of y'), 'Mean of y');
  assert.equal(titleOf('y'), 'y');
  assert.equal(nameInSentence('trading_volume'), 'trading volume');
});
