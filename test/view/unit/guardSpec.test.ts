import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json, JsonObject } from '../../../src/core/base/json';
import { guardSpec } from '../../../src/view/chart/guardSpec';

const harmless: JsonObject = {
  data: { name: 'result' },
  mark: { type: 'line', tooltip: true },
  encoding: { x: { field: 'url' }, y: { field: 'href' } },
};

function refuses(parts: JsonObject, reason: RegExp): void {
  const guarded = guardSpec({ ...harmless, ...parts });
  assert.equal(guarded.kind, 'refused', JSON.stringify(parts));
  assert.match(guarded.kind === 'refused' ? guarded.reason : '', reason);
}

function keeps(parts: JsonObject, expected: JsonObject = parts): void {
  const guarded = guardSpec({ ...harmless, ...parts });
  assert.deepEqual(guarded, { kind: 'allowed', spec: { ...harmless, ...expected } });
}

/** `depth` objects in each other. */
function nested(depth: number): Json {
  return depth === 0 ? 1 : { inner: nested(depth - 1) };
}

test('what only draws is kept as it is', () => {
  keeps({});
  keeps({ title: 'See https://example.com' });
  keeps({ params: [{ name: 'pick', select: 'interval' }] });
  keeps({ transform: [{ calculate: 'datum.score * 2', as: 'twice' }] });
});

test('addresses are refused by name, wherever they stand', () => {
  refuses({ data: { url: 'https://evil.test/x' } }, /"url".*data\.url/);
  refuses({ layer: [{ data: { url: 'x' }, mark: 'bar' }] }, /layer\.0\.data\.url/);
  refuses(
    { transform: [{ lookup: 'a', from: { data: { url: 'x' }, key: 'a' } }] },
    /transform\.0\.from\.data\.url/,
  );
  refuses({ encoding: { href: { field: 'a' } } }, /"href"/);
  refuses({ encoding: { url: { field: 'a' } } }, /"url"/);
  refuses({ mark: { type: 'bar', href: 'x' } }, /"href"/);
  refuses({ config: { mark: { href: 'x' } } }, /"href"/);
});

test('image marks are refused in both forms', () => {
  refuses({ mark: 'image' }, /image/);
  refuses({ mark: { type: 'image' } }, /image/);
  refuses({ layer: [{ mark: { type: 'image' } }] }, /image/);
});

test('style texts that load are refused', () => {
  refuses({ background: 'url(https://evil.test)' }, /addresses/);
  refuses({ mark: { type: 'bar', fill: 'URL (#x)' } }, /addresses/);
  refuses({ mark: { type: 'bar', cursor: 'u\\72l(x)' } }, /cursor/i);
  refuses({ mark: { type: 'bar', cursor: { expr: "'x'" } } }, /cursor/i);
  keeps({ mark: { type: 'bar', cursor: 'pointer' } });
});

test('inputs may not be put elsewhere in the page', () => {
  refuses({ params: [{ name: 'a', bind: { input: 'range', element: '#x' } }] }, /"element"/);
});

test('what switches protections off is dropped', () => {
  keeps({ usermeta: { embedOptions: { ast: false } } }, {});
  keeps({ $schema: 'https://vega.github.io/schema/vega-lite/v6.json' }, {});
  keeps(
    { config: { events: { window: true }, signals: [{ name: 'a' }], font: 'x' } },
    { config: { font: 'x' } },
  );
});

test('rows are not read as parts, only counted', () => {
  keeps({ data: { values: [{ url: 'https://x.test', href: 'y' }] } });
  const values = Array.from({ length: 50_001 }, () => 1);
  refuses({ data: { values } }, /50000 rows/);
  refuses({ datasets: { a: values } }, /50000 rows/);
});

test('sizes have limits', () => {
  refuses({ data: { sequence: { start: 0, stop: 1e9 } } }, /sequence/);
  refuses({ data: { sequence: { start: 0, stop: 1, step: 1e-9 } } }, /sequence/);
  refuses({ data: { sequence: { start: 0, stop: { expr: 'x' } } } }, /sequence/);
  keeps({ data: { sequence: { start: 0, stop: 100, as: 'x' } } });
  refuses({ width: 1e9 }, /5000 px/);
  refuses({ description: nested(60) }, /nested/);
  refuses({ transform: Array.from({ length: 30_000 }, () => 1) }, /parts/);
});

test('names that reach into objects are refused', () => {
  const source = JSON.parse('{"mark":"bar","__proto__":{"polluted":true}}') as JsonObject;
  assert.equal(guardSpec(source).kind, 'refused');
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

test('one number does not stand for a million marks', () => {
  refuses({ encoding: { x: { axis: { tickCount: 1e6 } } } }, /"tickCount".*at most 10000/);
  refuses({ transform: [{ density: 'a', steps: 1e6 }] }, /"steps"/);
  refuses({ transform: [{ quantile: 'a', step: 1e-6 }] }, /"step"/);
  refuses(
    { transform: [{ fold: Array.from({ length: 101 }, () => 'a') }] },
    /A fold takes at most/,
  );
  keeps({ transform: [{ quantile: 'a', step: 0.01 }] });
});

test('views, channels and texts have limits', () => {
  const fields = Array.from({ length: 201 }, (_, at) => `f${at}`);
  refuses({ repeat: { row: fields, column: fields }, spec: { mark: 'bar' } }, /at most 100/);
  refuses({ encoding: { tooltip: fields.map(field => ({ field })) } }, /at most 200 fields/);
  const sort = Array.from({ length: 1_001 }, (_, at) => `v${at}`);
  refuses({ facet: { field: 'a', sort } }, /A "sort" lists at most 1000 values/);
  keeps({ encoding: { x: { field: 'a', sort: sort.slice(1) } } });
  refuses({ title: 'x'.repeat(10_001) }, /at most 10000 characters/);
});

test('a map that names an arc again and again is refused', () => {
  const arc = Array.from({ length: 10_000 }, () => [1, 1]);
  const shapes = { type: 'MultiLineString', arcs: Array.from({ length: 300 }, () => [0]) };
  refuses(
    { data: { values: { type: 'Topology', arcs: [arc], objects: { shapes } } } },
    /2000000 points/,
  );
});

test('rows that are written as text are counted', () => {
  refuses({ data: { values: 'a\n'.repeat(60_000) } }, /50000 rows/);
});

test('intervals of time have the names that Vega reads', () => {
  const axis = (tickCount: Json, nice: Json): JsonObject => ({
    encoding: { x: { field: 'a', axis: { tickCount }, scale: { nice } } },
  });
  keeps(
    axis({ interval: 'hour', step: 6 }, { interval: 'millisecond', step: 1 }),
    axis({ interval: 'hours', step: 6 }, { interval: 'milliseconds', step: 1 }),
  );
  keeps(axis('minute', 'second'), axis('minutes', 'seconds'));
  for (const kept of ['quarter', { interval: 'quarter' }, { interval: 'hours', step: 2 }, 5]) {
    keeps(axis(kept, true));
  }
  const sentence =
    /^Vega accepts no step for the interval "quarter", only for .*month.* \(at encoding\.x\.scale\.nice\)\.$/;
  refuses(axis(5, { interval: 'quarter', step: 1 }), sentence);
  refuses(axis({ interval: 'constructor', step: 1 }, true), /"constructor"/);
});
