import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/service/serviceError';
import { rowsOfState, stateOfError, tooltipText, type Row } from '../../../src/core/sidebar/row';

function tooltip(facts: Row['facts']): string | undefined {
  return tooltipText({ id: 'a', label: 'A *row*', kind: 'list', ...(facts && { facts }) });
}

test('a row without facts has its label as tooltip', () => {
  assert.equal(tooltip(undefined), undefined);
  assert.equal(tooltip([]), undefined);
});

test('facts are a table below the label, and sentences are paragraphs', () => {
  const table = ['**A \\*row\\***', '', '| | |', '| --- | --- |', '| score | 1 |', '|  | Listed |'];
  assert.equal(
    tooltip([
      ['score', '1'],
      ['', 'Listed'],
    ]),
    table.join('\n'),
  );
  assert.equal(
    tooltip([
      ['', 'One'],
      ['', 'Two'],
    ]),
    'One\n\nTwo',
  );
});

test('no text of a fact becomes markup', () => {
  const hostile = '[x](command:y) | <b>\n$(zap)';
  assert.equal(
    tooltip([['', hostile]]),
    '\\[x\\](command:y) \\| \\<b\\> \\$(zap)'.replaceAll('(', '\\(').replaceAll(')', '\\)'),
  );
});

test('a failure is named in words that leave room for what a press does in a narrow side bar', () => {
  const lineOf = (kind: ServiceError['kind'], token: 'missing' | 'lapsed' | 'none'): string => {
    const [row] = rowsOfState('a', stateOfError(new ServiceError(kind, 'Why.'), token), () => []);
    return `${row?.label} ${row?.description}`;
  };
  assert.equal(lineOf('unauthorized', 'missing'), 'No token is set Set token');
  assert.equal(lineOf('unauthorized', 'lapsed'), 'The token has expired Set token');
  assert.equal(lineOf('unauthorized', 'none'), 'The token was refused Set token');
  for (const kind of [
    'notEntitled',
    'rateLimited',
    'unreachable',
    'notFound',
    'failing',
  ] as const) {
    assert.ok(lineOf(kind, 'none').length <= 32, lineOf(kind, 'none'));
  }
});
