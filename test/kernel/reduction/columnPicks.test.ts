/**
 * M4: of each series in each column the first, last, lowest and highest row.
 *
 * Of n columns from low to high, the row at t is in column ⌊n (t - low) / (high - low)⌋; the row at high has a column
 * of its own.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { axisPlace } from '../../../src/core/visualise/reduction/axisPlace';
import {
  columnCount,
  picksFacts,
  picksSql,
  type ColumnPicks,
} from '../../../src/core/visualise/reduction/columnPicks';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, factsOf, openTinyResult, type Cells } from '../tinyResult';

const tiny = await openTinyResult();
after(() => tiny.close());

/** Picks from the rows of t and v, as one line. */
async function picksOver(
  rows: string,
  { series = [], panels = [], scale = '', ...rest }: PickOptions = {},
): Promise<ColumnPicks> {
  const columns = await tiny.fill('t DOUBLE, v DOUBLE, k VARCHAR, p VARCHAR, id INTEGER', rows);
  const { layer, scales } = clauseLayers(`t AS x, v AS y DRAW line ${scale}`, columns);
  const named = (names: readonly string[]): typeof columns =>
    columns.filter(({ name }) => names.includes(name));
  const [t] = columns;
  const place = t && axisPlace('x', t, layer, { scales });
  assert.ok(place);
  return {
    own: layer.source.own,
    table: 'result',
    rowId: 'rowid',
    place,
    values: ['"v"'],
    condition: '',
    series: named([...series, ...panels]),
    panels: named(panels),
    ownLimits: false,
    drawn: named(['id']),
    most: 16,
    ...rest,
  };
}

interface PickOptions extends Partial<Omit<ColumnPicks, 'series' | 'panels'>> {
  readonly series?: readonly string[];
  readonly panels?: readonly string[];
  readonly scale?: string;
}

/** `text` as rows: `t v` or `t v k p`, each with its number as `id`; `_` is NULL. */
function rowsOf(text: string): string {
  return text
    .split(',')
    .map((row, id) => {
      const [t, v, k = '_', p = '_'] = row.trim().split(' ');
      const [kText, pText] = [k, p].map(word => (word === '_' ? 'NULL' : `'${word}'`));
      return `(${[t, v === '_' ? 'NULL' : `'${v}'`, kText, pText, id].join(', ')})`;
    })
    .join(', ');
}

/** `check(rows, columns, kept, options)`: the rows that are kept where there are so many columns. */
async function check(
  text: string,
  columns: number,
  expected: readonly number[],
  options: PickOptions = {},
): Promise<void> {
  const picks = await picksOver(rowsOf(text), options);
  const facts = factsOf(await tiny.cellsOf(picksFacts(picks)));
  assert.equal(columnCount(picks, facts), columns, text);
  assertCells(
    await tiny.cellsOf(picksSql(picks, facts)),
    [['id'], ...expected.map(id => [id])],
    text,
  );
}

test('each column keeps its first, last, lowest and highest row', async () => {
  // Columns [0, 4), [4, 8) and 8 itself. Row 2 is between, of rows 4 and 5 with the same value the first is kept.
  const rows = '0 5, 1 9, 2 5, 3 1, 4 2, 5 2, 6 7, 7 3, 8 4';
  await check(rows, 2, [0, 1, 3, 4, 6, 7, 8]);
  // One column: 1 is lowest, 9 is highest.
  await check(rows, 1, [0, 1, 3, 7, 8], { most: 12 });
  // Four columns of two rows lose nothing.
  await check(rows, 4, [0, 1, 2, 3, 4, 5, 6, 7, 8], { most: 24 });
});

test('the first and last of a column are so along the axis, and rows keep their order', async () => {
  // The column begins with the row at t = 0 and ends with the one at 3, which is the first of the rows.
  await check('3 2, 2 5, 1 4, 0 3, 1.5 1, 0.5 3, 4 0', 1, [0, 1, 3, 4, 6], { most: 12 });
  // Of rows at one place the first and the last in their order.
  await check('0 5, 0 6, 0 5, 0 4, 0 5, 1 5', 1, [0, 1, 3, 4, 5], { most: 12 });
  // So they are whatever order the table is read in.
  await check('0 5, 0 6, 0 5, 0 4, 0 5, 1 5', 1, [0, 1, 3, 4, 5], {
    most: 12,
    table: '(FROM result ORDER BY id DESC)',
    rowId: 'id',
  });
});

test('rows at one place are one column', async () => {
  await check('2 5, 2 6, 2 5, 2 4, 2 5', 2, [0, 1, 3, 4]);
  await check('2 5', 2, [0]);
});

