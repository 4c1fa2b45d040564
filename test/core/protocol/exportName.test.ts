import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportName, type ExportNaming } from '../../../src/core/protocol/exportName';

function check(naming: Partial<ExportNaming>, expected: string): void {
  const file = 'morning.signals';
  const all = { title: null, file, cell: 3, spec: undefined, ...naming };
  assert.equal(exportName(all), expected);
}

test('a file is named after the notebook and the chart', () => {
  const spec = { title: 'Who is most bullish?' };
  check({ title: 'Morning screen', spec }, 'Morning screen - Who is most bullish');
  check({ spec }, 'morning - Who is most bullish');
  const lines = { title: { text: ['Warm', 'or cold'], subtitle: 'By week' } };
  check({ title: 'Morning screen', spec: lines }, 'Morning screen - Warm or cold');
});

test('what has no title of its own is named after its cell', () => {
  check({ title: 'Morning screen' }, 'Morning screen - cell 3');
  check({ title: 'Morning screen', part: 'chart', spec: {} }, 'Morning screen - cell 3 - chart');
  check({ cell: undefined, part: 'chart' }, 'morning - chart');
});

test('a title is a name that every file system takes', () => {
  check({ title: 'a/b\\c: "d" <e>|f?*' }, 'a b c d e f - cell 3');
  check({ title: '../..' }, 'morning - cell 3');
  check({ title: ' . ' }, 'morning - cell 3');
  check({ title: 'NUL' }, 'morning - cell 3');
  check({ title: 'line\nbreak\u202e' }, 'line break - cell 3');
  check({ title: 'é'.repeat(300) }, `${'é'.repeat(100)} - cell 3`);
  check({ title: '…', file: '.signals' }, '… - cell 3');
  check({ file: '.signals' }, 'result - cell 3');
});
