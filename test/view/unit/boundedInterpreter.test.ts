import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, View, type Spec } from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { FrugalInterpreter } from '../../../src/view/chart/frugalInterpreter';
import { WorkMeter } from '../../../src/view/chart/workMeter';

/** The values of `expression` for three rows. */
async function valuesOf(expression: string, expr: unknown): Promise<unknown> {
  const spec: Spec = {
    signals: [{ name: 'limit', value: 3 }],
    data: [
      {
        name: 'rows',
        values: [
          { i: 1, name: 'One two', list: [3, 1, 2], nested: { a: { b: 5 } }, day: 1.7e12 },
          { i: 2, name: '', list: [], nested: { a: {} }, day: 0 },
          { i: null, name: 'x', list: ['b', 'a'], nested: { a: { b: null } }, day: null },
        ],
        transform: [{ type: 'formula', expr: expression, as: 'made' }],
      },
    ],
  };
  const view = new View(parse(spec, undefined, { ast: true }), { expr: expr as never });
  await view.runAsync();
  const made = (view.data('rows') as { made: unknown }[]).map(row => row.made);
  view.finalize();
  return made;
}

async function checkSame(expression: string): Promise<void> {
  const [ours, vegas] = await Promise.all([
    valuesOf(expression, new FrugalInterpreter(new WorkMeter()).expr),
    valuesOf(expression, expressionInterpreter),
  ]);
  assert.deepEqual(ours, vegas, expression);
}

test('an expression means what it means to the interpreter of Vega', async () => {
  const expressions = [
    'datum.i * 2 + limit',
    "datum['i'] > 1 ? 'a' : \"b\"",
    'datum.i && datum.name || null',
    'datum.nested.a.b',
    "datum['nested']['a'].b",
    '[datum.i, -datum.i, ~datum.i, !datum.i, +datum.name]',
    "{a: datum.i, 'b c': datum.name}",
    'length(datum.list)',
    'datum.list[0]',
    'datum.list.length',
    "upper(datum.name) + lower('X') + trim(' y ')",
    'indexof(datum.name, "t")',
    'indexof(datum.list, 1)',
    'lastindexof(datum.list, 2)',
    "join(datum.list, '-')",
    'slice(datum.list, 1)',
    'slice(datum.name, -2)',
    'reverse(datum.list)',
    'sort(datum.list)',
    "split(datum.name, ' ')",
    'split(datum.name, /\\s/)',
    "replace(datum.name, /o/g, '0')",
    "replace(datum.name, 'o', '$&$&')",
    'test(/^O/, datum.name)',
    "test(regexp('two', 'i'), datum.name)",
    'isRegExp(regexp("a"))',
    'regexp("a", "g") + ""',
    'substring(datum.name, 1, 3)',
    "pad(datum.name, 9, '*', 'center')",
    'truncate(datum.name, 4)',
    "format(datum.i, '.2f')",
    "utcFormat(datum.day, '%Y-%m-%d')",
    "timeFormat(datum.day, '%Y')",
    "utcParse('2026-01-02', '%Y-%m-%d')",
    'utcyear(datum.day)',
    'time(datetime(2026, 1, 2))',
    'utc(2026, 1, 2)',
    'datetime(2026, 0, 1) < datetime(2026, 0, 2)',
    'clamp(datum.i, 0, 1)',
    'max(1, datum.i, 2)',
    'hypot(3, 4)',
    'isValid(datum.i)',
    'isFinite(datum.i)',
    'isNaN(0 / 0)',
    'toNumber("5")',
    'toString(datum.i)',
    'toBoolean(datum.i)',
    'if(datum.i == 2, "two", "other")',
    'PI',
    'sequence(3)',
    'sequence(1, 9, 2)',
    'extent(datum.list)',
    'span([1, 4])',
    'inrange(datum.i, [0, 1])',
    'peek(datum.list)',
    'merge({a: 1}, {b: datum.i})',
    "pluck([{a: 1}, {a: 2}], 'a')",
    'rgb("red")',
    'datum.i << 2 | 1 ^ 3',
    'datum.i % 2 === 0',
    'datum.i != null',
    "timeOffset('day', datum.day, 1)",
    "length(utcSequence('day', 0, 864000000))",
    "datum.name < 'P'",
    '[1, 2] + ""',
    'quantileNormal(0.5)',
    'lerp([0, 10], 0.5)',
    "btoa('a') + atob('YQ==')",
    "encodeURIComponent('a b')",
    "parseInt('12px') + parseFloat('1.5')",
    'flush([0, 1], 0, 2, 3, 4, 5)',
    'panLinear([0, 1], 0.5)',
    'luminance("#fff")',
  ];
  for (const expression of expressions) {
    await checkSame(expression);
  }
});

test('no function is ever a value', async () => {
  const { expr } = new FrugalInterpreter(new WorkMeter());
  for (const expression of ["datum.name['concat']", '[].join', 'datum.list.map']) {
    assert.deepEqual(
      await valuesOf(expression, expr),
      [undefined, undefined, undefined],
      expression,
    );
  }
});
