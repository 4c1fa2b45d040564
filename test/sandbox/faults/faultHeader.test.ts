import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultNames, parseFaults } from '../../../src/sandbox/sandbox';
import type { Fault } from '../../../src/sandbox/sandbox';

function check(text: string, expected: Fault[]): void {
  assert.deepEqual(parseFaults(text), expected, text);
}

test('a header names faults with their arguments', () => {
  check('', []);
  check('nan', [{ kind: 'nan' }]);
  check('latency(200, 50); gzip', [
    { kind: 'latency', ms: 200, jitterMs: 50 },
    { kind: 'encoding', encoding: 'gzip' },
  ]);
  check('429(5)', [{ kind: '429', retryAfter: { seconds: 5, form: 'seconds' } }]);
  check('503(9,date)', [{ kind: '503', retryAfter: { seconds: 9, form: 'date' } }]);
  check('truncate(40,wrong)', [{ kind: 'truncate', atByte: 40, length: 'wrong' }]);
  check('redirect(307)', [{ kind: 'redirect', status: 307, to: 'same' }]);
  check('redirect(301,https://elsewhere.invalid/x)', [
    { kind: 'redirect', status: 301, to: 'https://elsewhere.invalid/x' },
  ]);
  check('422(problem)', [{ kind: '422', shape: 'problem' }]);
  check('partialList(3)', [{ kind: 'partialList', count: 3 }]);
});

test('every fault can be named without arguments', () => {
  for (const name of faultNames) {
    assert.equal(parseFaults(name).length, 1, name);
  }
  assert.equal(faultNames.length, 36);
});

test('a text that names no fault is an error that lists them', () => {
  for (const text of [
    'nonsense',
    'latency(soon)',
    '422(xml)',
    'redirect(303)',
    'toString',
    'nan()x',
  ]) {
    assert.throws(() => parseFaults(text), RangeError, text);
  }
});
