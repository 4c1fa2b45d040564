import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { axisPlace, type AxisPlace } from '../../../src/core/visualise/reduction/axisPlace';
import { clauseLayers } from '../../support/clauseLayers';
import { assertCells, openTinyResult, type Cells } from '../tinyResult';

const tiny = await openTinyResult();
after(() => tiny.close());

/** `placeOf('DOUBLE', '(1), (2)', 'VIA log10')`: the place of column v along x, on this scale. */
async function placeOf(type: string, rows: string, scale: string): Promise<AxisPlace | undefined> {
  const columns = await tiny.fill(`v ${type}`, rows);
  const [column] = columns;
  assert.ok(column);
  const clause = `v AS x, 1 AS y DRAW point ${scale === '' ? '' : `SCALE ${scale}`}`;
  const { layer, scales } = clauseLayers(clause, columns);
  return axisPlace('x', column, layer, { scales });
}

/** `check(type, values, scale, places)`: where each value stands; null says that it has no place and is left out. */
async function check(
  type: string,
  values: readonly string[],
  scale: string,
  expected: readonly (number | null)[],
): Promise<void> {
  const place = await placeOf(type, values.map(value => `(${value})`).join(', '), scale);
  assert.ok(place, scale);
  assertCells(
    await tiny.cellsOf(`SELECT ${place.at} AS at FROM result WHERE ${place.condition}`),
    [['at'], ...expected.filter(at => at !== null).map(at => [at])],
    `${type} ${String(values)} ${scale}`,
  );
}

/** `checkEnds(type, scale, [low, high])`: the ends of the drawn part that the scale states. */
async function checkEnds(
  type: string,
  scale: string,
  [low, high]: [number | null, number | null],
): Promise<void> {
  const place = await placeOf(type, '', scale);
  assert.ok(place, scale);
  const cells: Cells = await tiny.cellsOf(
    `SELECT ${place.low ?? 'NULL'} AS low, ${place.high ?? 'NULL'} AS high`,
  );
  assertCells(
    cells,
    [
      ['low', 'high'],
      [low, high],
    ],
    `${type} ${scale}`,
  );
}

const numbers = ['1', '-4', '0', 'NULL', "'inf'", "'-inf'", "'NaN'"];

test('numbers stand where they are, through the transform of the scale', async () => {
  await check('DOUBLE', numbers, '', [1, -4, 0, null, null, null, null]);
  await check('DOUBLE', ['100', ...numbers], 'x VIA log10', [
    ...[2, 0, null, null, null, null, null, null],
  ]);
  await check('DOUBLE', ['8', '0.5'], 'x VIA log2', [3, -1]);
  await check('INTEGER', ['5'], 'x VIA ln', [Math.log(5)]);
  await check('DOUBLE', numbers, 'x VIA sqrt', [1, -2, 0, null, null, null, null]);
  await check('DOUBLE', ['3', '-3'], 'x VIA square', [9, -9]);
  await check('DOUBLE', ['3', '-3'], 'x VIA asinh', [Math.log(4), -Math.log(4)]);
  await check('DECIMAL(9, 2)', ['1.25'], 'BINNED x', [1.25]);
});

test('dates stand at their day and times at their second since 1970', async () => {
  await check('DATE', ["'1970-01-02'", "'1969-12-31'", 'NULL', "'infinity'"], '', [
    ...[1, -1, null, null],
  ]);
  await check('TIMESTAMP', ["'1970-01-01 00:01:00.5'"], '', [60.5]);
  await check('TIMESTAMPTZ', ["'1970-01-01 01:00:00+01'"], '', [0]);
});

test('the drawn part begins and ends where FROM says, in the unit of the place', async () => {
  await checkEnds('DOUBLE', '', [null, null]);
  await checkEnds('DOUBLE', 'x FROM [2, 5]', [2, 5]);
  await checkEnds('DOUBLE', 'x FROM [null, 5]', [null, 5]);
  await checkEnds('DOUBLE', 'x FROM [2, null]', [2, null]);
  await checkEnds('DOUBLE', 'x FROM [1, 1000] VIA log10', [0, 3]);
  await checkEnds('DATE', `x FROM ['1970-01-11', '1970-01-21']`, [10, 20]);
  await checkEnds('TIMESTAMP', `x FROM ['1970-01-02', '1970-01-02 00:00:30']`, [86_400, 86_430]);
  await checkEnds('TIMESTAMPTZ', `x FROM ['1970-01-01T01:00:00+01:00', '1970-01-01T00:01:00Z']`, [
    ...([0, 60] as const),
  ]);
});

test('ends that FROM cannot mean are those of the data', async () => {
  await checkEnds('DOUBLE', 'x FROM [2, 5, 7]', [null, null]);
  await checkEnds('DOUBLE', `x FROM ['a', 5]`, [null, 5]);
  await checkEnds('DATE', `x FROM [3, '1970-01-11']`, [null, 10]);
});

test('an axis of bands has no places', async () => {
  for (const [type, scale] of [
    ['VARCHAR', ''],
    ['BOOLEAN', ''],
    ['VARCHAR', 'CONTINUOUS x'],
    ['DOUBLE', 'DISCRETE x'],
    ['DOUBLE', 'ORDINAL x'],
    ['DATE', 'DISCRETE x'],
    ['DOUBLE', 'x VIA string'],
    ['INTEGER', 'x VIA bool'],
  ] as const) {
    assert.equal(await placeOf(type, '', scale), undefined, `${type} ${scale}`);
  }
});
