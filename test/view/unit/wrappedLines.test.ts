import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Axis, Scope } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import { withAxisTitleLines, wrappedLines } from '../../../src/view/chart/wrappedLines';

const long = 'Abnormal log volume (0.7 is twice the usual)';
const encoding = {
  x: { field: 'x', type: 'quantitative' },
  y: { field: 'y', type: 'quantitative', title: long },
} as const;
const unit = { mark: 'line', encoding } as const;
const data = { values: [{ x: 1, y: 1, panel: 'a' }] };

/** @returns The titles of the vertical axes of the chart and of its panels. */
function titlesOf(spec: object): Axis['title'][] {
  const inScope = ({ axes = [], marks = [] }: Scope): Axis['title'][] => [
    ...axes.flatMap(({ orient, title }) => (orient === 'left' && title ? [title] : [])),
    ...marks.flatMap(mark => (mark.type === 'group' ? inScope(mark) : [])),
  ];
  return inScope(withAxisTitleLines(compile(spec as TopLevelSpec).spec, 'sans-serif'));
}

test('a title that is longer than its vertical axis has lines that are not, and all of its words', () => {
  for (const spec of [
    { data, height: 160, ...unit },
    { data, facet: { field: 'panel' }, spec: { height: 160, ...unit } },
    { data, vconcat: [{ height: 160, ...unit }] },
  ]) {
    const [title] = titlesOf(spec);
    assert.ok(Array.isArray(title) && title.length > 1, JSON.stringify(title));
    assert.equal(title.join(' '), long);
    for (const line of title) {
      assert.deepEqual(wrappedLines(line, 160, { font: 'sans-serif', fontSize: 11 }), [line]);
    }
  }
});

test('a title that fits, and one of an axis whose length depends on the rows, stay as they are', () => {
  assert.deepEqual(titlesOf({ data, height: 500, ...unit }), [long]);
  const bands = { ...encoding, y: { ...encoding.y, type: 'nominal' } };
  const steps = { data, height: { step: 18 }, mark: 'point', encoding: bands };
  assert.deepEqual(titlesOf(steps), [long]);
});
