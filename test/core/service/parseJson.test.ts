import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from '../../../src/core/service/parseJson';
import { ServiceError } from '../../../src/core/service/serviceError';
import fc from '../../support/properties';

function fails(text: string, expected: RegExp): void {
  assert.throws(
    () => parseJson(text, 'events_ts'),
    (error: unknown) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.kind, 'malformed');
      assert.match(error.message, expected);
      return true;
    },
  );
}

test('any JSON is its value, without notes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const text = JSON.stringify(value);
      assert.deepEqual(parseJson(text), { value: JSON.parse(text) as unknown, notes: [] });
    }),
  );
});

test('a byte order mark is skipped', () => {
  assert.deepEqual(parseJson('\uFEFF{"a":1}').value, { a: 1 });
  assert.deepEqual(parseJson('\uFEFF[NaN]').value, [null]);
});

test('NaN and Infinity are read as null, and the note says where', () => {
  const { value, notes } = parseJson('{"a": NaN, "b": [-Infinity,Infinity, 1]}', 'events_ts');
  assert.deepEqual(value, { a: null, b: [null, null, 1] });
  assert.deepEqual(notes, [
    'The answer to events_ts holds non-standard JSON (NaN) at character 7; 3 values were read as null.',
  ]);
});

test('NaN inside a text stays text', () => {
  const { value } = parseJson('["NaN \\"NaN\\" \\\\", NaN, "Infinity"]');
  assert.deepEqual(value, ['NaN "NaN" \\', null, 'Infinity']);
});

test('an empty body says so', () => {
  fails('', /The answer to events_ts is empty\./);
  fails(' \r\n', /is empty/);
  fails('\uFEFF', /is empty/);
});

test('a login page is told from JSON', () => {
  fails('<!DOCTYPE html><title>Sign in</title>', /web page, not JSON: perhaps the login page/);
  fails('\n<html>', /web page/);
});

test('an answer that breaks off says so', () => {
  fails('{"events_ts": [{"date": "2024-03-05"', /breaks off after 36 characters/);
  fails('{"events_ts": [{"date": "2024-0', /breaks off/);
  fails('{"a": NaN', /breaks off/);
  fails('["ends in an escape \\', /breaks off/);
});

test('a text that is no JSON is shown in the message', () => {
  fails('Service Unavailable', /is not JSON: .*S/);
  fails('{"a": 1}}', /is not JSON/);
  fails('{"a": NaN,}', /non-standard JSON \(NaN\) at character 7 and is not JSON otherwise/);
});

test('the message names the service where it is not told what was asked', () => {
  assert.throws(() => parseJson(''), /The answer of the service is empty/);
});