test('rows without a place are left out, and no rows are no column', async () => {
  const odd = "'inf' 9, 0 1, NULL 5, 1 2, 'NaN' -9, 2 1.5, 8 3";
  await check(odd, 1, [1, 3, 5, 6], { most: 12 });
  const picks = await picksOver('');
  const facts = factsOf(await tiny.cellsOf(picksFacts(picks)));
  assert.deepEqual(await tiny.cellsOf(picksSql(picks, facts)), [['id']]);
});

test('rows before and after the drawn part have a column each', async () => {
  // Drawn from 10 to 20 in columns [10, 15) and [15, 20); 20 is in one column with what comes after.
  const rows = '0 1, 5 9, 7 3, 9 0, 10 4, 12 6, 13 5, 14 4.5, 20 2, 25 1, 30 2, 40 2';
  await check(rows, 2, [0, 1, 3, 4, 5, 7, 8, 9, 11], { scale: 'SCALE x FROM [10, 20]' });
  await check(rows, 2, [0, 1, 3, 4, 5, 7, 8, 9, 11], { scale: 'SCALE x FROM [20, 10]' });
});

test('columns are as wide as they are drawn', async () => {
  // Logarithms 0, 0.3, 0.6, 0.8 in the column [0, 1), 1, 1.3, 1.7 and 2 in [1, 2) and at 2; 0 has no place.
  const scale = 'SCALE x VIA log10';
  await check('0 -9, 1 3, 2 1, 4 2, 6 4, 8 3, 10 5, 20 5, 50 5, 100 5', 2, [1, 2, 4, 5, 6, 8, 9], {
    scale,
  });
});

test('series are picked from apart, the missing one among them', async () => {
  // One column to 4, with 4 rows a series: of a 0 1, 1 3, 2 2, 3 2; of b all; of none 0 and 3.
  const rows = '0 1 a, 0 1 b, 1 3 a, 1 0 _, 2 2 a, 2 2 _, 3 2 a, 3 9 _, 4 1 b';
  await check(rows, 1, [0, 1, 2, 3, 6, 7, 8], { series: ['k'], most: 36 });
});

test('panels share columns, unless each has an axis of its own', async () => {
  // From 0 to 80 both panels have a column [0, 40); q alone is from 0 to 8, in columns [0, 4), [4, 8) and 8.
  const rows = `0 1 _ p, 0 5 _ q, 1 6 _ q, 3 5.5 _ q, 4 5.6 _ q, 6 5.7 _ q, 8 5.8 _ q, 39 1 _ p, 80 1 _ p`;
  const panels = { panels: ['p'], most: 32 };
  await check(rows, 2, [0, 1, 2, 6, 7, 8], panels);
  await check(rows, 2, [0, 1, 2, 3, 4, 5, 6, 7, 8], { ...panels, ownLimits: true });
});

test('the lowest and highest of every value are kept', async () => {
  // Of v the extremes are 3 and 9, of |v - 5.5| those of the rows with 5.5 and 9.
  const rows = '0 5, 1 4, 2 6, 3 9, 4 5.5, 5 3, 6 5, 8 5';
  const values = ['"v"', 'abs("v" - 5.5)'];
  await check(rows, 1, [0, 3, 5, 6, 7], { most: 12 });
  await check(rows, 1, [0, 3, 4, 5, 6, 7], { most: 18, values });
  await check(rows, 1, [0, 6, 7], { most: 6, values: [] });
});

test('a condition leaves rows out before they are picked from', async () => {
  // Without the rows of 9 and 1 the highest is the third; the row of 5 at 4 is neither first nor last.
  await check('0 5, 1 9, 2 6, 3 1, 4 5, 5 5.5, 8 5', 1, [0, 2, 5, 6], {
    most: 12,
    condition: '"v" BETWEEN 2 AND 8',
  });
});

test('a missing value breaks the line, and pieces are picked from apart', async () => {
  // Columns [0, 4), [4, 8) and 8. Of the first piece 2 is between, of the second 7 in the second column.
  const rows = '0 1, 1 3, 1.2 2, 1.5 2, 2 _, 3 5, 4 4, 5 6, 6 2, 6.5 2.5, 7 3, 8 3';
  await check(rows, 2, [0, 1, 3, 4, 5, 6, 7, 8, 10, 11], { most: 21 });
});

