/** Of each column the first, last, lowest and highest stack, with all its areas. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { axisPlace } from '../../../src/core/visualise/reduction/axisPlace';
import type { ColumnPicks } from '../../../src/core/visualise/reduction/columnPicks';
import { stackFacts, stackSql } from '../../../src/core/visualise/reduction/wholeStacks';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, factsOf, openTinyResult, type Cells } from '../tinyResult';

const tiny = await openTinyResult();
after(() => tiny.close());

interface Stacks {
  readonly scale?: string;
  readonly panels?: boolean;
  readonly ownLimits?: boolean;
  readonly most: number;
}

async function stacksOver(rows: string, options: Stacks): Promise<ColumnPicks> {
  const { scale = '', panels: hasPanels = false, ownLimits = false, most } = options;
  const columns = await tiny.fill('t DOUBLE, v DOUBLE, k VARCHAR, p VARCHAR', rows);
  const { layer, scales } = clauseLayers(`t AS x, v AS y DRAW area ${scale}`, columns);
  const [t, v, k, p] = columns;
  const place = t && axisPlace('x', t, layer, { scales });
  assert.ok(place && v && k && p);
  const panels = hasPanels ? [p] : [];
  const series = [k, ...panels];
  return {
    ...{ own: layer.source.own, table: 'result', rowId: 'rowid', place, condition: '' },
    ...{ values: [], series, panels, ownLimits, drawn: [t, v, ...series], most },
  };
}

/** `check(rows, cells, options)`: the kept rows of t, v, k and, with panels, p. */
async function check(rows: string, expected: Cells, options: Stacks): Promise<void> {
  const picks = await stacksOver(rows, options);
  const facts = factsOf(await tiny.cellsOf(stackFacts(picks)));
  assertCells(await tiny.cellsOf(stackSql(picks, facts)), expected, rows);
}

/** `series(name, values)`: rows of the values at 0, 1, 2 and so on. */
function series(name: string, values: readonly (number | string)[], panel = ''): string[] {
  return values.map((value, t) => `(${t}, ${value}, '${name}', '${panel}')`);
}

const names = ['t', 'v', 'k'];

/** The rows of `series` at these places. */
function at(places: readonly number[], name: string, values: readonly number[]): Cells {
  return places.map(t => [t, values[t] ?? null, name]);
}

test('each column keeps its first, last, lowest and highest stack whole', async () => {
  // Of 2 areas and 24 rows there are 24 / 8 - 1 = 2 columns: [0, 4), [4, 8) and 8 itself.
  // Stacks: 2 6 3 4, 10 0 4 10, 2. The lowest area of a alone is at 2, where the stack is neither lowest nor highest.
  const a = [1, 5, 0, 2, 1, 0, 2, 9, 1];
  const b = [1, 1, 3, 2, 9, 0, 2, 1, 1];
  const rows = [...series('b', b), ...series('a', a)].join(', ');
  const kept = [0, 1, 3, 4, 5, 7, 8];
  await check(rows, [names, ...at(kept, 'b', b), ...at(kept, 'a', a)], { most: 24 });
  // 23 / 8 - 1 is 1 column [0, 8): lowest 0 at 5, highest 10 at 4.
  const few = [0, 4, 5, 7, 8];
  await check(rows, [names, ...at(few, 'b', b), ...at(few, 'a', a)], { most: 23 });
  await check(rows, [names, ...at(few, 'b', b), ...at(few, 'a', a)], { most: 1 });
});

test('rows of a series at one place are one row with their sum', async () => {
  await check(
    `(0, 1, 'a', ''), (1, 2, 'a', ''), (0, 2.5, 'a', ''), (0, 4, NULL, ''), (0, -1, NULL, '')`,
    [names, [0, 3.5, 'a'], [1, 2, 'a'], [0, 3, null]],
    { most: 100 },
  );
});

test('missing and infinite values are no part of a stack, and no rows are none', async () => {
  await check(
    `(0, 1, 'a', ''), (0, NULL, 'b', ''), (1, 'inf', 'a', ''), (1, 2, 'b', ''), (NULL, 9, 'a', ''), ('inf', 9, 'b', '')`,
    [names, [0, 1, 'a'], [1, 2, 'b']],
    { most: 100 },
  );
  await check('', [names], { most: 100 });
});

