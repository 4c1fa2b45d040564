/** Specifications whose work does not follow from their size: loops that go on, wide trails, events. */

import type { JsonObject } from '../../../src/core/base/json';
import { after, calculate, few, names, rows, tick, x } from './frozenSpecs';

/** Each is drawn or refused, and the page answers meanwhile. */
export const endless: Readonly<Record<string, JsonObject>> = {
  'bins of numbers that have no reciprocal': {
    ...x({ bin: true }),
    data: { values: [{ i: 0 }, { i: 5e-324 }] },
  },
  'bins of an extent that has no reciprocal': x({ bin: { extent: [0, 5e-324] } }, few),
  'a billion quarters later': after(calculate("timeOffset('quarter', 0, 1e9)")),
  'bins of a domain that ends later': x(
    { scale: { domain: [0, 1], domainMax: 1e9, bins: { step: 1 } } },
    few,
  ),
  'bins of a domain from an expression': x(
    { scale: { domain: [0, 1], domainRaw: { expr: '[0, 1e9]' }, bins: { step: 1 } } },
    few,
  ),
  'bins of a domain from zero': {
    ...x({ scale: { zero: true, bins: { step: 1 } } }),
    data: { values: [{ i: 1e9 }, { i: 1e9 + 1 }] },
  },
  'a map grid of a billion degrees': {
    data: {
      graticule: {
        extent: [
          [-1e9, -1e9],
          [1e9, 1e9],
        ],
      },
    },
    mark: 'geoshape',
    projection: { type: 'mercator' },
  },
  'objects merged in every row': after(
    [
      {
        lookup: 'i',
        from: {
          data: {
            values: [{ i: 1, o: Object.fromEntries(names(10_000).map(name => [name, 1])) }],
          },
          key: 'i',
          fields: ['o'],
        },
        default: {},
      },
      ...calculate('merge(datum.o, datum.o)'),
    ],
    rows(20_000),
  ),
  'a parameter that listens': {
    ...tick,
    params: [{ name: 'z', value: 0, on: [{ events: 'pointermove', update: '1' }] }],
  },
  'a text of forty thousand columns': {
    ...tick,
    data: {
      values: `${names(40_000).join(',')}\n${'x\n'.repeat(3_000)}`,
      format: { type: 'csv' },
    },
  },
  'a trail that is a million wide': {
    ...tick,
    mark: 'trail',
    encoding: {
      x: { field: 'i', type: 'quantitative' },
      y: { field: 'i', type: 'quantitative' },
      size: { field: 'i', type: 'quantitative', scale: { range: [0, 1e6] } },
    },
  },
};
