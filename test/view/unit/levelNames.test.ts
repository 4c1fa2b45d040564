import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { levelNames } from '../../../src/view/chart/levelNames';

const x = { field: 'name', type: 'nominal' };

function bars(definition: JsonObject, more: JsonObject = {}): JsonObject {
  return { mark: 'bar', encoding: { x: definition, y: { field: 'n' } }, ...more };
}

function angle(spec: JsonObject): unknown {
  return JSON.stringify(spec).match(/"labelAngle":(-?\d+)/)?.[1];
}

test('names whose angle is not stated are level, in layers too', () => {
  const free = [
    bars(x),
    bars({ field: 'name' }),
    bars({ ...x, type: 'ordinal', axis: { labelLimit: 300, format: 'd' } }),
    { layer: [{ mark: 'rule' }, bars(x)] },
    bars(x, { config: { axisY: { labelAngle: -90 }, header: { labelAngle: -90 } } }),
  ];
  for (const spec of free) {
    const level = levelNames(spec);
    assert.equal(angle({ ...level, config: null }), '0');
    const text = JSON.stringify(level)
      .replace(/,?"labelAngle":0/, '')
      .replace(',"axis":{}', '');
    assert.equal(text, JSON.stringify(spec));
  }
});

test('other axes, and angles that their author states, stay as they are', () => {
  const others = [
    bars({ field: 'n', type: 'quantitative' }),
    bars({ field: 'n', bin: true }),
    bars({ field: 'day', timeUnit: 'month' }),
    bars({ aggregate: 'count' }),
    bars({ value: 3 }),
    bars({ ...x, axis: null }),
    bars({ ...x, axis: { labelAngle: -90 } }),
    bars(x, { config: { axis: { labelAngle: -90 } } }),
    bars(x, { config: { axisXBand: { labelAngle: -45 } } }),
    { mark: 'bar' },
  ];
  for (const spec of others) {
    assert.equal(levelNames(spec), spec);
  }
});
