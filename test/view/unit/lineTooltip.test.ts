import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf } from '../../../src/view/chart/lineTooltip';

test('a tooltip writes negative numbers with the minus sign of axes, and days without a time', () => {
  const value = { a: -0.5, b: '-1,234.5', c: '-1e-7', d: '2026-01-02 00:00:00', e: '-key', f: '-' };
  assert.deepEqual(
    entriesOf(value).map(({ text }) => text),
    ['−0.5', '−1,234.5', '−1e-7', '2026-01-02', '-key', '-'],
  );
});
