import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { assertValid, renderMarks, renderSvg, svgTexts } from './render';
import type { DrawnMark } from './render';

/** As wide as the drawings of the tests. */
const WIDTH = 200;
const day = (text: string): number => Date.parse(`${text}T00:00:00Z`);

interface Bars {
  readonly type: string;
  readonly values: readonly (number | null)[];
  readonly clause?: string;
}

function compiled({ type, values, clause = 'x AS x, n AS y DRAW bar' }: Bars) {
  const columns = [
    { name: 'x', type },
    { name: 'n', type: 'DOUBLE' },
    { name: 'kind', type: 'VARCHAR' },
  ];
  const chart = compileChart(parseVisualise(`VISUALISE ${clause}`), columns);
  assert.deepEqual(chart.problems, []);
  assertValid(chart.spec, clause);
  const result = values.map((x, at): JsonObject => ({ x, n: 1, kind: at % 2 ? 'a' : 'b' }));
  return { spec: { ...chart.spec, width: WIDTH }, datasets: { result } };
}

async function bars(of: Bars): Promise<DrawnMark[]> {
  const { spec, datasets } = compiled(of);
  const drawn = await renderMarks(spec, datasets);
  return drawn.filter(({ kind }) => kind === 'rect');
}

/** Fails where the bars do not fill `part` of the distance between the first two places. */
async function check(of: Bars, part: number): Promise<void> {
  const drawn = await bars(of);
  const [first, second] = [...new Set(drawn.map(({ x }) => Math.round(x * 100) / 100))];
  assert.ok(first !== undefined && second !== undefined);
  for (const { width } of drawn) {
    const filled = width / (second - first);
    assert.ok(Math.abs(filled - part) < 0.01, `${JSON.stringify(of)}: ${filled} of the step`);
  }
}

const weeks = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-04-06'].map(day);

test('a bar on a date, a time or a number is as wide as the smallest step of the values, less a gap', async () => {
  await check({ type: 'DATE', values: weeks }, 0.9);
  await check({ type: 'TIMESTAMP', values: weeks.map(each => each + 3_600_000) }, 0.9);
  await check({ type: 'BIGINT', values: [2019, 2020, 2021, 2024] }, 0.9);
  await check({ type: 'DOUBLE', values: [0.1, 0.2, 0.30000000000000004, 0.3, 0.5] }, 0.9);
  const clause = 'x AS x, n AS y DRAW bar SETTING width => 0.5';
  await check({ type: 'DATE', values: weeks, clause }, 0.5);
  await check(
    { type: 'DATE', values: [...weeks, ...weeks], clause: 'x AS x, n AS y, kind AS fill DRAW bar' },
    0.9,
  );
  await check({ type: 'DATE', values: weeks, clause: 'x AS x DRAW bar' }, 0.9);
});

/** @returns Where each bar begins and ends, in steps from its place. */
async function besideEachOther(settings: string, places = 'x AS x, n AS y'): Promise<string[]> {
  const clause = `${places}, kind AS fill DRAW bar SETTING position => 'dodge'${settings}`;
  const drawn = await bars({ type: 'DATE', values: weeks.flatMap(each => [each, each]), clause });
  const step = 7 * 86_400_000;
  const edges = drawn.map(({ row }) => {
    const [start = NaN, end = NaN] = ['bar start', 'bar end'].map(
      name => (Number(row[name]) - Number(row['x'])) / step,
    );
    return `${String(row['kind'])} ${start.toFixed(3)} to ${end.toFixed(3)}`;
  });
  return [...new Set(edges)].sort();
}

test('bars of dates beside each other share the step that one of them would fill', async () => {
  assert.deepEqual(await besideEachOther(''), ['a -0.450 to 0.000', 'b 0.000 to 0.450']);
  assert.deepEqual(await besideEachOther(', width => 0.8'), [
    'a -0.405 to -0.045',
    'b 0.045 to 0.405',
  ]);
  assert.deepEqual(await besideEachOther(" SCALE fill FROM ['b', 'a']"), [
    'a 0.000 to 0.450',
    'b -0.450 to 0.000',
  ]);
  assert.deepEqual(await besideEachOther('', 'n AS x, x AS y'), [
    'a 0.000 to 0.450',
    'b -0.450 to 0.000',
  ]);
  const listed = ['a -0.450 to 0.450'];
  assert.deepEqual(await besideEachOther(" SCALE fill FROM ['a']"), listed);
  const panels = " SCALE fill FROM ['a'] FACET kind";
  assert.deepEqual(await besideEachOther(panels), listed);
});

test('bars of dates beside each other are drawn as wide as their part of the step', async () => {
  const clause = "x AS x, n AS y, kind AS fill DRAW bar SETTING position => 'dodge'";
  const values = weeks.flatMap(each => [each, each]);
  const drawn = await bars({ type: 'DATE', values, clause });
  const [first = NaN, second = NaN] = drawn
    .filter(({ row }) => row['kind'] === 'a')
    .map(({ x }) => x);
  for (const { width } of drawn) {
    assert.ok(Math.abs(width / (second - first) - 0.45) < 0.01, String(width));
  }
});

test('bars of dates without others beside them fill the step', async () => {
  const clause = "x AS x, n AS y DRAW bar SETTING position => 'dodge'";
  await check({ type: 'DATE', values: weeks, clause }, 0.9);
});

test('panels share the step of their bars', async () => {
  const drawn = await bars({
    ...{ type: 'DATE', values: ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-06'].map(day) },
    clause: 'x AS x, n AS y DRAW bar FACET kind',
  });
  assert.equal(new Set(drawn.map(({ width }) => width.toFixed(1))).size, 1);
});

test('a single bar, and bars at missing places, are drawn where they belong', async () => {
  const [single, ...others] = await bars({ type: 'DATE', values: [day('2026-03-02'), null] });
  assert.deepEqual(others, []);
  assert.ok(single && single.width > 0.5 * WIDTH);
});

test('a screen reader hears the value of a bar, not where it begins and ends', async () => {
  const { spec, datasets } = compiled({
    type: 'BIGINT',
    values: [2019, 2020, 2020],
    clause: 'x AS x DRAW bar',
  });
  const svg = await renderSvg(spec, datasets);
  const spoken = [
    ...svg.matchAll(/aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="bar"/g),
  ];
  assert.deepEqual(
    spoken.map(([, text]) => text),
    ['x: 2019; Rows: 1', 'x: 2020; Rows: 2'],
  );
});

test('an axis of two days has no times of day', async () => {
  for (const mark of ['bar', 'line']) {
    const values = ['2025-11-03', '2025-11-04'].map(day);
    const { spec, datasets } = compiled({
      type: 'DATE',
      values,
      clause: `x AS x, n AS y DRAW ${mark}`,
    });
    const texts = svgTexts(await renderSvg(spec, datasets));
    assert.deepEqual(
      texts.slice(0, texts.indexOf('x')).filter(text => text.trim() !== ''),
      ['3 Nov', '4 Nov'],
      mark,
    );
  }
});