test('a column keeps the pieces that enter and leave it and the two tallest, with what breaks them', async () => {
  // Pieces 0-1; 3-4 (height 1); 6-7 (5); 9-10 (3); 12-13 (2); 15-16. The second and the fifth go with their breaks.
  const rows = `0 0, 1 0, 2 _, 3 10, 4 11, 5 _, 6 0, 7 5, 8 _, 9 0, 10 3, 11 _, 12 0, 13 2, 14 _, 15 0, 16 0, 20 1`;
  const kept = [0, 1, 5, 6, 7, 8, 9, 10, 14, 15, 16, 17];
  await check(rows, 1, kept, { most: 20 });
  // A second series has a piece of the same number as one that goes.
  const series = rows.replaceAll(',', ' a,').replace(/$/, ' a');
  await check(`${series}, 0 1 b, 1 _ b, 2 1 b`, 1, [...kept, 18, 19, 20], {
    series: ['k'],
    most: 40,
  });
});

test('pieces of equal height are kept in their order', async () => {
  const rows = `0 0, 1 _, 2 0, 3 1, 4 _, 5 0, 6 1, 7 _, 8 0, 9 1, 10 _, 11 0, 12 1, 13 _, 14 0, 20 1`;
  await check(rows, 1, [0, 1, 2, 3, 4, 5, 6, 13, 14, 15], { most: 20 });
});

test('rows at one place are in pieces in their order', async () => {
  // Up to the break 1, 2, 3, 2.5, of which 2 is between; then 5, 4, 4.5.
  await check('0 1, 1 2, 1 3, 1 2.5, 1 _, 1 5, 1 4, 1 4.5, 8 1', 1, [0, 2, 3, 4, 5, 6, 7, 8], {
    most: 20,
  });
});

test('each series has its own pieces', async () => {
  const rows = '0 1 a, 0 1 b, 1 _ a, 1 2 b, 2 3 a, 2 1.5 b, 3 1 b, 4 1 a, 8 1 b';
  await check(rows, 1, [0, 1, 2, 3, 4, 6, 7, 8], { series: ['k'], most: 20 });
});

test('rows without a value reach as far along the axis as without reduction', async () => {
  // Of the missing rows at the ends and within, the outermost and the one before the piece stay.
  await check('0 _, 1 _, 2 _, 3 5, 4 5, 5 _, 6 _, 9 _', 1, [0, 2, 3, 4, 7], { most: 20 });
  const panels = { panels: ['p'], most: 20, ownLimits: true };
  await check(
    '0 _ _ p, 1 5 _ p, 2 _ _ p, 3 _ _ p, 7 _ _ q, 8 _ _ q, 9 _ _ q',
    1,
    [0, 1, 3, 4, 6],
    panels,
  );
});

test('the facts are the ends, the missing values and the number of series', async () => {
  const facts = async (text: string, options: PickOptions): Promise<Cells> =>
    tiny.cellsOf(picksFacts(await picksOver(text === '' ? '' : rowsOf(text), options)));
  const names = ['low', 'high', 'missing', 'series'];
  const rows = "3 1 a, 1 _ b, 2 _ b, 7 4 _, 'inf' _ c";
  assertCells(await facts(rows, {}), [names, [1, 7, 2, 1]], 'one line');
  assertCells(await facts(rows, { series: ['k'] }), [names, [1, 7, 2, 3]], 'series');
  const scale = 'SCALE x FROM [0, null]';
  assertCells(await facts(rows, { scale }), [names, [0, 7, 2, 1]], scale);
  assertCells(await facts('', {}), [names, [null, null, 0, 1]], 'no rows');
});

test('there are as many columns as rows fit, and no more than five a pixel', async () => {
  const picks = await picksOver('');
  const count = (
    most: number,
    values: number,
    missing: number | null,
    series: number | null,
  ): number =>
    columnCount(
      { ...picks, most, values: Array.from({ length: values }, () => '"v"') },
      new Map([
        ['missing', missing],
        ['series', series],
      ]),
    );
  assert.equal(count(50_000, 1, 0, 1), 4500);
  // 50,000 / (4 · 6) = 2083.3; two are left for what lies outside.
  assert.equal(count(50_000, 1, 0, 6), 2081);
  // 50,000 / (6 · 2) = 4166.7.
  assert.equal(count(50_000, 2, 0, 2), 4164);
  // (50,000 - 5 · 8000) / 4 = 2500 and 50,000 / (5 · 4) = 2500.
  assert.equal(count(50_000, 1, 8000, 1), 2498);
  assert.equal(count(50_000, 1, 7000, 1), 3748);
  assert.equal(count(50_000, 1, 9999, 1), 2498);
  assert.equal(count(18_008, 1, 0, 1), 4500);
  assert.equal(count(18_007, 1, 0, 1), 4499);
  assert.equal(count(100, 1, null, null), 23);
  assert.equal(count(3, 1, 0, 1), 1);
});
