import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { operatorWords, reservedWords } from '../../src/core/sql/keywordCase';

test('the words whose case says nothing are those that DuckDB lets no column have', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const words = async (category: string): Promise<string[]> =>
    (
      await connection.runAndReadAll(
        `SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category = '${category}' ORDER BY ALL`,
      )
    )
      .getRowsJson()
      .map(([word]) => String(word));
  assert.deepEqual([...reservedWords].sort(), await words('reserved'));
  const operators = await words('type_function');
  assert.deepEqual(
    [...operatorWords].filter(word => !operators.includes(word)),
    [],
  );
});
