import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { isRecord } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { withAxisTicks } from '../../../src/view/chart/axisTicks';
import fc from '../../support/properties';
import { ownLabels } from './ownLabels';

/** @returns The labels of a discrete axis of `SCALE ORDINAL` of a column of that type. */
async function bandLabels(dates: readonly string[], type = 'DATE'): Promise<string[]> {
  const clause = parseVisualise('VISUALISE day AS x, n AS y DRAW bar SCALE ORDINAL x');
  const columns = [
    { name: 'day', type },
    { name: 'n', type: 'BIGINT' },
  ];
  const { encoding } = compileChart(clause, columns).spec;
  const x = isRecord(encoding) ? encoding['x'] : undefined;
  const rows = dates.map(day => ({ day, n: 1 }));
  return ownLabels(rows, { x }, 'bar');
}

/** @returns So many dates from one on, a number of days apart. */
function datesFrom(start: string, apart: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(start) + at * apart * 86_400_000).toISOString().slice(0, 10),
  );
}

const firsts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2025, 10 + at, 1)).toISOString().slice(0, 10),
  );

test('the firsts of months on a discrete axis are months with their years', async () => {
  assert.deepEqual(await bandLabels(firsts(3)), ['Nov 2025', 'Dec 2025', 'Jan 2026']);
  const long = await bandLabels(firsts(20));
  assert.equal(new Set(long).size, 20, long.join());
  const clocks = firsts(3).map(day => `${day}T00:00:00Z`);
  assert.deepEqual(await bandLabels(clocks, 'TIMESTAMP'), ['Nov 2025', 'Dec 2025', 'Jan 2026']);
  assert.deepEqual(await bandLabels(['2025-11-01']), ['1 Nov']);
});

test('dates of a discrete axis have their years where a day and month can repeat', async () => {
  assert.deepEqual(await bandLabels(datesFrom('2025-12-22', 7, 3)), ['22 Dec', '29 Dec', '5 Jan']);
  const years = await bandLabels(datesFrom('2025-01-06', 7, 60));
  assert.equal(new Set(years).size, 60, years.join());
  assert.deepEqual(years.slice(0, 2), ['6 Jan 2025', '13 Jan 2025']);
  const clocks = ['2025-01-06T09:30:00Z', '2026-01-06T09:30:00Z'];
  assert.deepEqual(await bandLabels(clocks, 'TIMESTAMP'), [
    ...['6 Jan 2025 09:30', '6 Jan 2026 09:30'],
  ]);
  const day = ['2025-01-06T09:30:00Z', '2025-01-07T09:30:00Z'];
  assert.deepEqual(await bandLabels(day, 'TIMESTAMP'), ['6 Jan 09:30', '7 Jan 09:30']);
});

test('discrete dates of a specification have the form of VISUALISE, and their own where it states one', async () => {
  const labels = (axis: object): Promise<string[]> => {
    const x = { field: 'day', type: 'ordinal', timeUnit: 'utcyearmonthdate', axis };
    return ownLabels(
      firsts(2).map(day => ({ day })),
      { x },
      'bar',
    );
  };
  assert.deepEqual(await labels({}), ['Nov 2025', 'Dec 2025']);
  assert.deepEqual(await labels({ format: '%d.%m.' }), ['01.11.', '01.12.']);
});

test('numbers of a specification have the form of VISUALISE, and their own where they state one', async () => {
  const labels = async (axis: object, scale: object = {}): Promise<string[]> => {
    const { spec } = compile({
      data: { values: [{ y: 0 }, { y: 60_000 }] },
      mark: 'point',
      encoding: { y: { field: 'y', type: 'quantitative', axis, scale } },
    });
    const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
    const svg = await view.toSVG();
    view.finalize();
    const all = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
    return [...all.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = '']) => text);
  };
  assert.ok((await labels({})).includes('60k'));
  assert.ok((await labels({ format: ',.0f' })).includes('60,000'));
  assert.ok((await labels({ labelExpr: "datum.label + ' €'" })).includes('60,000 €'));
  assert.deepEqual(await labels({ labels: false }), []);
});

