import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';

interface Part {
  readonly marktype?: string;
  readonly items?: readonly Part[];
  readonly tooltip?: JsonObject;
}

/** @returns The tooltip of the chart's first bar, whose statistic computed this row. */
async function tooltipOf(clause: string, type: string, row: JsonObject): Promise<JsonObject> {
  const compiled = compileChart(parseVisualise(clause), [{ name: 'v', type }]);
  assert.deepEqual(compiled.problems, []);
  const [query] = compiled.datasets;
  const spec = { ...compiled.spec, width: 300, datasets: { [query?.name ?? '']: [row] } };
  const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: 'none' });
  await view.runAsync();
  const tooltips = ({ items = [], tooltip }: Part): JsonObject[] => [
    ...(tooltip ? [tooltip] : []),
    ...items.flatMap(tooltips),
  ];
  const [first] = tooltips(Reflect.get(view.scenegraph(), 'root') as Part);
  view.finalize();
  assert.ok(first);
  return first;
}

test('the tooltip of a bin states in words from where to where it reaches', async () => {
  const histogram = 'VISUALISE v AS x DRAW histogram';
  const numbers = { v: 0.1 + 0.2, 'v end': 0.4, count: 3, density: 1 };
  assert.deepEqual(await tooltipOf(histogram, 'DOUBLE', numbers), { v: '0.3 to 0.4', Count: 3 });
  const negative = { ...numbers, v: -250_000_000, 'v end': -0.5 };
  const { v } = await tooltipOf(histogram, 'DOUBLE', negative);
  assert.equal(v, '−250000000 to −0.5');
  const fine = { ...numbers, v: 0.234375, 'v end': 0.28812345 };
  assert.equal((await tooltipOf(histogram, 'DOUBLE', fine))['v'], '0.2344 to 0.2881');
  const one = { ...numbers, v: 7, 'v end': 7 };
  assert.equal((await tooltipOf(histogram, 'DOUBLE', one))['v'], '7 to 7');
});

test('an end of a bin that is far smaller than the bin has digits of its own', async () => {
  const histogram = 'VISUALISE v AS x DRAW histogram';
  const binOf = async (clause: string, row: JsonObject): Promise<unknown> =>
    (await tooltipOf(clause, 'DOUBLE', row))['v'];
  const counted = { count: 3, density: 1 };
  assert.equal(await binOf(histogram, { ...counted, v: 2.5, 'v end': 1000 }), '2.5 to 1000');
  assert.equal(await binOf(histogram, { ...counted, v: 1 / 3, 'v end': 1e4 }), '0.3333 to 10000');
  // What is left of sums of doubles is zero.
  assert.equal(await binOf(histogram, { ...counted, v: 2e-17, 'v end': 0.1 }), '0 to 0.1');
  const listed = 'VISUALISE v AS x DRAW bar SCALE BINNED x SETTING breaks => [0, 2.12345, 1000]';
  const bins = { 'v start': 2.12345, 'v end': 1234567.5, rows: 2 };
  assert.equal(Object.values(await tooltipOf(listed, 'DOUBLE', bins))[0], '2.12345 to 1234567.5');
});

test('bins of days and of times have dates, and times where they do not begin a day', async () => {
  const histogram = 'VISUALISE v AS x DRAW histogram';
  const days = { v: '2026-01-05', 'v end': '2026-01-12', count: 3, density: 1 };
  assert.equal((await tooltipOf(histogram, 'DATE', days))['v'], '2026-01-05 to 2026-01-12');
  const times = { ...days, v: '2026-01-05T00:00:00Z', 'v end': '2026-01-05T12:00:00Z' };
  const { v } = await tooltipOf(histogram, 'TIMESTAMP', times);
  assert.equal(v, '2026-01-05 to 2026-01-05 12:00:00');
});

test('a binned axis has one entry for each bin', async () => {
  const clause = 'VISUALISE v AS x DRAW bar SCALE BINNED x SETTING breaks => 8';
  const row = { 'v start': 0, 'v end': 0.5, rows: 2 };
  const entries = Object.values(await tooltipOf(clause, 'DOUBLE', row));
  assert.ok(entries.includes('0 to 0.5'), JSON.stringify(entries));
  assert.equal(entries.length, 2);
});
