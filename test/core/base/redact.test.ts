import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact } from '../../../src/core/base/redact';

function check(input: string, expected: string): void {
  assert.equal(redact(input), expected, input);
}

test('what follows an authorization scheme is not logged', () => {
  check('Authorization: Bearer abc.def', 'Authorization: Bearer [redacted]');
  check('{"authorization":"bearer s3cret","a":1}', '{"authorization":"bearer [redacted]","a":1}');
  check('Basic dXNlcjpwYXNz tail', 'Basic [redacted] tail');
});

test('a JSON Web Token is not logged, wherever it stands', () => {
  check('token=eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln!', 'token=[redacted]!');
});

test('credentials in an address are not logged', () => {
  check('GET https://user:pass@host/path', 'GET https://[redacted]@host/path');
  check('GET https://host/a@b', 'GET https://host/a@b');
});

test('control and direction characters cannot fake or hide a line of the log', () => {
  check('a\r\u001b[2Jb\u202ec', 'a  [2Jb c');
  check('a\n\tb', 'a\n\tb');
});

test('ordinary sentences stay as they are', () => {
  check('bullish_stocks answered 503', 'bullish_stocks answered 503');
});