test('thousands are short on an axis that goes on to ten thousand, and a year keeps its digits', async () => {
  const labelsTo = (most: number, least = 0) =>
    ownLabels([{ v: least }, { v: most }], {
      x: { field: 'v', type: 'quantitative', scale: { zero: false } },
    });
  assert.deepEqual(await labelsTo(12_000), ['0', '2k', '4k', '6k', '8k', '10k', '12k']);
  assert.deepEqual(await labelsTo(-9_000, -11_000), [
    ...['−11k', '−10.5k', '−10k', '−9.5k', '−9k'],
  ]);
  assert.ok((await labelsTo(2026, 2020)).includes('2024'));
  const columns = ['a', 'b'].map(name => ({ name, type: 'INTEGER' }));
  const clause = parseVisualise('VISUALISE a AS x, b AS y DRAW point');
  const { spec: drawn } = compileChart(clause, columns);
  const rows = [
    { a: 0, b: 0 },
    { a: 2026, b: 12_000 },
  ];
  const values = { ...drawn, height: 260, width: 600, data: { values: rows } };
  const { spec } = compile(values as unknown as TopLevelSpec);
  const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const labels = [...svg.matchAll(/role-axis-label".*?<\/g>/g)].join('');
  const texts = [...labels.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text);
  assert.deepEqual(texts, [
    ...['0', '500', '1000', '1500', '2000', '2500'],
    ...['0', '2k', '4k', '6k', '8k', '10k', '12k'],
  ]);
});

/** @returns The labels beside a chart of these values, which do not begin at zero. */
function labelsBetween(low: number, high: number, scale: object = {}): Promise<string[]> {
  const y = { field: 'v', type: 'quantitative', scale: { zero: false, ...scale } };
  return ownLabels([{ v: low }, { v: high }], { y });
}

test('steps that are too fine for a short form have plain numbers with thousands', async () => {
  const between: readonly (readonly [number, number, string, string])[] = [
    [12_500, 12_503.3, '12,500.0', '12,500.5'],
    [1_250_000, 1_250_100, '1,250,000', '1,250,020'],
    [1e6, 1_000_000.019, '1,000,000.000', '1,000,000.005'],
    [9_990, 10_010, '9,990', '9,995'],
    [-12_010, -12_000, '−12,010', '−12,008'],
    [1e15, 1e15 + 10, '1,000,000,000,000,000', '1,000,000,000,000,002'],
    [41_214, 41_254, '41.21k', '41.22k'],
    [12.1e6, 12.5e6, '12.1M', '12.2M'],
    [0, 1.2e6, '0', '200k'],
    [2_020, 2_026, '2020', '2021'],
  ];
  for (const [low, high, ...first] of between) {
    assert.deepEqual((await labelsBetween(low, high)).slice(0, 2), first);
  }
  const log = { type: 'log', nice: false, zero: undefined };
  assert.deepEqual((await labelsBetween(12_500, 12_503, log)).slice(0, 2), [
    '12,500.0',
    '12,500.5',
  ]);
  const stated = { values: [12_500.25, 12_501.5, 12_503] };
  const y = { field: 'v', type: 'quantitative', scale: { zero: false }, axis: stated };
  assert.deepEqual(await ownLabels([{ v: 12_500 }, { v: 12_503 }], { y }), [
    ...['12,500.25', '12,501.50', '12,503.00'],
  ]);
  const whole = { ...y, axis: { values: [12_500, 12_750, 13_000] } };
  assert.deepEqual(await ownLabels([{ v: 12_500 }, { v: 13_000 }], { y: whole }), [
    ...['12.5k', '12.75k', '13k'],
  ]);
});

test('the value of an axis that has no other has all its digits where a short form would hide some', async () => {
  const single: readonly (readonly [number, string])[] = [
    [12_500.1, '12,500.1'],
    [-1_234_567, '−1,234,567'],
    [12_500, '12.5k'],
    [41_250, '41.25k'],
    [2_026, '2026'],
  ];
  for (const [value, label] of single) {
    assert.deepEqual(await labelsBetween(value, value), [label]);
  }
});

test('tiny numbers of an axis all have an exponent, or none has', async () => {
  assert.deepEqual(await labelsBetween(0, 2e-6), ['0', '5e-7', '1e-6', '1.5e-6', '2e-6']);
  assert.deepEqual(await labelsBetween(-2e-6, 2e-6), [
    ...['−0.000002', '−0.000001', '0', '0.000001', '0.000002'],
  ]);
  assert.deepEqual(await labelsBetween(1e-7, 1e-4, { type: 'log', zero: undefined }), [
    ...['1e-7', '3e-7', '1e-6', '3e-6', '1e-5', '3e-5', '1e-4'],
  ]);
});

test('no two numbers of an axis have one label, wherever it begins and however short it is', async () => {
  const thousandths = (least: number, most: number) =>
    fc.integer({ min: least * 1000, max: most * 1000 }).map(each => each / 1000);
  // A double has 15 digits: there are some values between the ends.
  const [place, size] = [thousandths(-4, 12), thousandths(-12, 0)];
  await fc.assert(
    fc.asyncProperty(place, size, fc.boolean(), async (power, part, isNegative) => {
      const low = (isNegative ? -1 : 1) * 10 ** power;
      const high = low + Math.abs(low) * 10 ** part;
      for (const scale of [{}, { nice: false }]) {
        const labels = await labelsBetween(low, high, scale);
        assert.equal(new Set(labels).size, labels.length, `${low} to ${high}: ${labels.join()}`);
      }
    }),
    { numRuns: 50 },
  );
});

test('numbers of a legend have the form of those on an axis, unless the specification states another', async () => {
  const labelsOf = async (channel: string, legend: object): Promise<string> => {
    const { spec } = compile({
      data: { values: [1_990, 20_000, 60_000].map(a => ({ a })) },
      mark: channel === 'strokeWidth' ? 'rule' : 'point',
      encoding: { [channel]: { field: 'a', type: 'quantitative', legend } },
    });
    const view = new View(parse(withAxisTicks(spec)), { renderer: 'none' });
    const svg = await view.toSVG();
    view.finalize();
    const labels = [...svg.matchAll(/role-legend-label".*?<\/g>/g)].join('');
    return [...labels.matchAll(/>([^<>]+)<\/(?:text|tspan)>/g)].map(([, text]) => text).join(' ');
  };
  for (const channel of ['color', 'size', 'strokeWidth', 'opacity']) {
    const labels = await labelsOf(channel, {});
    assert.ok(labels.endsWith('40k 60k') || labels.endsWith('50k 60k'), `${channel}: ${labels}`);
    assert.ok(!labels.includes(','), `${channel}: ${labels}`);
    assert.match(await labelsOf(channel, { format: ',.1f' }), /60,000\.0$/);
  }
});
