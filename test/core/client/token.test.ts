import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanToken, redact, tokenExpiry } from '../../../src/core/client/token';
import fc from '../../support/properties';
import { assertProportional } from '../../support/growth';

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

test('redaction takes out a token that an answer escapes', () => {
  const token = 's3cr/t"&+%x';
  for (const escaped of [
    JSON.stringify(token).slice(1, -1),
    JSON.stringify(token).slice(1, -1).replace('/', '\\/'),
    's3cr%2ft%22%26%2b%25x',
    's3cr/t&quot;&amp;+%x',
    's3cr&#47;t&#x22;&#38;&#x2B;%x',
    [...token].map(each => `\\u00${each.charCodeAt(0).toString(16)}`).join(''),
  ]) {
    assert.equal(redact(`<${escaped}>`, token), '<[token]>', escaped);
  }
});

test('redaction takes out the token in base64, whatever is encoded before and behind it', () => {
  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
    minLength: 6,
    maxLength: 60,
  });
  const around = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
  fc.assert(
    fc.property(visible, around, around, (token, before, behind) => {
      const bytes = Buffer.from(before + token + behind);
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = bytes.toString(encoding);
        for (const text of [encoded, encodeURIComponent(encoded), encoded.replaceAll('/', '\\/')]) {
          const kept = redact(`refused ${text}`, token);
          assert.ok(kept.includes('[token]'), text);
          const left = kept.length - 'refused [token]'.length;
          assert.ok(left <= 3 * Math.ceil(((before.length + behind.length) * 4) / 3) + 12, kept);
        }
      }
    }),
  );
});

test('the base64 of an authorization header loses the token whole', () => {
  const token = 'opaque-t0ken';
  assert.equal(redact(Buffer.from(token).toString('base64'), token), '[token]');
  const header = Buffer.from(`Bearer ${token}`).toString('base64');
  assert.equal(redact(`got ${header} there`, token), 'got QmVhcmVyI[token] there');
});

test('redaction takes out a token of any length and of any characters', () => {
  const long = `eyJ${'aB3-_x'.repeat(2000)}`;
  const encoded = Buffer.from(`x${long}`).toString('base64');
  assert.equal(redact(`a ${long} b ${encoded}`, long), 'a [token] b e[token]');
  assert.equal(redact('(((? [a-z](((? %28((%3f', '(((?'), '[token] [a-z][token] [token]');
});

test('redaction takes out a token that is escaped more than once', () => {
  const token = 's3cr/t"&+%x';
  const escapes: ((text: string) => string)[] = [
    encodeURIComponent,
    text => JSON.stringify(text).slice(1, -1),
    text => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  ];
  for (const first of escapes) {
    for (const second of escapes) {
      for (const third of escapes) {
        const text = third(second(first(token)));
        assert.equal(redact(`<${text}>`, token), '<[token]>', text);
      }
    }
  }
  assert.equal(redact('got s3cr%252Ft-and-more', 's3cr/t-and-more'), 'got [token]');
  assert.equal(redact('got ab/cdef', 'ab%2Fcdef'), 'got [token]');
  assert.equal(redact('got ab%252fcdef', 'ab%2Fcdef'), 'got [token]');
});

test('redaction takes out a token in hexadecimal', () => {
  const token = 'opaque-t0ken';
  const hex = Buffer.from(token).toString('hex');
  for (const text of [
    hex,
    hex.toUpperCase(),
    hex.replace(/..(?=.)/g, '$&:'),
    hex.replace(/..(?=.)/g, '$& '),
    hex.replace(/../g, String.raw`\x$&`),
  ]) {
    assert.equal(redact(`<${text}>`, token), '<[token]>', text);
  }
  assert.equal(redact(Buffer.from(`x${token}y`).toString('hex'), token), '78[token]79');
});

test('redaction takes out a token in base64 with line breaks, escaped or not', () => {
  const token = 'an-opaque-token-that-is-longer-than-a-line-of-the-encoding-is???>>>';
  for (const before of ['', 'x', 'xy']) {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${token}`).toString(encoding);
      for (const lineBreak of ['\n', '\r\n', '\r\n  ']) {
        const lines = text.replace(/.{16}(?=.)/g, `$&${lineBreak}`);
        for (const echoed of [lines, JSON.stringify(lines), encodeURIComponent(lines)]) {
          const kept = redact(`got ${echoed} there`, token);
          assert.match(kept, /^got \S{0,4}\[token\]\S? there$/, echoed);
        }
      }
    }
  }
});

test('redaction takes time in proportion to the text, whatever the text is', () => {
  const token = `${'a'.repeat(4000)}b`;
  for (const unit of ['a', '%25', '%2525252525', '&amp;', 'YWFh', '61', '\\\\', 'aaaa\n']) {
    const redacted = (length: number): string => redact(unit.repeat(length / unit.length), token);
    assertProportional(redacted, 16_384);
  }
});
