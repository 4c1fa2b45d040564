import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseParameterValue } from '../../../src/core/notebook/parameters';
import type { NotebookParameterType } from '../../../src/core/notebook/parameters';

function check(type: NotebookParameterType, text: string, expected: unknown): void {
  assert.equal(parseParameterValue(type, text), expected, `${type} ${text}`);
}

test('a typed value is of its parameter’s type or refused', () => {
  check('text', '', '');
  check('integer', '-12', -12);
  check('integer', '1.5', undefined);
  check('integer', '9007199254740993', undefined);
  check('number', '1e3', 1000);
  check('number', ' ', undefined);
  check('number', 'Infinity', undefined);
  check('boolean', 'true', true);
  check('boolean', 'false', false);
  check('boolean', 'yes', undefined);
  check('date', '2026-02-28', '2026-02-28');
  check('date', '2026-02-29', undefined);
});
