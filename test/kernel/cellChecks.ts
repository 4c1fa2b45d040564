/** What a cell of a test is checked for. */

import assert from 'node:assert/strict';
import type { TestSession } from './openSession';

/** `check(text, rows)`: the rows of the cell's last result. */
export type CheckRows = (text: string, rows: unknown) => Promise<void>;

/** `fails(text, code, message, place?)`: the cell's error, and its line and column. */
export type CheckError = (
  ...given: [text: string, code: string, message: RegExp, place?: [number, number]]
) => Promise<void>;

/** @param kernel The session of the test file, once it is open. */
export function cellChecks(kernel: () => TestSession): { check: CheckRows; fails: CheckError } {
  return {
    check: async (text, rows) => {
      const { table, error } = await kernel().run(text);
      assert.equal(error, null, text);
      assert.deepEqual(table?.rows, rows, text);
    },
    fails: async (text, code, message, place) => {
      const { status, error } = await kernel().run(text);
      assert.equal(status, 'error', text);
      assert.equal(error?.code, code, text);
      assert.match(error?.message ?? '', message, text);
      if (place) {
        assert.deepEqual(error?.at, { line: place[0], column: place[1] }, text);
      }
    },
  };
}
