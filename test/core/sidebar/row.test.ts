import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tooltipText, type Row } from '../../../src/core/sidebar/row';

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