test('columns are between the ends of the drawn part, as wide as they are drawn', async () => {
  // One area and 12 rows: 2 columns [2, 4) and [4, 6), one before and one from 6.
  const a = [3, 9, 4, 5, 5, 4, 7, 8, 6, 7];
  const rows = series('a', a).join(', ');
  // Before are 3 and 9, then 4 and 5, 5 and 4, and 7 8 6 7.
  const inside = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  await check(rows, [names, ...at(inside, 'a', a)], { most: 12, scale: 'SCALE x FROM [2, 6]' });
  // One column [2, 4). From 4: the first is 5, the lowest 4, the highest 8 and the last 7.
  await check(rows, [names, ...at([0, 1, 2, 3, 4, 5, 7, 9], 'a', a)], {
    most: 8,
    scale: 'SCALE x FROM [2, 4]',
  });
  // Logarithms below 0.5 are those of 1 to 3, with 3 9 4; up to 1 those of 4 to 9, with 5 5 4 7 8 6; 10 is alone.
  const tens = a.map((value, t) => `(${t + 1}, ${value}, 'a', '')`).join(', ');
  const kept = [0, 1, 2, 3, 5, 7, 8, 9].map(t => [t + 1, a[t] ?? null, 'a']);
  await check(tens, [names, ...kept], { most: 12, scale: 'SCALE x VIA log10' });
});

test('panels have stacks of their own', async () => {
  // 2 areas and panels, 16 rows: 1 column for both panels.
  const [p, q] = [
    [1, 2, 9, 3, 4, 5],
    [5, 5.5, 6, 0, 6.5, 7],
  ];
  const rows = [...series('a', p, 'p'), ...series('a', q, 'q')].join(', ');
  const kept = (places: readonly number[], values: readonly number[], panel: string): Cells =>
    at(places, 'a', values).map(row => [...row, panel]);
  await check(
    rows,
    [[...names, 'p'], ...kept([0, 2, 4, 5], p, 'p'), ...kept([0, 3, 4, 5], q, 'q')],
    { most: 16, panels: true },
  );
});

test('panels with an axis of their own have columns of their own', async () => {
  // Panel q is a thousandth as long: in the columns of p all of it is in the first.
  const q = [5, 5.5, 6, 0, 6.5, 7, 6];
  const short = q.map((value, t) => `(${t / 1000}, ${value}, 'a', 'q')`);
  const rows = [...short, `(0, 1, 'a', 'p')`, `(6, 1, 'a', 'p')`].join(', ');
  const kept = (places: readonly number[]): Cells => [
    [...names, 'p'],
    ...places.map(t => [t / 1000, q[t] ?? null, 'a', 'q']),
    [0, 1, 'a', 'p'],
    [6, 1, 'a', 'p'],
  ];
  // 2 areas and 24 rows: 2 columns. All of q: first 5, lowest 0, highest 7 and last 6.
  const options = { most: 24, panels: true };
  await check(rows, kept([0, 3, 5, 6]), options);
  // Columns [0, 3), [3, 6) and 6: nothing is between.
  await check(rows, kept([0, 2, 3, 5, 6]), { ...options, ownLimits: true });
  // One column [2, 4) where FROM says so: 0 and 1 are before it, 4 to 6 after.
  await check(rows, kept([0, 1, 2, 3, 4, 5, 6]), {
    ...{ most: 23, panels: true, ownLimits: true },
    scale: 'SCALE x FROM [0.002, 0.004]',
  });
});

test('the facts are the ends and the number of areas', async () => {
  const facts = async (rows: string, options: Partial<Stacks>): Promise<Cells> =>
    tiny.cellsOf(stackFacts(await stacksOver(rows, { most: 1, ...options })));
  const rows = `(3, 1, 'a', 'p'), (1, 2, 'a', 'q'), (7, 3, NULL, 'p'), ('inf', 4, 'b', 'p')`;
  assertCells(
    await facts(rows, {}),
    [
      ['low', 'high', 'series'],
      [1, 7, 3],
    ],
    'areas',
  );
  assertCells(
    await facts(rows, { panels: true }),
    [
      ['low', 'high', 'series'],
      [1, 7, 4],
    ],
    'panels',
  );
  assertCells(
    await facts(rows, { scale: 'SCALE x FROM [2, null]' }),
    [
      ['low', 'high', 'series'],
      [2, 7, 3],
    ],
    'ends',
  );
});

test('no more than 4500 columns are made, however many rows there may be', async () => {
  // In one column of ten rows each a chart of 45,000 places keeps 4 of ten.
  const rows = `(0, 0, 'a', ''), (45000, 1, 'a', ''), (1, 1, 'a', ''), (2, 3, 'a', ''), (3, 2, 'a', ''), (9, 1, 'a', '')`;
  const kept: Cells = [names, [0, 0, 'a'], [45_000, 1, 'a'], [2, 3, 'a'], [9, 1, 'a']];
  await check(rows, kept, { most: 1_000_000 });
});
