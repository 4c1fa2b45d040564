import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileChart } from '../../../src/core/visualise/compile';
import { fitWidth } from '../../../src/core/visualise/fitWidth';
import { parseVisualise } from '../../../src/core/visualise/parser';
import { isRecord } from '../../../src/core/base/json';
import type { JsonObject } from '../../../src/core/base/json';
import { sampleColumns } from './sampleResult';

function specOf(clause: string, options = {}): JsonObject {
  return compileChart(parseVisualise(clause), sampleColumns, options).spec;
}

function panelWidth(spec: JsonObject): unknown {
  return isRecord(spec['spec']) ? spec['spec']['width'] : undefined;
}

const panels = 'VISUALISE date AS x, score AS y DRAW line FACET name';

test('panels share the width, and never shrink to nothing', () => {
  assert.equal(panelWidth(specOf(panels, { width: 956 })), 280);
  assert.equal(panelWidth(specOf(`${panels} SETTING ncol => 2`, { width: 956 })), 430);
  assert.equal(panelWidth(fitWidth(specOf(panels), 956)), 280);
  assert.equal(panelWidth(fitWidth(specOf(panels), 10)), 80);
});

test('panels with axes of their own leave room for them', () => {
  const own = specOf(`${panels} SETTING free => 'y'`, { width: 900 });
  assert.equal(panelWidth(own), 224);
});

test('a caller who knows the data gets as many columns as there are panels', () => {
  const spec = specOf(panels, { width: 956, panelCount: 2 });
  assert.equal(spec['columns'], 2);
  assert.equal(panelWidth(spec), 430);
  const grid = specOf(`${panels} BY is_new`, { width: 956, panelCount: 2 });
  assert.equal(panelWidth(grid), 430);
});

test('a chart without panels is as wide as its container by itself', () => {
  const spec = specOf('VISUALISE date AS x, score AS y DRAW line');
  assert.equal(spec['width'], 'container');
  assert.equal(fitWidth(spec, 300), spec);
});
