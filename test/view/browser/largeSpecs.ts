/** Specifications of as many rows as a chart may have. */

import type { Json, JsonObject } from '../../../src/core/base/json';

type Spec = Record<string, Json>;

const many: Json = { sequence: { start: 0, stop: 50_000, as: 'i' } };

const numbers = { calculate: 'datum.i % 997', as: 'v' };
const groups = { calculate: "'g' + (datum.i % 8)", as: 'g' };
const place: Spec = {
  x: { field: 'i', type: 'quantitative' },
  y: { field: 'v', type: 'quantitative' },
  color: { field: 'g', type: 'nominal' },
};

/** As much as a chart may have, and drawn as before. */
export const large: Readonly<Record<string, JsonObject>> = {
  'points with colours, sizes and tooltips': {
    data: many,
    transform: [numbers, groups],
    mark: { type: 'point', tooltip: true },
    encoding: {
      ...place,
      size: { field: 'v', type: 'quantitative' },
      opacity: { condition: { test: 'datum.v > 500', value: 1 }, value: 0.5 },
      tooltip: ['i', 'v', 'g'].map(field => ({ field })),
    },
  },
  'a line of noise': {
    data: many,
    transform: [{ calculate: 'random()', as: 'v' }],
    mark: 'line',
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'v', type: 'quantitative' },
    },
  },
  'a band of noise': {
    data: many,
    transform: [
      { calculate: '(datum.i * 7919) % 50', as: 'low' },
      { calculate: '60 + (datum.i * 7919) % 50', as: 'high' },
    ],
    mark: { type: 'area', opacity: 0.5 },
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'low', type: 'quantitative' },
      y2: { field: 'high' },
    },
  },
  'lines of 500 series': {
    data: many,
    transform: [numbers, { calculate: 'datum.i % 500', as: 's' }],
    mark: 'line',
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'v', type: 'quantitative' },
      detail: { field: 's' },
    },
  },
  'stacked bars in panels': {
    data: many,
    transform: [numbers, groups],
    mark: 'bar',
    encoding: {
      x: { bin: { maxbins: 40 }, field: 'v', type: 'quantitative' },
      y: { aggregate: 'count', type: 'quantitative' },
      color: { field: 'g', type: 'nominal' },
      facet: { field: 'g', type: 'nominal', columns: 4 },
    },
  },
  'densities and quantiles': {
    data: many,
    transform: [numbers, groups, { density: 'v', groupby: ['g'] }],
    mark: 'area',
    encoding: {
      x: { field: 'value', type: 'quantitative' },
      y: { field: 'density', type: 'quantitative' },
      color: { field: 'g', type: 'nominal' },
    },
  },
  'boxes and means in layers': {
    data: many,
    transform: [numbers, groups],
    encoding: { x: { field: 'g', type: 'nominal' }, y: { field: 'v', type: 'quantitative' } },
    layer: [
      { mark: 'boxplot' },
      { mark: 'point', encoding: { y: { aggregate: 'mean', field: 'v' } } },
    ],
  },
  'a moving mean': {
    data: many,
    transform: [
      numbers,
      groups,
      { window: [{ op: 'mean', field: 'v', as: 'm' }], frame: [-20, 0], groupby: ['g'] },
      { filter: 'test(/^g[0-3]$/, datum.g)' },
    ],
    mark: 'line',
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'm', type: 'quantitative' },
      color: { field: 'g', type: 'nominal' },
    },
  },
};
