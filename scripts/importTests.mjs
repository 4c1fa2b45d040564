/** Imports the bundled test files that its arguments name, so that one process runs them all. */
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  try {
    await import(pathToFileURL(file).href);
  } catch (error) {
    // Node's test runner would end with 1 and not print why, where tests of another file ran before.
    test(`${path.relative('.', file)} is loaded`, () => {
      throw error;
    });
  }
}
