import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryColours, paletteSize } from '../../../src/core/visualise/categoryColours';
import { kindsWithColour } from '../../../src/core/visualise/fixedPlaces';
import { HeldPlaces } from '../../../src/core/visualise/heldPlaces';
import { PartColours } from '../../../src/view/explorer/partColours';

const palette = Array.from({ length: paletteSize }, (_, at) => `p${at}`);
const kinds = kindsWithColour.map((_, at) => palette[at + 2] ?? `k${at}`);
const light = { bull: 'p0', bear: 'p1', grey: 'grey', palette, kinds };

const limits = { names: 500, length: 1_000 };
const column = 3;

/** The colours after the timeline has drawn these values, one drawing after another. */
function drawn(...drawings: readonly (readonly (string | null)[])[]): (string | undefined)[] {
  const colours = new PartColours(() => light, new HeldPlaces(limits, () => undefined).places);
  for (const values of drawings) {
    colours.follow({ column, values });
  }
  return (drawings.at(-1) ?? []).map(value => colours.of(column, value));
}

test('kinds of events have the colours that they have in charts', () => {
  for (const values of [
    ['Lawsuit', 'Share Buyback'],
    ['Stock Price Down', 'E53_A', 'Stock Price Up'],
    ['several', 'denied', 'possible'],
  ]) {
    assert.deepEqual(drawn(values), categoryColours(values, light));
  }
});

test('a value keeps its colour beside others', () => {
  const [lawsuit] = categoryColours(['Lawsuit'], light) ?? [];
  assert.deepEqual(drawn(['Lawsuit', 'Stock Price Up'], ['Stock Price Up', 'Lawsuit']), [
    'p0',
    lawsuit,
  ]);
  const [a, , c] = drawn(['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(drawn(['a', 'b', 'c', 'd', 'e'], ['c', 'a']), [c, a]);
  assert.equal(drawn(['a', 'b', 'c', 'd', 'e'], ['bullish', 'c'])[1], c);
});

test('no part has the grey of the other values', () => {
  const parts = drawn(['Lawsuit', 'not stated', null, 'other', 'a']);
  assert.equal(new Set(parts).size, 5);
  assert.ok(parts.every(colour => colour !== undefined && colour !== light.grey));
});

test('the colours follow the theme', () => {
  let theme = light;
  const colours = new PartColours(() => theme, new HeldPlaces(limits, () => undefined).places);
  colours.follow({ column, values: ['bullish', 'Lawsuit'] });
  theme = { ...light, bull: 'green' };
  colours.refresh();
  assert.equal(colours.of(column, 'bullish'), 'green');
  assert.equal(colours.of(column + 1, 'bullish'), undefined);
});
