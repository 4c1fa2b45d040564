import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { columnsNote, evenPanels } from '../../../src/view/chart/evenPanels';

const facet: JsonObject = { data: { name: 'result' }, facet: { field: 'a b' }, spec: {} };

/** So many panels in a cell of 900 px, which has room for four beside each other. */
function arranged(count: number, spec = facet): JsonObject {
  const rows = Array.from({ length: 2 * count }, (_, index) => ({ 'a b': index % count }));
  return evenPanels(spec, 900, new Map([['result', () => rows]]));
}

test('the rows of panels are as full as they can be', () => {
  for (const [count, columns] of [
    [1, 1],
    [4, 4],
    [5, 3],
    [6, 3],
    [9, 3],
    [10, 4],
  ] as const) {
    assert.equal(arranged(count)['columns'], columns, `${count} panels`);
  }
});

test('panels above an empty place have an axis of their own, unless the author said otherwise', () => {
  const own = { axis: { x: 'independent' } };
  assert.deepEqual(arranged(5)['resolve'], own);
  assert.equal(arranged(6)['resolve'], undefined);
  const resolve = { scale: { y: 'independent' } };
  assert.deepEqual(arranged(5, { ...facet, resolve })['resolve'], { ...resolve, ...own });
  assert.deepEqual(arranged(6, { ...facet, resolve })['resolve'], resolve);
  const shared = { axis: { x: 'shared' } };
  assert.deepEqual(arranged(5, { ...facet, resolve: shared })['resolve'], shared);
  assert.equal(arranged(5, { ...facet, columns: 2 })['columns'], 2);
  // No room is kept for panels that there are none of.
  assert.equal(arranged(1, { ...facet, columns: 3 })['columns'], 1);
});

test('fewer columns than the author chose are even, and a sentence reports them', () => {
  const spec = { ...facet, columns: 12 };
  assert.equal(arranged(24, spec)['columns'], 8);
  assert.equal(arranged(10, spec)['columns'], 5);
  assert.equal(arranged(9, spec)['columns'], 9);
  const rows = Array.from({ length: 10 }, (_, index) => ({ 'a b': index }));
  const note = (columns: number, drawn: number): string | undefined =>
    columnsNote({ ...facet, columns }, new Map([['result', () => rows]]), drawn);
  assert.equal(note(12, 5), '12 columns of panels do not fit in this width: 5 are drawn.');
  assert.equal(note(12, 10), undefined);
  assert.equal(note(8, 8), undefined);
  // No clause chose three.
  assert.equal(note(3, 2), undefined);
});

test('panels that are chosen or put in order are counted, and those of other transforms are not', () => {
  const columns = (transform: JsonObject[]): unknown =>
    arranged(9, { ...facet, transform })['columns'];
  const order = { window: [{ op: 'row_number', as: 'panel order' }] };
  assert.equal(columns([order]), 3);
  assert.equal(columns([{ filter: { field: 'a b', oneOf: [1, 2, 3, 4, 99] } }, order]), 4);
  assert.equal(columns([{ filter: { field: 'a b', valid: true } }]), 3);
  assert.equal(columns([{ filter: 'datum.a > 2' }]), undefined);
  assert.equal(columns([{ filter: { field: 'other', oneOf: [1] } }]), undefined);
});

test('panels of a column that is not in the data are left to Vega', () => {
  const spec = { ...facet, facet: { field: 'made' } };
  assert.equal(arranged(5, spec), spec);
});
