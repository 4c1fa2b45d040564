import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { withLegibleOpacity } from '../../../src/view/chart/legibleOpacity';

/** @returns The opacities in the drawing of two panels, each with a point and what carries its tooltip. */
async function opacities(spec: object): Promise<string[]> {
  const compiled = compile({ data: { values: [{ x: 1, k: 'a' }] }, ...spec } as TopLevelSpec).spec;
  const view = new View(parse(withLegibleOpacity(compiled)), { renderer: 'none' });
  const svg = await view.toSVG();
  view.finalize();
  const marks = [...svg.matchAll(/aria-roledescription="point"[^>]*>/g)].join('');
  return [...marks.matchAll(/ opacity="([^"]*)"/g)].map(([, value = '']) => value);
}

const x = { field: 'x', type: 'quantitative' };
const at = (opacity: number): object => ({ mark: { type: 'point', opacity }, encoding: { x } });

test('a faint mark is legible, in panels too, and what is invisible or clear stays as it is', async () => {
  assert.deepEqual(await opacities({ layer: [at(0.2), at(0.8), at(0)] }), ['0.6', '0.8', '0']);
  assert.deepEqual(await opacities({ facet: { field: 'k' }, spec: at(0.3) }), ['0.6']);
});

test('a band across the chart stays faint behind the other marks', () => {
  const opacityOf = (mark: string, encoding: object): unknown => {
    const spec = {
      data: { values: [{ x: 1, e: 2 }] },
      mark: { type: mark, opacity: 0.15 },
      encoding,
    };
    const [drawn] = withLegibleOpacity(compile(spec as TopLevelSpec).spec).marks ?? [];
    return drawn?.encode?.update?.opacity;
  };
  assert.deepEqual(opacityOf('rect', { x, x2: { field: 'e' } }), { value: 0.15 });
  assert.deepEqual(opacityOf('rect', { y: x, y2: { field: 'e' } }), { value: 0.15 });
  assert.deepEqual(opacityOf('bar', { x }), { value: 0.6 });
});
