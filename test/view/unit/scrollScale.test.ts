import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollScale } from '../../../src/view/table/scrollScale';
import fc from '../../support/properties';

const VIEWPORT = 264;

test('a result that fits is scrolled pixel by pixel', () => {
  const scale = scrollScale(22_000, VIEWPORT);
  assert.equal(scale.height, 22_000);
  assert.equal(scale.compressed, false);
  assert.equal(scale.toRows(1234), 1234);
});

test('a result of any length stays below what a browser can lay out', () => {
  const scale = scrollScale(22 * 100_000_000, VIEWPORT);
  assert.equal(scale.compressed, true);
  assert.ok(scale.height <= 10_000_000);
});

test('both ends of a long result are reached', () => {
  const rows = 22 * 10_000_000;
  const scale = scrollScale(rows, VIEWPORT);
  assert.equal(scale.toRows(0), 0);
  assert.equal(scale.toRows(scale.height - VIEWPORT), rows - VIEWPORT);
});

test('near the ends of a long result a pixel is a pixel', () => {
  const scale = scrollScale(22 * 10_000_000, VIEWPORT);
  const last = scale.height - VIEWPORT;
  assert.equal(scale.toRows(5000) - scale.toRows(4900), 100);
  assert.equal(scale.toRows(last - 4900) - scale.toRows(last - 5000), 100);
});

test('distances and scroll positions turn into each other, in order', () => {
  const rows = 22 * 10_000_000;
  const scale = scrollScale(rows, VIEWPORT);
  const distance = fc.integer({ min: 0, max: rows - VIEWPORT });
  fc.assert(
    fc.property(distance, distance, (one, other) => {
      assert.ok(Math.abs(scale.toRows(scale.toScroll(one)) - one) < 0.01);
      assert.ok(one <= other === scale.toScroll(one) <= scale.toScroll(other));
    }),
  );
});
