import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readErrorOutput, readHostMessage, readResultOutput } from '../../../src/view/payload';
import { errorOutput, lineChart, overlayTable, resultOutput } from '../browser/outputs';

test('outputs as the kernel makes them are read as they are', () => {
  const result = resultOutput({ table: overlayTable(500), chart: lineChart(2), notes: ['a'] });
  assert.deepEqual(readResultOutput(result), result);
  const error = errorOutput({ at: { line: 1, column: 2 } });
  assert.deepEqual(readErrorOutput(error), error);
});

test('what is not ours is not read', () => {
  const result = resultOutput();
  const table = overlayTable(1);
  const strangers: unknown[] = [
    undefined,
    null,
    'text',
    [],
    {},
    { ...result, version: 2 },
    { ...result, notes: [1] },
    { ...result, table: { ...table, rowCount: -1 } },
    { ...result, table: { ...table, rowCount: 1.5 } },
    { ...result, table: { ...table, rows: [1] } },
    { ...result, provenance: null },
  ];
  for (const stranger of strangers) {
    assert.equal(readResultOutput(stranger), undefined, JSON.stringify(stranger));
  }
  assert.equal(readErrorOutput({ ...errorOutput(), actions: ['runCommand'] }), undefined);
});

test('sizes beyond ours are not read', () => {
  const result = resultOutput();
  const column = { name: 'a', type: 'VARCHAR' };
  const wide = { id: 'x', columns: new Array<unknown>(5001).fill(column), rowCount: 0, rows: [] };
  assert.equal(readResultOutput({ ...result, table: wide }), undefined);
  const long = { id: 'x', columns: [column], rowCount: 1, rows: [['x'.repeat(200_001)]] };
  assert.equal(readResultOutput({ ...result, table: long }), undefined);
  let deep: unknown = 1;
  for (let level = 0; level < 10_000; level++) {
    deep = [deep];
  }
  const nested = { id: 'x', columns: [column], rowCount: 1, rows: [[deep]] };
  assert.equal(readResultOutput({ ...result, table: nested }), undefined);
});

test('no JSON makes the readers throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      readResultOutput(value);
      readErrorOutput(value);
      readHostMessage(value);
      readResultOutput({ ...resultOutput(), table: value, chart: value });
    }),
  );
});
