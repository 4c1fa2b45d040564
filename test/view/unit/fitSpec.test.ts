import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { fitSpec, hasPanels } from '../../../src/view/chart/fitSpec';

const unit: JsonObject = { mark: 'line', encoding: {} };

function inner(spec: JsonObject): JsonObject {
  return spec['spec'] as JsonObject;
}

test('a chart without panels is as wide as its cell', () => {
  assert.deepEqual(fitSpec(unit, 800), {
    ...unit,
    width: 800,
    autosize: { type: 'fit-x', contains: 'padding' },
  });
  assert.equal(fitSpec({ ...unit, width: 'container' }, 800)['width'], 800);
});

test('a width that the author gave stays', () => {
  assert.deepEqual(fitSpec({ ...unit, width: 300 }, 800), { ...unit, width: 300 });
  assert.deepEqual(fitSpec({ ...unit, width: { step: 12 } }, 800), {
    ...unit,
    width: { step: 12 },
  });
});

test('panels share the width in as many columns as fit', () => {
  const wide = fitSpec({ facet: { field: 'name' }, spec: unit }, 900);
  const narrow = fitSpec({ facet: { field: 'name' }, spec: unit }, 300);
  assert.equal(wide['columns'], 4);
  assert.equal(narrow['columns'], 1);
  assert.ok(Number(inner(wide)['width']) * 4 < 900);
  assert.equal(fitSpec({ facet: { field: 'name' }, spec: unit, columns: 2 }, 900)['columns'], 2);
});

test('panels that came out too wide get less', () => {
  const spec = { facet: { field: 'name' }, spec: unit, columns: 2 };
  const before = Number(inner(fitSpec(spec, 900))['width']);
  assert.equal(Number(inner(fitSpec(spec, 900, 40))['width']), before - 20);
});

test('charts side by side share the width, charts above each other have it all', () => {
  const [left, right] = fitSpec({ hconcat: [unit, unit] }, 900)['hconcat'] as JsonObject[];
  assert.equal(left?.['width'], right?.['width']);
  assert.ok(Number(left?.['width']) < 450);
  const [top] = fitSpec({ vconcat: [unit] }, 900)['vconcat'] as JsonObject[];
  assert.ok(Number(top?.['width']) > 800);
});

test('panels are known in each of their spellings', () => {
  assert.equal(hasPanels(unit), false);
  assert.equal(hasPanels({ layer: [unit] }), false);
  for (const key of ['facet', 'repeat', 'hconcat', 'vconcat', 'concat']) {
    assert.equal(hasPanels({ [key]: [] }), true, key);
  }
  assert.equal(hasPanels({ mark: 'bar', encoding: { column: { field: 'a' } } }), true);
});
