import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View, type Spec } from 'vega';
import { isRecord, type JsonObject } from '../../../src/core/base/json';
import { compileSpec } from '../../../src/view/chart/compileSpec';
import { titleRoom, withTitleRoom } from '../../../src/view/chart/evenTitles';

const rows = ['a', 'b', 'c'].map((panel, index) => ({ panel, day: index, value: index + 1 }));
const logger = { warn: () => logger, error: () => logger } as never;

/** Panels with a label above each point, which is at the upper edge of those whose axis ends there. */
function panels(offset: number, free = true): Spec {
  const y = { field: 'value', type: 'quantitative', scale: { nice: false, domainMin: 0 } };
  const text: JsonObject = {
    mark: { type: 'text', dy: offset },
    encoding: { text: { field: 'panel' } },
  };
  const spec: JsonObject = {
    data: { values: rows },
    facet: { field: 'panel', header: { title: null } },
    columns: 3,
    spec: {
      height: 100,
      encoding: { x: { field: 'day', type: 'quantitative' }, y },
      layer: [{ mark: 'point' }, { ...text, transform: [{ filter: 'datum.panel !== "b"' }] }],
    },
    ...(free && { resolve: { scale: { y: 'independent' } } }),
  };
  return compileSpec(spec, {}, logger);
}

async function drawn(spec: Spec): Promise<View> {
  return new View(parse(spec), { renderer: 'none' }).runAsync();
}

/** The upper edge of each title, px from the upper edge of the chart. */
function titleTops(view: View): number[] {
  const tops: number[] = [];
  const visit = (node: unknown, top: number): void => {
    if (!isRecord(node) || !Array.isArray(node['items'])) {
      return;
    }
    for (const item of node['items'] as unknown[]) {
      if (isRecord(item)) {
        const y = top + Number(item['y'] ?? 0);
        if (node['role'] === 'title-text') {
          tops.push(y);
        }
        for (const mark of Array.isArray(item['items']) ? (item['items'] as unknown[]) : []) {
          visit(mark, y);
        }
      }
    }
  };
  visit((view.scenegraph() as unknown as { root: unknown }).root, 0);
  return tops;
}

test('titles of panels are at one height, also above a label that only some panels have', async () => {
  const uneven = await drawn(panels(-30));
  const [first, second] = titleTops(uneven);
  assert.ok(Math.abs((first ?? 0) - (second ?? 0)) > 20, titleTops(uneven).join());
  const room = titleRoom(uneven);
  assert.ok(room > 20, String(room));
  const even = await drawn(withTitleRoom(panels(-30), room));
  const tops = titleTops(even);
  assert.equal(tops.length, 3);
  assert.deepEqual(new Set(tops).size, 1, tops.join());
  assert.equal(titleRoom(even), 0);
});

test('a chart whose titles are at one height is left as it is', async () => {
  const spec = panels(40);
  assert.equal(titleRoom(await drawn(spec)), 0);
  assert.equal(withTitleRoom(spec, 0), spec);
});
