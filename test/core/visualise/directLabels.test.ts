import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelPlaces } from '../../../src/core/visualise/directLabels';
import { lineEndsOf } from '../../../src/core/visualise/lineEnds';
import { compileSample } from './sampleData';
import fc from '../../support/properties';

/** From one label to the next where y goes from 0 to 100. */
const gap = (100 * 14) / 240;

/** `check([1, 50], [1, 50])`: where lines end on a y from 0 to 100, and where their labels stand. */
function check(ends: readonly number[], expected: readonly number[] | null): void {
  const places = labelPlaces(ends, 100);
  const round = (values: readonly number[] | null): number[] | null =>
    values && values.map(value => Math.round(value * 1e6) / 1e6);
  assert.deepEqual(round(places), round(expected), String(ends));
}

test('labels that are far apart stand at the ends of their lines', () => {
  check([90, 10, 50], [90, 10, 50]);
});

test('labels that would touch part by the same distance, in the order of their lines', () => {
  check([50, 52], [51 - gap / 2, 51 + gap / 2]);
  check([52, 50], [51 + gap / 2, 51 - gap / 2]);
  check([50, 50, 90], [50 - gap / 2, 50 + gap / 2, 90]);
  check([50, 50, 50], [50 - gap, 50, 50 + gap]);
});

test('labels that would be far from their lines leave it to the legend', () => {
  check([50, 50, 50, 50], [50 - 1.5 * gap, 50 - gap / 2, 50 + gap / 2, 50 + 1.5 * gap]);
  check([50, 50, 50, 50, 50], null);
});

test('labels never touch, and keep the order of the ends', () => {
  const ends = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 6 });
  fc.assert(
    fc.property(ends, values => {
      const places = labelPlaces(values, 100);
      const sorted = [...(places ?? [])].sort((a, b) => a - b);
      for (let at = 1; at < sorted.length; at++) {
        assert.ok((sorted[at] ?? 0) - (sorted[at - 1] ?? 0) > gap - 1e-9);
      }
    }),
  );
});

test('a name that is missing, too many lines, one alone and one that stops early need a legend', () => {
  const row = { series: 'a', x: '2026-01-01', y: 1, missing: 0, low: 0, high: 2 };
  const other = { ...row, series: 'b', y: 2 };
  assert.deepEqual(lineEndsOf([row, other])?.ends.length, 2);
  assert.equal(lineEndsOf([row, { ...other, series: null }]), null);
  assert.equal(lineEndsOf([row, { ...other, missing: 0.5 }]), null);
  assert.equal(lineEndsOf([row]), null);
  assert.equal(
    lineEndsOf(Array.from({ length: 7 }, (_, at) => ({ ...row, series: `s${at}` }))),
    null,
  );
});

test('a legend is drawn where it is asked for, and where labels would not say all', async () => {
  const line = 'VISUALISE date AS x, score AS y, name AS colour DRAW line';
  const hasLegend = async (clause: string): Promise<boolean> =>
    JSON.stringify((await compileSample(clause)).spec).includes('"legend":{');
  assert.equal(await hasLegend(line), false);
  for (const more of [
    'SETTING labels => false',
    "LABEL colour => 'Company'",
    "SCALE colour RENAMING 'Alder' => 'A'",
    'SCALE y VIA sqrt',
    'SCALE y FROM [0, 2]',
    'PARTITION BY sector',
    'DRAW area MAPPING name AS fill',
    'DRAW point MAPPING name AS shape',
    'FACET sector',
  ]) {
    assert.equal(await hasLegend(`${line} ${more}`), true, more);
  }
});
