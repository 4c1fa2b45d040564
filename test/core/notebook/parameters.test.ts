import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import {
  parseParameterValue,
  type NotebookParameterType,
} from '../../../src/core/notebook/parameters';

function check(type: NotebookParameterType, text: string, expected: unknown): void {
  assert.equal(parseParameterValue(type, text), expected, `${type} ${text}`);
}

test('a typed value is of its parameter’s type or refused', () => {
  check('text', '', '');
  check('integer', '-12', -12);
  check('integer', '1.5', undefined);
  check('integer', '9007199254740993', undefined);
  check('number', '1e3', 1000);
  check('number', ' ', undefined);
  check('number', 'Infinity', undefined);
  check('boolean', 'true', true);
  check('boolean', 'false', false);
  check('boolean', 'yes', undefined);
  check('date', '2026-02-28', '2026-02-28');
  check('date', '2026-02-29', undefined);
});

/** `fields`: of one parameter called p. `expected`: what is read of them, or the end of the problem's sentence. */
function checkRead(fields: string, expected: object, problem = ''): void {
  const { parameters, problems } = readFrontMatter(`parameters:\n  - { name: p, ${fields} }\n`);
  assert.deepEqual(parameters, [{ name: 'p', choices: [], ...expected }], fields);
  assert.ok((problems[0]?.message ?? '').endsWith(problem), problems[0]?.message);
}

test('a label and a description are read, and left out where they cannot be shown', () => {
  const text = { type: 'text', default: null };
  checkRead('label: First day, other: kept', { ...text, label: 'First day' });
  checkRead('description: "Of the scores, included."', {
    ...text,
    description: 'Of the scores, included.',
  });
  const refused = 'should be one line of at most 60 characters.';
  checkRead('label: 5', text, `The label of the parameter "p" ${refused}`);
  checkRead('label: "a\\nb"', text, refused);
  checkRead(`label: ${'x'.repeat(61)}`, text, refused);
  checkRead('description: [a]', text, 'should be one line of at most 300 characters.');
});

test('a default of a date may be counted from the day on which it is read', () => {
  checkRead('default: current_date - 30', { type: 'date', default: 'current_date - 30' });
  checkRead('type: date, default: today', { type: 'date', default: 'today' });
  checkRead('default: today', { type: 'text', default: 'today' });
  checkRead('type: date, choices: [current_date - 7, 2026-01-01]', {
    type: 'date',
    default: null,
    choices: ['current_date - 7', '2026-01-01'],
  });
  const { parameters, problems } = readFrontMatter(
    'parameters:\n  - { name: p, type: date, default: current_date - 1 month }\n',
  );
  assert.deepEqual(parameters, []);
  assert.match(
    problems[0]?.message ?? '',
    /is not of type date: write YYYY-MM-DD or current_date - 30\.$/,
  );
});
