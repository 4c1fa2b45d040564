import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBTimestampValue, TIMESTAMP } from '@duckdb/node-api';
import { valueOf } from '../../src/kernel/engine/values';
import fc from '../support/properties';

const written = (micros: bigint): string =>
  String(new DuckDBTimestampValue(micros)).replace(/^([\d-]+) (?=\d)/, '$1T');

test('a timestamp is written as DuckDB writes it, to the microsecond', () => {
  const check = (text: string, micros: bigint): void => {
    assert.equal(valueOf(new DuckDBTimestampValue(micros)), text);
    assert.equal(written(micros), text);
  };
  check('1970-01-01T00:00:00', 0n);
  check('2026-01-02T03:04:05.5', 1_767_323_045_500_000n);
  check('1969-12-31T23:59:59.999999', -1n);
  check('1000-01-01T00:00:00', BigInt(Date.UTC(1000, 0, 1)) * 1000n);
  check('0999-12-31T23:59:59.999999', BigInt(Date.UTC(1000, 0, 1)) * 1000n - 1n);
  check('9999-12-31T23:59:59.999999', BigInt(Date.UTC(10000, 0, 1)) * 1000n - 1n);
  assert.equal(valueOf(TIMESTAMP.max), String(TIMESTAMP.max).replace(' ', 'T'));
});

test('whatever the microsecond, the text is that of DuckDB', () => {
  const usual = fc.bigInt(-40_000_000_000_000_000n, 260_000_000_000_000_000n);
  const any = fc.bigInt(-9_223_372_022_400_000_000n, 9_223_372_036_854_775_806n);
  fc.assert(
    fc.property(fc.oneof(usual, any), micros => {
      assert.equal(valueOf(new DuckDBTimestampValue(micros)), written(micros));
    }),
    { numRuns: 2000 },
  );
});
