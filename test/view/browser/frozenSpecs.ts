/** Specifications that ask for more work than a page may do, each in another way. */

import type { Json, JsonObject } from '../../../src/core/base/json';

export type Spec = Record<string, Json>;

/** `count` rows from nothing. */
export const rows = (count: number): Json => ({ sequence: { start: 0, stop: count, as: 'i' } });
export const few = rows(20);
const many = rows(50_000);

export const tick: Spec = {
  data: many,
  mark: 'tick',
  encoding: { x: { field: 'i', type: 'quantitative' } },
};

export const calculate = (...expressions: string[]): Json[] =>
  expressions.map(expression => ({ calculate: expression, as: 'a' }));

/** The same expression in itself, `times` times. */
function chain(start: string, next: string, times: number): Json[] {
  return calculate(start, ...Array.from({ length: times }, () => next));
}

export function after(transform: readonly Json[], data: Json = few, more: Spec = {}): Spec {
  return { ...tick, data, transform: [...transform], ...more };
}

const letters = `${'a'.repeat(40)}!`;
export const names = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `f${at}`);
const copies = (count: number): Json[] =>
  names(count).map(name => ({ calculate: 'datum.i', as: name }));
export const x = (parts: Spec, data: Json = many): Spec => ({
  ...tick,
  data,
  encoding: { x: { field: 'i', type: 'quantitative', ...parts } },
});
const selected = { name: 'pick', select: { type: 'point', fields: ['i'] } };

/** What was reported, and what the page says of it. */
export const reported: Readonly<Record<string, readonly [JsonObject, RegExp]>> = {
  'a filter with a regular expression that tries every way': [
    after([{ filter: `test(/^(a+)+$/, '${letters}')` }]),
    /^$/,
  ],
  'bins of a billionth': [x({ bin: { step: 1e-9 } }), /Bins may be at most 10000/],
  'a text padded to 500 million letters': [
    after(calculate("pad('', 5e8, 'x')")),
    /at most 100,000 characters/,
  ],
  'eight lists flattened after each other': [
    after([
      ...calculate('sequence(0, 1000)'),
      ...Array.from({ length: 8 }, (_, at) => ({ flatten: ['a'], as: [`b${at}`] })),
    ]),
    /more than 50,000 rows/,
  ],
  'a billion imputed rows': [
    after([{ impute: 'i', key: 'j', keyvals: { start: 0, stop: 1e9 }, groupby: ['i'] }]),
    /may make at most 50,000 rows/,
  ],
  'a repeat of 200 × 200': [
    {
      data: few,
      repeat: { row: names(200), column: names(200) },
      spec: { mark: 'point', encoding: { x: { field: { repeat: 'row' } } } },
    },
    /draws 40000 views; a chart has at most 100/,
  ],
};

