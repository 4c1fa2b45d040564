import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanToken, redact, tokenExpiry } from '../../../src/core/client/token';
import fc from '../../support/properties';

test('a pasted token loses what surrounds it', () => {
  const check = (pasted: string, token: string) =>
    assert.deepEqual(cleanToken(pasted), { ok: true, token }, pasted);
  check('abc', 'abc');
  check('  abc\r\n', 'abc');
  check('Bearer abc', 'abc');
  check('\tbearer   abc ', 'abc');
  check('Authorization: Bearer abc', 'abc');
  check('Bearerabc', 'Bearerabc');
});

test('a token that no header can hold is refused without being quoted', () => {
  const check = (pasted: string, problem: RegExp) => {
    const result = cleanToken(pasted);
    assert.ok(!result.ok, pasted);
    assert.match(result.problem, problem);
    assert.ok(!result.problem.includes('canary'));
  };
  check('', /empty/);
  check(' Bearer ', /empty/);
  check('canary canary', /white space/);
  check('canary\ncanary', /white space/);
  check('canary\u00a0canary', /white space/);
  check('canaryé', /character/);
  check('canary\u0000', /character/);
  check('canary\u200b', /character/);
});

test('every accepted token can be put into a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), pasted => {
      const result = cleanToken(pasted);
      if (result.ok) {
        assert.equal(
          new Headers({ Authorization: `Bearer ${result.token}` }).get('authorization'),
          `Bearer ${result.token}`,
        );
      }
    }),
  );
});

test('the expiry of a JSON Web Token is read, and nothing is asked of other tokens', () => {
  const jwt = (claims: string) => `eyJ9.${Buffer.from(claims).toString('base64url')}.sig`;
  const check = (token: string, expected: number | null) =>
    assert.equal(tokenExpiry(token), expected, token);
  check(jwt('{"sub":"Zoë 東京","exp":1700000000}'), 1_700_000_000_000);
  check(jwt('{"exp":1700000000.5}'), 1_700_000_000_500);
  check(jwt('{"exp":"soon"}'), null);
  check(jwt('{"sub":"x"}'), null);
  check(jwt('[1]'), null);
  check(jwt('null'), null);
  check('opaque', null);
  check('a.b.c', null);
  check('a.é.c', null);
  check('', null);
});

test('the payload of any JSON Web Token is decoded as Node decodes it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.string(), (exp, sub) => {
      const payload = Buffer.from(JSON.stringify({ sub, exp })).toString('base64url');
      assert.equal(tokenExpiry(`h.${payload}.s`), exp * 1000);
    }),
  );
});

test('redaction takes out every occurrence, the percent-encoded one too', () => {
  assert.equal(redact('a s3cr+t b s3cr%2Bt c', 's3cr+t'), 'a [token] b [token] c');
  assert.equal(redact('nothing', undefined), 'nothing');
  assert.equal(redact('nothing', ''), 'nothing');
});
