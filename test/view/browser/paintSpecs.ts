/** Specifications whose marks are few enough, and whose painting is too much. */

import type { JsonObject } from '../../../src/core/base/json';
import { after, calculate, rows, tick, type Spec } from './frozenSpecs';

const i = { field: 'i', type: 'quantitative' } as const;
const zigzag = (count: number, mark: Spec, more: Spec = {}): JsonObject =>
  after(calculate('datum.i % 2 ? 1000 : 0'), rows(count), {
    mark,
    encoding: { x: i, y: { field: 'a', type: 'quantitative' }, ...more },
  });

/** Each is drawn or refused, and the page answers meanwhile. */
export const painted: Readonly<Record<string, JsonObject>> = {
  'lines of ten thousand dashes': {
    data: rows(5_000),
    mark: { type: 'rule', strokeDash: [1, 1], strokeWidth: 3, x: -10_000, x2: 30_000 },
    encoding: { y: i },
  },
  'points that cover the chart': {
    ...tick,
    mark: { type: 'point', filled: true, size: 1e7 },
    encoding: { x: i },
  },
  'rectangles that cover the chart': {
    data: rows(10_000),
    mark: { type: 'rect', width: 5_000, height: 5_000, blend: 'color-dodge' },
    encoding: { x: i },
  },
  'rounded rectangles that cover the chart': {
    data: rows(4_000),
    mark: { type: 'rect', width: 700, height: 300, cornerRadius: 100, opacity: 0.01 },
    encoding: { x: i },
  },
  'an area of thirty thousand teeth': zigzag(30_000, { type: 'area' }),
  'a dashed line of fifty thousand points': zigzag(50_000, { type: 'line', strokeDash: [1, 1] }),
  'a wide line of fifty thousand points': zigzag(50_000, {
    type: 'line',
    strokeWidth: 50,
    strokeJoin: 'round',
    strokeCap: 'round',
  }),
  'a trail of twenty thousand points': zigzag(20_000, { type: 'trail' }, { size: { value: 40 } }),
  'texts as high as the chart': {
    ...tick,
    mark: { type: 'text', text: 'abcdefgh', fontSize: 1_000 },
    encoding: { x: i },
  },
  'twenty thousand texts of their own': {
    data: { values: Array.from({ length: 19_000 }, (_, at) => ({ i: at })) },
    mark: { type: 'text', text: 'abcdefgh' },
    encoding: { x: i },
  },
  'slices that cover the chart': {
    data: rows(20_000),
    mark: { type: 'arc', radius: 300, innerRadius: 10, stroke: 'red' },
    encoding: { theta: i },
  },
  'a smooth area of noise': {
    ...tick,
    transform: calculate('(datum.i * 7919) % 997'),
    mark: { type: 'area', interpolate: 'basis' },
    encoding: { x: i, y: { field: 'a', type: 'quantitative' } },
  },
  'letters of every size and angle': {
    ...tick,
    data: rows(15_000),
    mark: {
      type: 'text',
      text: 'Ŵáß☃',
      fontSize: { expr: '50 + datum.i / 100' },
      angle: { expr: 'datum.i' },
    },
    encoding: { x: i },
  },
  'wide rules in a gradient': {
    data: rows(20_000),
    mark: {
      type: 'rule',
      strokeWidth: 300,
      color: {
        gradient: 'linear',
        stops: [
          { offset: 0, color: 'red' },
          { offset: 1, color: 'blue' },
        ],
      },
    },
    encoding: { x: i },
  },
  'a few large rectangles in a gradient': {
    data: { values: Array.from({ length: 4_000 }, (_, at) => ({ i: at })) },
    mark: {
      type: 'rect',
      width: 1_000,
      height: 1_000,
      blend: 'color-dodge',
      color: {
        gradient: 'radial',
        stops: [
          { offset: 0, color: 'red' },
          { offset: 1, color: 'blue' },
        ],
      },
    },
    encoding: { x: i },
  },
};
