/** What the statistics share: settings, groups and names of computed columns. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisNumber } from '../../../../src/core/visualise/axisNumber';
import type { ChartColumn } from '../../../../src/core/visualise/chartColumn';
import { scaledNumber } from '../../../../src/core/visualise/scaledAxis';
import {
  computedBindings,
  computedColumn,
  countedColumn,
  groupsOf,
  inputColumn,
  measuredAxis,
  positiveSetting,
  reading,
  remappedY,
  widthSetting,
  withoutSettings,
  wordSetting,
} from '../../../../src/core/visualise/statistics/statistic';
import { clauseLayers, type ClauseLayers } from '../../../support/clauseLayers';

const columns: readonly ChartColumn[] = [
  { name: 'v', type: 'DOUBLE' },
  { name: 'w', type: 'INTEGER' },
  { name: 'd', type: 'DATE' },
  { name: 'k', type: 'VARCHAR' },
  { name: 's', type: 'VARCHAR' },
];

const partsOf = (clause: string): ClauseLayers => clauseLayers(clause, columns);
const namesOf = (found: readonly ChartColumn[]): string => found.map(({ name }) => name).join(' ');
const codesOf = ({ report }: ClauseLayers): string[] => report.problems.map(({ code }) => code);

test('groups are the columns that a layer maps besides its inputs, its partition and the panels, each once', () => {
  for (const [clause, expected] of [
    ['v AS x, w AS y DRAW line', 'w'],
    ['v AS x, 3 AS y DRAW line', ''],
    ['v AS x, w AS y, k AS stroke, k AS linetype DRAW line', 'w k'],
    ['v AS x, w AS y, k AS stroke DRAW line PARTITION BY s, k', 'w k s'],
    ['v AS x, w AS y, k AS stroke DRAW line FACET s BY k', 'w k s'],
    ['v AS x, w AS y DRAW line FACET k BY s', 'w k s'],
  ] as const) {
    const { layer, facet } = partsOf(clause);
    assert.equal(namesOf(groupsOf(layer, ['x'], facet)), expected, clause);
  }
});

test('a computed column has a name of its own, whatever the case of the letters', () => {
  const own = [...columns, { name: 'Count', type: 'DOUBLE' }, { name: 'q1', type: 'DOUBLE' }];
  const { layer } = clauseLayers('v AS x DRAW histogram', own);
  const named = { name: 'count (computed)', type: 'DOUBLE', title: 'count' };
  assert.deepEqual(computedColumn(layer, 'count'), named);
  assert.deepEqual(computedColumn(layer, 'end', { type: 'DATE', title: 'v' }), {
    ...{ name: 'end', type: 'DATE', title: 'v' },
  });
  assert.equal(countedColumn(layer, undefined).name, 'rows');
  const sum = { name: 'sum of w', type: 'DOUBLE', title: 'w', isWhole: false };
  assert.deepEqual(countedColumn(layer, { name: 'w', type: 'DOUBLE' }), sum);
});

test('the measured axis is y, unless only x holds numbers', () => {
  for (const [clause, expected] of [
    ['k AS x, v AS y DRAW boxplot', 'y'],
    ['v AS x, k AS y DRAW boxplot', 'x'],
    ['v AS x, w AS y DRAW boxplot', 'y'],
    ['d AS x, k AS y DRAW boxplot', 'y'],
    [`v AS x, 'all' AS y DRAW boxplot`, 'x'],
    [`'all' AS x, v AS y DRAW boxplot`, 'y'],
  ] as const) {
    assert.equal(measuredAxis(partsOf(clause).layer), expected, clause);
  }
});

test('a literal in the place of the computed column is reported', () => {
  const parts = partsOf('v AS x, 3 AS y DRAW smooth');
  assert.equal(inputColumn(parts.layer, 'x', parts.report)?.name, 'v');
  assert.deepEqual(codesOf(parts), []);
  assert.equal(inputColumn(parts.layer, 'y', parts.report), undefined);
  assert.deepEqual(codesOf(parts), ['missingAesthetic']);
});

test('REMAPPING chooses which computed column stands on y', () => {
  const check = (clause: string, expected: string, codes: readonly string[] = []): void => {
    const parts = partsOf(`v AS x DRAW histogram ${clause}`);
    assert.equal(remappedY(parts.layer, ['count', 'density'], parts.report), expected, clause);
    assert.deepEqual(codesOf(parts), codes, clause);
  };
  check('', 'count');
  check('REMAPPING density AS y', 'density');
  check('REMAPPING Density AS y', 'density');
  check('REMAPPING count AS y', 'count');
  check('REMAPPING density AS fill', 'count', ['badValue']);
  check('REMAPPING share AS y', 'count', ['badValue']);
});

test('a number has to be above 0, and whole where that is asked for', () => {
  const check = (value: string, isWhole: boolean, expected: number | undefined): void => {
    const parts = partsOf(`v AS x DRAW histogram SETTING bins => ${value}`);
    assert.equal(positiveSetting(parts.layer, 'bins', parts.report, isWhole), expected, value);
    assert.deepEqual(codesOf(parts), expected === undefined ? ['badValue'] : [], value);
  };
  check('2', true, 2);
  check('2.5', false, 2.5);
  check('2.5', true, undefined);
  check('0', false, undefined);
  check('-1', false, undefined);
  check("'two'", false, undefined);
  check('null', false, undefined);
  check('[1, 2]', true, undefined);
  const { layer, report } = partsOf('v AS x DRAW histogram');
  assert.equal(positiveSetting(layer, 'bins', report), undefined);
  assert.deepEqual(report.problems, []);
});

test('a width is in the unit of the axis, and a note says so where its scale has a transform', () => {
  const check = (clause: string, expected: number | undefined, notes: string[]): ClauseLayers => {
    const parts = partsOf(`v AS x DRAW histogram SETTING binwidth => ${clause}`);
    const { layer, report } = parts;
    const axis = scaledNumber('x', { name: 'v', type: 'DOUBLE' }, layer, parts);
    assert.ok(axis);
    assert.equal(widthSetting(layer, 'binwidth', axis, report), expected, clause);
    assert.deepEqual(report.notes, notes, clause);
    return parts;
  };
  const note = (via: string, step: string): string =>
    `binwidth is measured along the axis, whose scale is VIA ${via}${step}.`;
  check('5', 5, []);
  check('0.5 SCALE x VIA log10', 0.5, [note('log10', ': a step of 1 is times 10')]);
  check('0.5 SCALE x VIA ln', 0.5, [note('ln', ': a step of 1 is times 2.718')]);
  check('0.5 SCALE x VIA sqrt', 0.5, [note('sqrt', '')]);
  check('300 SCALE x VIA log10', 300, [note('log10', ': a step of 1 is times 10')]);
  assert.deepEqual(codesOf(check('301 SCALE x VIA log10', undefined, [])), ['badValue']);
  // Of base 2, 997 steps are 300.1 powers of ten.
  assert.deepEqual(codesOf(check('997 SCALE x VIA log2', undefined, [])), ['badValue']);
  const date = partsOf('d AS x DRAW histogram');
  const axis = axisNumber({ name: 'd', type: 'DATE' }, date.layer, date.report);
  assert.ok(axis);
  assert.equal(widthSetting(date.layer, 'binwidth', axis, date.report), undefined);
});

test('a word is one of those listed, in any case of letters, and otherwise reported', () => {
  const words = { words: ['nw', 'ols'], fallback: 'nw' } as const;
  const check = (setting: string, expected: string, codes: readonly string[] = []): void => {
    const parts = partsOf(`v AS x, w AS y DRAW smooth ${setting}`);
    assert.equal(wordSetting(parts.layer, 'method', words, parts.report), expected, setting);
    assert.deepEqual(codesOf(parts), codes, setting);
  };
  check('', 'nw');
  check("SETTING method => 'OLS'", 'ols');
  check("SETTING method => 'moving'", 'nw', ['badValue']);
  check("SETTING method => ['ols']", 'nw', ['badValue']);
});

test('settings that are used up are gone, and computed columns take the place of inputs', () => {
  const { layer } = partsOf(
    `v AS x, k AS fill DRAW histogram SETTING bins => 3, position => 'dodge'`,
  );
  assert.deepEqual([...withoutSettings(layer, ['bins', 'binwidth']).keys()], ['position']);
  const bindings = computedBindings(layer, ['x'], {
    x: { name: 'a', type: 'DOUBLE' },
    xend: { name: 'b', type: 'DOUBLE' },
  });
  const bound = [...bindings].map(([aesthetic, binding]) =>
    binding.kind === 'column' ? `${aesthetic} ${binding.column.name}` : aesthetic,
  );
  assert.deepEqual(bound, ['fill k', 'x a', 'xend b']);
});

test('what a statistic reads are the rows of its layer, by axis', () => {
  const { layer } = partsOf('v AS x, w AS y DRAW smooth FILTER v > 1');
  const v = { name: 'v', type: 'DOUBLE' };
  const w = { name: 'w', type: 'INTEGER' };
  const rows = '(SELECT * FROM result WHERE (v > 1\n))';
  const first = reading(layer, { x: v });
  assert.deepEqual([...(first.read ?? [])], [['x', { rows, column: v, keeps: 'placed' }]]);
  const both = reading({ ...layer, ...first }, { y: w });
  assert.deepEqual([...(both.read?.keys() ?? [])], ['x', 'y']);
});
