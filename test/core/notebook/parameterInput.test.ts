import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlainDate } from '../../../src/core/base/plainDate';
import {
  parameterDoc,
  parametersInForce,
  readParameterInput,
  shownParameter,
} from '../../../src/core/notebook/parameterInput';
import type {
  NotebookParameter,
  NotebookParameterType,
  NotebookParameterValue,
} from '../../../src/core/notebook/parameters';

const today = '2026-03-10' as PlainDate;

/** @param expected The value, or the end of the sentence. */
function check(
  type: NotebookParameterType,
  text: string,
  expected: { value: unknown; relative?: string } | RegExp,
  choices: readonly NotebookParameterValue[] = [],
): void {
  const read = readParameterInput({ name: 'p', type, choices }, text, today);
  if (expected instanceof RegExp) {
    assert.match('problem' in read ? read.problem : '', expected, `${type} ${text}`);
  } else {
    assert.deepEqual(read, expected, `${type} ${text}`);
  }
}

test('a date is written out or counted from today', () => {
  check('date', '2026-01-05', { value: '2026-01-05' });
  check('date', ' 2026-01-05 ', { value: '2026-01-05' });
  const relative = (text: string, value: string): void => {
    check('date', text, { value, relative: text.trim() });
  };
  relative('today', '2026-03-10');
  relative('today - 30', '2026-02-08');
  relative(' Today+1', '2026-03-11');
  relative('current_date - 10', '2026-02-28');
  relative('today() - 10', '2026-02-28');
  relative('current_date - INTERVAL 2 WEEKS', '2026-02-24');
  check(
    'date',
    '2026-02-30',
    /^p: "2026-02-30" is not a date: write YYYY-MM-DD, or count from today/,
  );
  check('date', 'today - 1 month', /is not a date/);
  check('date', 'today - 1000000', /is not a date/);
  check('date', '', /^p: nothing is not a date/);
});

test('a value is of its type, or a sentence says what the type is', () => {
  check('integer', ' 20 ', { value: 20 });
  check('integer', '2.5', /^p: "2.5" is not a whole number, such as 20\.$/);
  check('number', '2.5', { value: 2.5 });
  check('number', 'many', /^p: "many" is not a number, such as 0\.5\.$/);
  check('boolean', 'true', { value: true });
  check('boolean', 'yes', /^p: "yes" is neither true nor false\.$/);
  check('text', ' as it is ', { value: ' as it is ' });
});

test('a value is among the choices where there are any', () => {
  check('text', 'GB', { value: 'GB' }, ['US', 'GB']);
  check('text', 'gb', /^p: "gb" is not among its choices: US, GB\.$/, ['US', 'GB']);
  check('integer', '3', /^p: "3" is not among its choices: 10, 20\.$/, [10, 20]);
  check('integer', '9', /: 10, 11, 12, 13, 14, 15, 16, 17 and 2 more\.$/, [
    ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
  ]);
});

test('a value given for the session is in force while it fits the front matter', () => {
  const parameter: NotebookParameter = { name: 'n', type: 'integer', default: 1, choices: [] };
  const inForce = (given: [string, NotebookParameterValue][], more = {}) =>
    parametersInForce([{ ...parameter, ...more }], new Map(given), today).map(({ value }) => value);
  assert.deepEqual(inForce([]), [1]);
  assert.deepEqual(inForce([['n', 2]]), [2]);
  assert.deepEqual(inForce([['other', 2]]), [1]);
  assert.deepEqual(inForce([['n', 'text']]), [1]);
  assert.deepEqual(inForce([['n', 2]], { choices: [1, 3] }), [1]);
  assert.deepEqual(inForce([['n', 3]], { choices: [1, 3] }), [3]);
  assert.deepEqual(inForce([['n', '2026-01-01']], { type: 'date', default: null }), ['2026-01-01']);
});

test('a date that is counted from today means another day tomorrow, as default and as given', () => {
  const since: NotebookParameter = {
    name: 'since',
    type: 'date',
    default: 'current_date - 30',
    choices: [],
  };
  const shown = (given: [string, NotebookParameterValue][], on: string): string[] =>
    parametersInForce([since], new Map(given), on as PlainDate).map(
      parameter => `${shownParameter(parameter)}${parameter.isDefault ? ', default' : ''}`,
    );
  assert.deepEqual(shown([], '2026-03-10'), ['current_date - 30 (2026-02-08), default']);
  assert.deepEqual(shown([], '2026-03-11'), ['current_date - 30 (2026-02-09), default']);
  assert.deepEqual(shown([['since', 'today - 1']], '2026-03-11'), ['today - 1 (2026-03-10)']);
  assert.deepEqual(shown([['since', '2026-02-09']], '2026-03-11'), ['2026-02-09, default']);
});

test('choices may be counted from today too', () => {
  const choices = ['current_date - 30', '2026-01-01'];
  check('date', '2026-02-08', { value: '2026-02-08' }, choices);
  check('date', 'today - 30', { value: '2026-02-08', relative: 'today - 30' }, choices);
  check('date', '2026-02-09', /is not among its choices: current_date - 30, 2026-01-01/, choices);
});

test('what a parameter is for is told in sentences', () => {
  const parameter = { name: 'n', type: 'integer', default: 1, choices: [] } as const;
  const inForce = { ...parameter, value: 1, written: 1, isDefault: true };
  assert.equal(parameterDoc(inForce), null);
  assert.equal(
    parameterDoc({ ...inForce, label: 'How many', description: 'Rows of the list.' }),
    'How many. Rows of the list.',
  );
  const since = { ...inForce, type: 'date', value: '2026-02-08', written: 'today - 30' } as const;
  assert.equal(parameterDoc(since), 'It is today - 30.');
});
