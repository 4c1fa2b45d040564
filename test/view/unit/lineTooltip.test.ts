import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf, lineTooltip } from '../../../src/view/chart/lineTooltip';

test('a tooltip writes negative numbers with the minus sign of axes, and days without a time', () => {
  const value = { a: -0.5, b: '-1,234.5', c: '-1e-7', d: '2026-01-02 00:00:00', e: '-key', f: '-' };
  assert.deepEqual(
    entriesOf(value).map(({ text }) => text),
    ['−0.5', '−1,234.5', '−1e-7', '2026-01-02', '-key', '-'],
  );
});

test('a tooltip writes numbers whole, without the digits of binary rounding', () => {
  const texts = (value: unknown): string[] => entriesOf(value).map(({ text }) => text);
  const sums = { a: 0.1 + 0.2, b: -1.1 * 3, c: 1 / 3, d: 1234567.891, e: 1e-9 / 3 };
  assert.deepEqual(texts(sums), [
    ...['0.3', '−3.3', '0.333333333333333', '1234567.891', '3.33333333333333e-10'],
  ]);
  assert.deepEqual(texts({ a: 9007199254740991, b: '0.30000000000000004' }), [
    ...['9007199254740991', '0.30000000000000004'],
  ]);
});

test('lines are told apart by fractions too', () => {
  const share = 0.1 + 0.2;
  const rows = [share, 0.5].map(series => ({
    value: { Day: '2026-01-02', Share: series, Score: series * 2 },
    ...{ colour: 'blue', series: [series], isNearest: false },
  }));
  assert.deepEqual(
    lineTooltip(rows).series.map(({ name, text }) => `${name}: ${text}`),
    ['0.3: 0.6', '0.5: 1'],
  );
});

test('an empty text is named in a tooltip, and a tooltip without a text is none', () => {
  assert.deepEqual(entriesOf({ g: '', n: 3 }), [
    { name: 'g', text: '(empty)' },
    { name: 'n', text: '3' },
  ]);
  assert.deepEqual(entriesOf(''), []);
});
