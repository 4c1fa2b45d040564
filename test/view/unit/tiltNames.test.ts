import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { tiltNames } from '../../../src/view/chart/tiltNames';

const axis = { grid: false, labelAngle: 0, labelOverlap: 'parity' };

function bars(type: string, look: JsonObject): JsonObject {
  return { mark: 'bar', encoding: { x: { field: 'name', type, axis: look } } };
}

function angle(spec: JsonObject): unknown {
  return JSON.stringify(spec).match(/"labelAngle":(-?\d+)/)?.[1];
}

test('names that may be left out are tilted, in layers and panels too', () => {
  const plain = bars('nominal', axis);
  for (const spec of [plain, { layer: [plain] }, { spec: plain }, { hconcat: [{ spec: plain }] }]) {
    assert.equal(angle(tiltNames(spec)), '-45');
  }
});

test('dates, numbers and angles of an author stay as they are', () => {
  const others = [
    bars('ordinal', { ...axis, format: '%d %b' }),
    bars('quantitative', axis),
    bars('nominal', { labelAngle: 0 }),
    bars('nominal', { ...axis, labelAngle: -90 }),
  ];
  for (const spec of others) {
    assert.equal(tiltNames(spec), spec);
  }
});
