import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { withMissingNames } from '../../../src/view/chart/missingNames';

/** @returns The texts of the drawing in the order of the alphabet, each once. */
async function textsOf(
  facet: object,
  labelExpr?: string,
  other: string | null = null,
): Promise<string[]> {
  const guide = labelExpr === undefined ? {} : { labelExpr };
  const k = { field: 'k', type: 'nominal', title: null };
  const spec = {
    data: { values: [{ k: other }, { k: 'a' }] },
    mark: 'point',
    encoding: {
      x: { ...k, axis: guide },
      color: { ...k, legend: guide },
      ...facet,
    },
  };
  const compiled = compile(spec as unknown as TopLevelSpec).spec;
  const view = new View(parse(withMissingNames(compiled)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  return [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = '']) => text).sort();
}

test('a missing value is called missing on axes, in legends and above panels', async () => {
  assert.deepEqual(await textsOf({}), ['a', 'a', 'missing', 'missing']);
  const panels = { facet: { field: 'k', type: 'nominal', title: null, columns: 1 } };
  const texts = await textsOf(panels);
  assert.equal(texts.filter(text => text === 'missing').length, 3, texts.join());
  assert.ok(!texts.includes('null'), texts.join());
  const renamed = await textsOf({}, `datum.value === 'a' ? 'A' : datum.label`);
  assert.deepEqual(renamed, ['A', 'A', 'missing', 'missing']);
  const own = await textsOf({}, `datum.value === null ? 'other' : datum.label`);
  assert.deepEqual(own, ['a', 'a', 'other', 'other']);
});

test('an empty text has a name on axes, in legends and above panels, unless an expression makes it', async () => {
  assert.deepEqual(await textsOf({}, undefined, ''), ['(empty)', '(empty)', 'a', 'a']);
  const panels = { facet: { field: 'k', type: 'nominal', title: null, columns: 1 } };
  const texts = await textsOf(panels, undefined, '');
  assert.equal(texts.filter(text => text === '(empty)').length, 3, texts.join());
  const renamed = await textsOf({}, `datum.value === 'a' ? 'A' : datum.label`, '');
  assert.deepEqual(renamed, ['(empty)', '(empty)', 'A', 'A']);
  assert.deepEqual(await textsOf({}, `datum.value === 'a' ? '' : 'b'`), ['b', 'b']);
  assert.deepEqual(await textsOf({}, `datum.value === '' ? '' : 'b'`, ''), ['b', 'b']);
});
