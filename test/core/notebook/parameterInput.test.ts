import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlainDate } from '../../../src/core/base/plainDate';
import { parametersInForce, readParameterInput } from '../../../src/core/notebook/parameterInput';
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
  expected: { value: unknown } | RegExp,
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
  check('date', 'today', { value: '2026-03-10' });
  check('date', 'today - 30', { value: '2026-02-08' });
  check('date', 'Today+1', { value: '2026-03-11' });
  check('date', 'current_date - 10', { value: '2026-02-28' });
  check('date', '2026-02-30', /^p: "2026-02-30" is no date: write YYYY-MM-DD, or count from today/);
  check('date', 'today - 1 month', /is no date/);
  check('date', 'today - 1000000', /is no date/);
  check('date', '', /^p: nothing is no date/);
});

test('a value is of its type, or a sentence says what the type is', () => {
  check('integer', ' 20 ', { value: 20 });
  check('integer', '2.5', /^p: "2.5" is no whole number, such as 20\.$/);
  check('number', '2.5', { value: 2.5 });
  check('number', 'many', /^p: "many" is no number, such as 0\.5\.$/);
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
    parametersInForce([{ ...parameter, ...more }], new Map(given)).map(({ value }) => value);
  assert.deepEqual(inForce([]), [1]);
  assert.deepEqual(inForce([['n', 2]]), [2]);
  assert.deepEqual(inForce([['other', 2]]), [1]);
  assert.deepEqual(inForce([['n', 'text']]), [1]);
  assert.deepEqual(inForce([['n', 2]], { choices: [1, 3] }), [1]);
  assert.deepEqual(inForce([['n', 3]], { choices: [1, 3] }), [3]);
  assert.deepEqual(inForce([['n', '2026-01-01']], { type: 'date', default: null }), ['2026-01-01']);
});
