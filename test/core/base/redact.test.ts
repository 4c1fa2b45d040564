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

test('nor is it in an address or in base64, whatever is encoded before it', () => {
  check('GET /echo?h=Bearer%20abc.def', 'GET /echo?h=Bearer [redacted]');
  for (const scheme of ['Bearer', 'bearer', 'Basic', 'basic']) {
    for (const before of ['', 'x', 'xy', 'authorization: ']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${scheme} s3cret??>>token`).toString(encoding);
        const kept = redact(`echo ${text} end`);
        assert.match(kept, /^echo \S*\[redacted\] end$/, text);
        assert.ok(!Buffer.from(kept.slice(5, -4), 'base64').toString().includes('s3'), kept);
      }
    }
  }
  const jwt = Buffer.from('eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln').toString('base64');
  check(`token ${jwt}!`, 'token [redacted]!');
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
