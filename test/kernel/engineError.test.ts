import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComposedText } from '../../src/core/sql/composedText';
import { engineFailure } from '../../src/kernel/engine/cellFailure';
import { engineErrorOf } from '../../src/kernel/engine/engineError';

test('a full disk has a sentence that says what to do, without the path of a file', () => {
  const file = '/tmp/kernel/results-1.duckdb';
  const messages = [
    `IO Error: Could not write file "${file}": No space left on device`,
    JSON.stringify({
      exception_type: 'TransactionContext',
      exception_message: `Failed to commit: Could not write file "${file}": No space left on device`,
    }),
    `ENOSPC: no space left on device, write '${file}'`,
    `IO Error: Could not write file "${file}": There is not enough space on the disk.`,
  ];
  for (const message of messages) {
    const engine = engineErrorOf(new Error(message));
    assert.match(engine.message, /^The disk .* is full\. Free some space on it, or restart/);
    assert.ok(!engine.message.includes(file));
    const failure = engineFailure(new Error(message), new ComposedText(), 0);
    assert.equal(failure.message, engine.message);
  }
  const other = engineErrorOf(new Error(`IO Error: Could not read file "${file}": no such file`));
  assert.doesNotMatch(other.message, /disk/);
});

test('an extension that is not there is not advised to be installed, which is refused', () => {
  const check = (type: string, message: string, expected: string): void => {
    const advice = 'Please try installing and loading the httpfs extension:\nINSTALL httpfs;';
    const engine = { exception_type: type, exception_message: `${message}\n\n${advice}` };
    const failure = engineFailure(new Error(JSON.stringify(engine)), new ComposedText(), 0);
    const instead = 'save the data as CSV, Parquet or JSON, and read that file.';
    assert.equal(
      failure.message,
      `${expected} No extensions of DuckDB are loaded here: ${instead}`,
    );
  };
  const file = 'File https://example.test/a.csv requires the extension httpfs to be loaded';
  check('Missing Extension', file, `Missing Extension error: ${file}.`);
  const made =
    'Table Function with name "st_read" is not in the catalog, but it exists in the spatial extension.';
  check('Catalog', made, `Catalog error: ${made}`);
});
