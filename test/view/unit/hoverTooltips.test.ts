import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { withHoverTooltips } from '../../../src/view/chart/hoverTooltips';

const tooltip = [{ field: 'score', type: 'nominal' }];
const invisible = { mark: { type: 'point', opacity: 0, size: 100 }, encoding: { tooltip } };

test('a line and an area carry the tooltip of the invisible points over them', () => {
  for (const mark of ['line', { type: 'area', orient: 'horizontal' }]) {
    const line: JsonObject = { mark, encoding: { y: { field: 'score' } } };
    const merged = { mark, encoding: { y: { field: 'score' }, tooltip } };
    const before = { layer: [line, invisible, { mark: 'rule' }] };
    const after = { layer: [merged, { mark: 'rule' }] };
    assert.deepEqual(withHoverTooltips(before), after);
    assert.deepEqual(withHoverTooltips({ spec: { layer: [before] } }), {
      spec: { layer: [after] },
    });
    assert.deepEqual(withHoverTooltips({ vconcat: [before] }), { vconcat: [after] });
  }
});

test('other points stay, and data are not looked at', () => {
  const specs: JsonObject[] = [
    { layer: [{ mark: 'bar' }, invisible] },
    { layer: [{ mark: 'line' }, { ...invisible, mark: { type: 'point', opacity: 0.1 } }] },
    { layer: [{ mark: 'line' }, { ...invisible, transform: [{ filter: 'datum.a' }] }] },
    { layer: [{ mark: 'line', encoding: { y: { field: 'a' }, tooltip: null } }] },
    { mark: { type: 'line', tooltip: { content: 'data' } }, encoding: { y: { field: 'a' } } },
    { datasets: { a: [{ layer: [{ mark: 'line' }, invisible] }] }, mark: 'line' },
  ];
  for (const spec of specs) {
    assert.deepEqual(withHoverTooltips(spec), spec);
  }
});

test('a line without a tooltip shows what it draws, times as they are written elsewhere', () => {
  const day = { field: 'date', type: 'temporal', timeUnit: 'utcyearmonthdate', title: null };
  const spec = {
    encoding: { x: day },
    layer: [
      {
        mark: 'line',
        encoding: { y: { field: 'mean_20', title: 'Volume' }, color: { field: 'date' } },
      },
    ],
  };
  const [layer] = withHoverTooltips(spec)['layer'] as { encoding: JsonObject }[];
  assert.deepEqual(layer?.encoding['tooltip'], [
    {
      field: 'date',
      title: 'Date',
      timeUnit: 'utcyearmonthdate',
      type: 'temporal',
      format: '%Y-%m-%d',
    },
    { field: 'mean_20', title: 'Mean 20', type: 'nominal' },
  ]);
});
