import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { renderMarks } from './render';
import type { DrawnMark } from './render';
import { compileSample, sampleDatasets } from './sampleData';

async function drawn(clause: string): Promise<DrawnMark[]> {
  const chart = await compileSample(clause);
  assert.deepEqual(chart.problems, []);
  return renderMarks(chart.spec, await sampleDatasets(chart));
}

function keyOf(names: readonly string[]): (mark: DrawnMark) => string {
  return ({ row }) => names.map(name => String(row[name])).join();
}

/**
 * `check(['sector', 'name'], 'dodge', 0)`: what tells the boxes apart, how points are moved, and how far from the middle
 * of their box they may be, in its widths.
 */
async function check(names: readonly string[], position: string, most: number): Promise<void> {
  const [place, series] = names;
  const fill = series === undefined ? '' : `, ${series} AS fill`;
  const clause = `VISUALISE ${place} AS x, score AS y${fill} DRAW boxplot DRAW point SETTING position => '${position}'`;
  const marks = await drawn(clause);
  const boxes = marks.filter(({ kind, row }) => kind === 'rect' && 'q3' in row);
  const points = marks.filter(({ kind, row }) => kind === 'symbol' && 'score' in row);
  assert.ok(boxes.length > 1 && points.length > 40, clause);
  const key = keyOf(names);
  for (const box of boxes) {
    assert.ok(box.width > 20, `${clause}: a box of ${box.width} px`);
    const own = marks.filter(mark => key(mark) === key(box));
    const whiskers = own.filter(({ kind }) => kind === 'rule');
    assert.equal(whiskers.length, 2);
    whiskers.forEach(({ x }) => assert.ok(Math.abs(x - box.x) < 0.01, `${clause}: a whisker`));
    for (const { x } of points.filter(mark => key(mark) === key(box))) {
      assert.ok(Math.abs(x - box.x) <= most * box.width + 0.01, `${clause}: a point at ${x}`);
    }
  }
}

test('a box stands at its whiskers, and points with it, however they are moved', async () => {
  await check(['sector'], 'jitter', 0.5);
  await check(['sector', 'sector'], 'jitter', 0.5);
  await check(['sector', 'sector'], 'dodge', 0);
  await check(['name', 'is_new'], 'jitter', 0.5);
  await check(['name', 'is_new'], 'dodge', 0);
  await check(['sector', 'grade'], 'jitter', 0.5);
  await check(['sector', 'grade'], 'dodge', 0);
});

test('places that have different boxes keep their points', async () => {
  await check(['sector', 'name'], 'jitter', 0.5);
  await check(['sector', 'name'], 'dodge', 0);
  await check(['name', 'sector'], 'jitter', 0.5);
  await check(['name', 'sector'], 'dodge', 0);
});

test('two bars fill the chart with jittered points beside them', async () => {
  const bars = `VISUALISE sector AS x, score AS y DRAW bar SETTING aggregate => 'mean'`;
  const marks = await drawn(`${bars} DRAW point SETTING position => 'jitter'`);
  const widths = marks.flatMap(({ kind, width }) => (kind === 'rect' ? [width] : []));
  assert.equal(widths.length, 2);
  widths.forEach(width => assert.ok(width > 200, `a bar of ${width} px in 640 px`));
});

test('points number the slots that they stand in, also where the rows have a column of that name', () => {
  const columns = [
    { name: 'slot', type: 'VARCHAR' },
    { name: 'kind', type: 'VARCHAR' },
    { name: 'score', type: 'DOUBLE' },
  ];
  const clause =
    "VISUALISE slot AS x, score AS y, kind AS fill DRAW boxplot DRAW point SETTING position => 'dodge'";
  const text = JSON.stringify(compileChart(parseVisualise(clause), columns).spec);
  const offsets = [...text.matchAll(/"xOffset":\{"field":"([^"]*)"/g)].map(([, field]) => field);
  const numbered = [...text.matchAll(/"op":"dense_rank","as":"([^"]*)"/g)].map(([, name]) => name);
  assert.deepEqual(numbered, ['slot (computed)']);
  assert.deepEqual([...new Set(offsets)], numbered);
});

test('boxes of a side have its colours, and their outliers its shapes', async () => {
  const marks = await drawn('VISUALISE sector AS x, score AS y, side AS fill DRAW boxplot');
  assert.ok(marks.some(({ kind }) => kind === 'symbol'));
});
