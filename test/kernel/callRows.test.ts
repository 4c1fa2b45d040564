import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { CellValue, Column } from '../../src/core/service/columns';
import { createCallTable } from '../../src/kernel/fetch/callRows';
import { SerialConnection } from '../../src/kernel/engine/serialConnection';
import fc from '../support/properties';

const columns: readonly Column[] = [
  { name: 'entity', type: 'VARCHAR', doc: '' },
  { name: 'date', type: 'DATE', doc: '' },
  { name: 'score', type: 'DOUBLE', doc: '' },
  { name: 'Own "name"', type: 'VARCHAR', doc: '' },
  { name: 'series', type: 'BIGINT', doc: '' },
];
const pointColumns = ['date', 'score'];

const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.option(value, { freq: 3 });
const row = fc.tuple(
  seldom(fc.constantFrom('company:a', 'company:b', 'é漢😀')),
  seldom(fc.integer({ min: -10_000, max: 40_000 })),
  seldom(fc.double({ noNaN: true, noDefaultInfinity: true })),
  seldom(fc.constantFrom('x', '', 'it\'s "so"')),
  seldom(fc.maxSafeInteger()),
);

test('the rows of a call are those of its answers, in their order, whether or not they are points of series', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = new SerialConnection(await instance.connect());
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row, { maxLength: 8 }), { maxLength: 4 }),
      fc.constantFrom(undefined, pointColumns),
      async (answers, points) => {
        const schema = `call ${number++}`;
        const shape = { schema, table: 'rows', columns, pointColumns: points };
        const rows = createCallTable(connection, shape);
        for (const answer of answers) {
          const values = columns.map((_, at) => answer.map(each => each[at] as CellValue));
          await rows.append({ columns, rowCount: answer.length, values });
        }
        await rows.end();
        const stored = await connection.runAndReadAll(
          `SELECT * REPLACE ((date - DATE '1970-01-01')::INTEGER AS date, series::DOUBLE AS series) FROM "${schema}".rows`,
        );
        const expected = answers.flat();
        assert.deepEqual(stored.getRows(), expected);
      },
    ),
    { numRuns: 60 },
  );
  instance.closeSync();
});
