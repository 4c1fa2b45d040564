import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json';
import { tooManyViews, viewCount } from '../../../src/core/visualise/viewCount';

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`);
const bar: JsonObject = { mark: 'bar' };

function check(spec: JsonObject, expected: number): void {
  assert.equal(viewCount(spec), expected, JSON.stringify(spec).slice(0, 80));
}

test('views are counted as often as they are drawn', () => {
  check(bar, 1);
  check({ layer: [bar, bar, bar] }, 3);
  check({ hconcat: [{ vconcat: [bar, bar] }, bar] }, 3);
  check({ repeat: names(4), spec: bar }, 4);
  check({ repeat: { row: names(4), column: names(5) }, spec: { layer: [bar, bar] } }, 40);
  check({ repeat: names(3), spec: { repeat: { layer: names(4) }, spec: bar } }, 12);
  check({ facet: { field: 'a' }, spec: bar }, 1);
});

test('a specification of too many views, or of too many parts, says so', () => {
  assert.equal(tooManyViews({ repeat: names(100), spec: bar }), null);
  assert.match(
    tooManyViews({ repeat: { row: names(200), column: names(200) }, spec: bar }) ?? '',
    /draws 40000 views; a chart has at most 100/,
  );
  const large = { ...bar, transform: names(250).map(name => ({ calculate: '1', as: name })) };
  assert.match(tooManyViews({ repeat: names(100), spec: large }) ?? '', /40000 parts/);
});

test('rows are no parts', () => {
  const values = Array.from({ length: 50_000 }, (_, at) => ({ a: at }));
  assert.equal(tooManyViews({ ...bar, data: { values } }), null);
  assert.equal(tooManyViews({ ...bar, datasets: { a: values } }), null);
});
