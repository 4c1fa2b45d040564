import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paletteSize } from '../../../src/core/visualise/categoryColours';
import { kindsWithColour } from '../../../src/core/visualise/fixedPlaces';
import { PartColours } from '../../../src/view/explorer/partColours';

const palette = Array.from({ length: paletteSize }, (_, at) => `p${at}`);
const kinds = kindsWithColour.map((_, at) => palette[at + 2] ?? `k${at}`);
const light = { bull: 'p0', bear: 'p1', grey: 'grey', secondGrey: 'grey2', palette, kinds };
const column = 3;

test('the values of the shown stack have the colours of their places', () => {
  const colours = new PartColours(() => light);
  colours.follow({ column, values: ['Lawsuit', null, 'a'], places: [3, 'secondGrey', 'bull'] });
  assert.deepEqual(
    ['Lawsuit', null, 'a', 'b'].map(value => colours.of(column, value)),
    ['p5', 'grey2', 'p0', undefined],
  );
  assert.equal(colours.of(column + 1, 'a'), undefined);
  colours.follow({ column, values: ['a'], places: [0] });
  assert.deepEqual([colours.of(column, 'a'), colours.of(column, null)], ['p2', undefined]);
  colours.follow(null);
  assert.equal(colours.of(column, 'a'), undefined);
});

test('the colours follow the theme', () => {
  let theme = light;
  const colours = new PartColours(() => theme);
  colours.follow({ column, values: ['bullish'], places: ['bull'] });
  theme = { ...light, bull: 'green' };
  colours.refresh();
  assert.equal(colours.of(column, 'bullish'), 'green');
});