/** Each is drawn or refused, and the page answers meanwhile. */
export const generated: Readonly<Record<string, JsonObject>> = {
  'a pattern put together': after([{ filter: `test(regexp('^(a|a)*$'), '${letters}')` }]),
  'a pattern in replace': after(calculate(`replace('${letters}', /(a*)*b/g, '')`), many),
  'a pattern in split': after(calculate(`split('${letters}', /(.*)*x/)`)),
  'a pattern of many choices': after(
    [{ filter: `test(/${'a?'.repeat(60)}${'a'.repeat(60)}/, '${'a'.repeat(60)}')` }],
    many,
  ),
  'a counted pattern': after([{ filter: `test(/(a{0,40}){0,40}b/, '${letters}')` }], many),
  'a replacement that doubles': after(chain("'x'", "replace(datum.a, /x/g, 'xx')", 40)),
  'a replacement that holds what is before': after(
    chain("'xxxx'", "replace(datum.a, /x/g, '$`x')", 12),
  ),
  'texts doubled': after(chain("'xxxxxxxx'", 'datum.a + datum.a', 40)),
  'texts doubled in every row': after(chain("'xxxxxxxx'", 'datum.a + datum.a', 12), many),
  'lists doubled and written out': after([
    ...chain('[1, 1]', '[datum.a, datum.a]', 40),
    ...calculate("'' + datum.a"),
  ]),
  'lists doubled and compared': after([
    ...chain('[1, 1]', '[datum.a, datum.a]', 30),
    { filter: 'datum.a < 5' },
  ]),
  'lists doubled and grouped by': after([
    ...chain('[1, 1]', '[datum.a, datum.a]', 30),
    { aggregate: [{ op: 'count', as: 'i' }], groupby: ['a'] },
  ]),
  'one long list grouped by in every row': after(
    [...calculate('long'), { aggregate: [{ op: 'count', as: 'i' }], groupby: ['a'] }],
    many,
    { params: [{ name: 'long', expr: 'sequence(0, 10000)' }] },
  ),
  'joined lists': after(chain("'xx'", 'join([datum.a, datum.a], datum.a)', 40)),
  'a separator joined often': after(calculate("join(sequence(0, 50000), pad('', 50000, 'x'))")),
  'a list of a billion': after(calculate('length(sequence(0, 1e9, 1e-9))')),
  'times of a millennium': after(calculate("length(timeSequence('second', 0, 1e14))")),
  'a number a billion wide': after(calculate("format(1, '999999999d')")),
  'an axis of wide numbers': x({ axis: { format: '0999999999d' } }, few),
  'a list that is none': after(calculate('extent({length: 1e12})')),
  'a text that calls a function': after(calculate("'' + {length: 4e9, toString: [].join}")),
  'sorts of long lists': after(calculate('sort(reverse(sequence(0, 50000)))'), many),
  'searches of long lists': after(calculate('indexof(sequence(0, 50000), -1)'), many),
  'a search of a text': after(
    calculate("indexof(pad('', 50000, 'a'), pad('b', 20000, 'a', 'left'))"),
    many,
  ),
  'a filter of ten thousand values': after(
    [{ filter: { field: 'i', oneOf: Array.from({ length: 10_000 }, (_, at) => -at) } }],
    many,
  ),
  'hundreds of calculations': after(
    Array.from({ length: 400 }, (_, at) => ({ calculate: `sin(datum.i + ${at})`, as: `c${at}` })),
    many,
  ),
  'a deep expression': after(calculate(`${'('.repeat(2000)}1${')'.repeat(2000)}`)),
  'a long expression': after(
    calculate(Array.from({ length: 2000 }, () => 'datum.i').join('+')),
    many,
  ),
  'a very long expression': after(calculate('1+'.repeat(100_000) + '1')),
  'a parameter that is long': after([], many, {
    params: [{ name: 'p', expr: "pad('', 1e9, 'x')" }],
  }),
  'parameters that double': after([], few, {
    params: names(40).map((name, at) => ({
      name,
      expr: at === 0 ? "'xx'" : `f${at - 1} + f${at - 1}`,
    })),
  }),
  'a parameter for the ticks': {
    ...x({ axis: { tickCount: { expr: 'n' } } }),
    params: [{ name: 'n', expr: '1e9' }],
  },
  'ticks of a hundred thousand': x({ axis: { tickCount: 9_999 } }, few),
  'ticks written out': x({ axis: { values: { expr: 'sequence(0, 50000)' } } }),
  'ticks each millisecond of a year': {
    ...tick,
    transform: [{ calculate: 'datum.i * 1e6', as: 'i' }],
    encoding: {
      x: {
        field: 'i',
        type: 'temporal',
        axis: { tickCount: { interval: 'millisecond', step: 1 } },
      },
    },
  },
  'the least step of ticks': x({ axis: { tickMinStep: 1e-12, tickCount: 9_000 } }, few),
  'a nice number of steps': x({ scale: { nice: 1e9 } }),
  'a scale of a million bins': x({ scale: { bins: { step: 1e-7 } } }),
  'bins with a base that shrinks': x({ bin: { base: 0.5 } }),
  'bins with a base of nearly one': x({ bin: { base: 1.0000001, maxbins: 5 } }),
  'bins of a parameter': {
    ...x({ bin: { step: { expr: 's' } } }),
    params: [{ name: 's', expr: '1e-9' }],
  },
  'a million bins': x({ bin: { maxbins: 9_999 } }),
  'a logarithm of a billion': x({ scale: { type: 'log', base: 1e9, domain: [1, 1e300] } }),
  'a logarithm of nearly one': x({ scale: { type: 'log', base: 1.0000001, domain: [1, 1e9] } }),
  'a domain written out': x({ scale: { domain: Array.from({ length: 9_000 }, (_, at) => at) } }),
  'colours of a billion': {
    ...tick,
    encoding: {
      color: { field: 'i', type: 'ordinal', scale: { scheme: { name: 'viridis', count: 1e9 } } },
    },
  },
  'a legend of all rows': {
    ...tick,
    mark: 'point',
    encoding: { color: { field: 'i', type: 'nominal', legend: { symbolLimit: 1e9 } } },
  },
  'a name of each row': { ...tick, encoding: { y: { field: 'i', type: 'nominal' } } },
  'a panel for each row': {
    ...tick,
    encoding: { x: { field: 'i' }, facet: { field: 'i', type: 'nominal', columns: 4 } },
  },
  'a series for each row': {
    ...tick,
    mark: 'line',
    encoding: { x: { field: 'i' }, y: { field: 'i' }, detail: { field: 'i' } },
  },
  'panels of all pairs': {
    ...tick,
    transform: [{ calculate: 'datum.i % 300', as: 'r' }],
    encoding: { row: { field: 'r' }, column: { field: 'i' } },
  },
  'layers of fields folded': after([...copies(10), { fold: names(100) }], many),
  'folds after each other': after(
    [
      ...copies(50),
      ...Array.from({ length: 5 }, (_, at) => ({ fold: names(50), as: [`k${at}`, `v${at}`] })),
    ],
    rows(1_000),
  ),
  'a pivot of all rows': after([{ pivot: 'i', value: 'i', groupby: ['i'] }], many),
  'densities of each row': after(
    [{ density: 'i', groupby: ['i'], steps: 10_000, extent: [0, 1] }],
    many,
  ),
  'a density of ten thousand places': after([{ density: 'i', steps: 10_000 }], many),
  'quantiles of each row': after([{ quantile: 'i', step: 0.001, groupby: ['i'] }], many),
  'a quantile of a parameter': after([{ quantile: 'i', step: 1e-4 }], many),
  'a local regression of all rows': after([{ loess: 'i', on: 'i', bandwidth: 1 }], many),
  'a regression of a high order': after(
    [{ regression: 'i', on: 'i', method: 'poly', order: 5000 }],
    many,
  ),
  'a median in a moving window': after(
    [{ window: [{ op: 'median', field: 'i', as: 'm' }], frame: [-20_000, 20_000] }],
    many,
  ),
  'a greatest value in a moving window': after(
    [
      { calculate: '-datum.i', as: 'd' },
      { window: [{ op: 'max', field: 'd', as: 'm' }], frame: [-20_000, 20_000] },
    ],
    many,
  ),
  'the next value of none': after(
    [{ calculate: 'null', as: 'n' }, { window: [{ op: 'next_value', field: 'n', as: 'm' }] }],
    many,
  ),
  'many windows': after(
    names(300).map(name => ({ window: [{ op: 'sum', field: 'i', as: name }] })),
    many,
  ),
  'confidence intervals': {
    ...tick,
    mark: { type: 'errorbar', extent: 'ci' },
    encoding: { y: { field: 'i', type: 'quantitative' } },
  },
  'aggregates of aggregates': after(
    Array.from({ length: 60 }, () => ({
      joinaggregate: [{ op: 'median', field: 'i', as: 'i' }],
      groupby: ['i'],
    })),
    many,
  ),
  'an aggregate of five thousand fields': after(
    [
      {
        aggregate: names(5_000).map(name => ({ op: 'sum', field: 'i', as: name })),
        groupby: ['i'],
      },
    ],
    many,
  ),
  'stacks of stacks': after(
    Array.from({ length: 24 }, (_, at) => ({ stack: 'i', groupby: [], as: [`s${at}`, `e${at}`] })),
    many,
  ),
  'lookups of long lists': after(
    [
      {
        lookup: 'i',
        from: {
          data: { values: [{ i: 1, list: Array.from({ length: 20_000 }, () => 'x') }] },
          key: 'i',
          fields: ['list'],
        },
        default: 'x',
      },
      { flatten: ['list'] },
    ],
    many,
  ),
  'a list of lengths flattened': after([...calculate('{length: 1e12}'), { flatten: ['a'] }]),
  'rows as comma separated text': {
    ...tick,
    data: { values: `i\n${'1\n'.repeat(60_000)}`, format: { type: 'csv' } },
  },
  'a sequence in an expression': { ...tick, data: { sequence: { start: 0, stop: 1e12 } } },
  'a map grid of a billionth': {
    data: { graticule: { step: [1e-6, 1e-6] } },
    mark: 'geoshape',
    projection: { type: 'mercator' },
  },
  'a globe drawn from near': {
    data: { graticule: true },
    mark: 'geoshape',
    projection: { type: 'orthographic', scale: 1e9, precision: 1e-9 },
  },
  'words of ten thousand letters': {
    ...tick,
    mark: { type: 'text', text: 'x'.repeat(9_000) },
  },
  'words of many lines': {
    ...tick,
    mark: { type: 'text', text: Array.from({ length: 5_000 }, () => 'x') },
  },
  'a font for each word': {
    ...tick,
    mark: { type: 'text', text: 'x', font: { expr: "'font' + datum.i" } },
  },
  'a shape of a long path': {
    ...tick,
    mark: { type: 'point', shape: `M0,0${'l1,1l-1,-1'.repeat(900)}` },
    encoding: { x: { field: 'i' } },
  },
  'dashes of a thousandth': {
    ...tick,
    mark: { type: 'rule', strokeDash: [0.001, 0.001] },
  },
  'a gradient of many colours': {
    ...tick,
    mark: {
      type: 'bar',
      fill: {
        gradient: 'linear',
        stops: Array.from({ length: 3_000 }, (_, at) => ({ offset: at / 3_000, color: 'red' })),
      },
    },
  },
  'a step that makes a tower': {
    ...tick,
    height: { step: 4_000 },
    encoding: { y: { field: 'i', type: 'ordinal' } },
  },
  'layers of all rows': {
    data: many,
    layer: Array.from({ length: 60 }, () => ({
      mark: 'point',
      encoding: tick['encoding'] as Json,
    })),
  },
  'views beside each other': {
    data: few,
    hconcat: Array.from({ length: 50 }, () => ({
      mark: 'bar',
      encoding: { x: { field: 'i' }, y: { field: 'i' } },
    })),
  },
  'views in views': {
    data: few,
    repeat: names(10),
    spec: {
      repeat: { layer: names(10) },
      spec: { mark: 'bar', encoding: { x: { field: { repeat: 'layer' } } } },
    },
  },
  'channels of a thousand fields': {
    ...tick,
    encoding: { tooltip: names(3_000).map(field => ({ field })), x: { field: 'i' } },
  },
  'selections of many values': {
    ...after([{ filter: { param: 'pick' } }], many),
    params: [{ ...selected, value: Array.from({ length: 3_000 }, (_, at) => ({ i: -at })) }],
  },
  'many selections': {
    ...tick,
    params: names(30).map(name => ({ name, select: 'interval' })),
  },
};
