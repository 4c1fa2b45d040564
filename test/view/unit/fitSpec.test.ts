import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { fitSpec, hasPanels, panelsAcross } from '../../../src/view/chart/fitSpec';

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
  const two = { facet: { field: 'name' }, spec: unit, columns: 2 };
  assert.equal(fitSpec(two, 900)['columns'], 2);
  assert.equal(fitSpec(two, 200)['columns'], 1);
});

test('more columns are drawn if the author chose them, in narrow panels with narrow gaps', () => {
  const columns = (stated: number, width: number, more: JsonObject = {}): unknown =>
    fitSpec({ facet: { field: 'name' }, spec: unit, columns: stated, ...more }, width)['columns'];
  assert.equal(columns(12, 1306), 12);
  assert.equal(columns(12, 700), 7);
  assert.equal(columns(3, 400), 2);
  const own = { resolve: { scale: { y: 'independent' } } };
  assert.equal(columns(12, 1306, own), 8);
  const names = { ...own, spec: { ...unit, height: { step: 18 } } };
  assert.equal(columns(12, 1306, names), 7);
  const gap = (stated: number): unknown =>
    fitSpec({ facet: { field: 'name' }, spec: unit, columns: stated }, 1306)['spacing'];
  assert.deepEqual(gap(2), { row: 28, column: 28 });
  assert.deepEqual(gap(12), { row: 28, column: 13 });
});

test('panels follow the cell whatever width they had', () => {
  const spec = { facet: { field: 'name' }, spec: { ...unit, width: 222 }, columns: 2 };
  assert.notEqual(inner(fitSpec(spec, 900))['width'], 222);
});

test('panels that came out too wide or too narrow are corrected', () => {
  const spec = { facet: { field: 'name' }, spec: unit, columns: 2 };
  const before = Number(inner(fitSpec(spec, 900))['width']);
  const widthAfter = (excess: number): number =>
    Number(inner(fitSpec(spec, 900, { across: 2, excess }))['width']);
  assert.equal(widthAfter(40), before - 20);
  assert.equal(widthAfter(-40), before + 20);
  assert.equal(widthAfter(5000), 40);
});

test('a facet in rows and columns keeps its own count', () => {
  const spec = { facet: { row: { field: 'a' }, column: { field: 'b' } }, spec: unit };
  assert.equal('columns' in fitSpec(spec, 900), false);
  assert.equal(panelsAcross(fitSpec(spec, 900)), undefined);
  assert.equal(panelsAcross({ columns: 3 }), 3);
  assert.equal(panelsAcross({ hconcat: [unit, unit] }), 2);
  assert.equal(panelsAcross({ vconcat: [unit, unit] }), 1);
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
