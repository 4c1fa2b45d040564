import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnSummary } from '../../../src/core/protocol/columnSummary';
import { endNumbers, factNumbers } from '../../../src/view/table/factNumbers';
import { rangeTexts } from '../../../src/view/table/tableOverview';

/**
 * The least value, the lower quartile, median, mean, upper quartile, the greatest value and the standard deviation of a
 * column, as its facts show them.
 */
function check(column: string, facts: readonly number[], expected: string): void {
  const [name = '', type = ''] = column.split(' ');
  const [least, lowerQuartile = 0, median = 0, mean = 0, upperQuartile = 0, greatest, deviation] =
    facts;
  const summary: ColumnSummary = {
    ...{ name, type, rowCount: 9, nullCount: 0, distinctCount: 9, isApproximate: false },
    least: String(least),
    greatest: String(greatest),
    moments: {
      ...{ isApproximate: false, lowerQuartile, median, mean, upperQuartile },
      standardDeviation: deviation ?? null,
    },
    bins: [],
    tops: [],
  };
  const text = factNumbers(summary);
  const [first, ...others] = facts;
  const last = others.splice(4, 1)[0];
  assert.equal(
    [
      text(String(first)),
      ...others.splice(0, 4).map(text),
      text(String(last)),
      ...others.map(text),
    ].join(' '),
    expected,
  );
}

test('the facts of a column have one number of decimals, by its spread', () => {
  check(
    'score DOUBLE',
    [-3.876504658, -2.6925, 0.12, 0.1234567, 2.958, 4.12341858, 2.8307],
    '−3.877 −2.692 0.120 0.123 2.958 4.123 2.831',
  );
  check(
    'return DOUBLE',
    [-0.21, -0.0123456, 0.0001234, 0.0005, 0.0131, 0.25, 0.0213],
    '−0.21000 −0.01235 0.00012 0.00050 0.01310 0.25000 0.02130',
  );
  check(
    'volume BIGINT',
    [-1200, 25_000.25, 50_000, 1_234_567.891, 75_000, 98_765_432, 432_100.5],
    '−1,200 25,000 50,000 1,234,568 75,000 98,765,432 432,101',
  );
});

test('the facts of a column of very small numbers all have an exponent', () => {
  check(
    'tiny DOUBLE',
    [-9.9e-7, -5.04e-7, 1.3225e-7, 2.781e-9, 5.05e-7, 9.9e-7, 5.7e-7],
    '−9.900e−7 −5.040e−7 1.323e−7 2.781e−9 5.050e−7 9.900e−7 5.700e−7',
  );
});

test('the facts of a column have no more decimals than they need', () => {
  check('rank BIGINT', [1, 2, 3, 3, 4, 5, 2], '1 2 3 3 4 5 2');
  check(
    'rank BIGINT',
    [1, 2, 2.5, 2.5, 3, 4, 1.2909944],
    '1.000 2.000 2.500 2.500 3.000 4.000 1.291',
  );
  check('constant DOUBLE', [0, 0, 0, 0, 0, 0, 0], '0 0 0 0 0 0 0');
});

test('years are not grouped', () => {
  check('year BIGINT', [2020, 2021, 2022, 2022, 2024, 2026, 2], '2020 2021 2022 2022 2024 2026 2');
});

test('a number that would be shown as zero has an exponent, and an exact text keeps its digits', () => {
  check(
    'part DOUBLE',
    [-1e-9, 2e-9, 3e-9, 3.123456e-9, 4e-9, 5e-9, 1e-9],
    '−1.000e−9 2.000e−9 3.000e−9 3.123e−9 4.000e−9 5.000e−9 1.000e−9',
  );
  const summary: ColumnSummary = {
    ...{ name: 'n', type: 'HUGEINT', rowCount: 9, nullCount: 0, distinctCount: 9 },
    ...{ isApproximate: false, least: '0', greatest: '0', moments: null, bins: [], tops: [] },
  };
  const text = factNumbers(summary);
  assert.equal(text('-12345678901234567890'), '−12,345,678,901,234,567,890');
  assert.equal(text('nan'), 'nan');
  assert.equal(text('-inf'), '-inf');
});

/** The summary of a column whose mean and deviation have many decimals. */
function spread(column: string, least: string, greatest: string, deviation: number): ColumnSummary {
  const [name = '', type = ''] = column.split(' ');
  const [lowerQuartile, median, mean, upperQuartile] = [1.5, 2.25, 2.123456, 3.5];
  return {
    ...{ name, type, rowCount: 9, nullCount: 0, distinctCount: 9, isApproximate: false },
    ...{ least, greatest, bins: [], tops: [] },
    moments: {
      ...{ isApproximate: false, lowerQuartile, median, mean, upperQuartile },
      standardDeviation: deviation,
    },
  };
}

test('the least and the greatest value have their own decimals, and none if they are whole', () => {
  const ends = (...facts: Parameters<typeof spread>): string => {
    const summary = spread(...facts);
    const text = endNumbers(summary);
    return [summary.least, summary.greatest].map(end => text(end ?? '')).join(' ');
  };
  assert.equal(ends('n BIGINT', '0', '299', 86.746757), '0 299');
  assert.equal(ends('year BIGINT', '2020', '2026', 2.160247), '2020 2026');
  assert.equal(ends('price DOUBLE', '100.123456', '101.5', 0.5), '100.1235 101.5000');
});

test('a range has the digits of its ends: all of a year, and no compact form of what is not finite', () => {
  assert.deepEqual(rangeTexts(spread('year BIGINT', '2020', '2026', 2.160247)), [
    '2020 to 2026',
    '2020…2026',
  ]);
  assert.equal(rangeTexts(spread('n BIGINT', '0', '299', 86.746757))[0], '0 to 299');
  const open = rangeTexts(spread('v DOUBLE', '1500.5', 'inf', 0.5));
  assert.deepEqual(open.slice(0, 3), ['1,500.5 to inf', '1.5k to inf', '1.5k to inf']);
  const small = rangeTexts(spread('v DOUBLE', '-9.9e-7', '9.9e-7', 5e-7));
  assert.equal(
    small.find(text => /(^|\s|−)0($|\s|…)/.test(text)),
    undefined,
    small.join('; '),
  );
});
