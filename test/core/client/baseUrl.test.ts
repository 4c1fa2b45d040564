import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkBaseUrl, connectionOrigins } from '../../../src/core/client/baseUrl';
import { parseHttpUrl, resolveLocation } from '../../../src/core/client/httpUrl';
import fc from '../../support/properties';

test('https is welcome anywhere, http on this computer alone', () => {
  const check = (text: string, expected: string | RegExp) => {
    const result = checkBaseUrl(text);
    if (typeof expected === 'string') {
      assert.deepEqual(result.ok && result.url, expected, text);
    } else {
      assert.match(result.ok ? 'accepted' : result.problem, expected, text);
    }
  };
  check('https://api.example', 'https://api.example');
  check(' HTTPS://API.example:443/v1/r2/v2/api/ ', 'https://api.example/v1/r2/v2/api');
  check('https://api.example/a?#part', 'https://api.example/a');
  check('http://localhost:8080/q', 'http://localhost:8080/q');
  check('http://127.3.2.1:80', 'http://127.3.2.1');
  check('http://[::1]:9/q', 'http://[::1]:9/q');
  check('http://api.example', /begin with https/);
  check('http://127.0.0.1.evil.example', /begin with https/);
  check('http://localhost.evil.example', /begin with https/);
  check('http://10.0.0.1', /begin with https/);
  check('https://user:secret@api.example', /user name/);
  check('http://localhost:80@evil.example/', /user name/);
  check('https://api.example/?key=1', /query/);
  check('https://api.example/a/../b', /segments/);
  check('https://api.example/a/%2E%2e', /segments/);
  check('https://api.example\\@evil.example', /user name/);
  check('https://api.example\\evil.example', /https:\/\/host/);
  check('http://2130706433', /https:\/\/host/);
  check('http://127.1', /https:\/\/host/);
  check('http://127.0.0.010', /https:\/\/host/);
  check('https://api.example /a', /https:\/\/host/);
  check('https://api\u0000.example', /https:\/\/host/);
  check('https://münchen.example', /ASCII/);
  check('https://api.example:99999', /https:\/\/host/);
  check('ftp://api.example', /https:\/\/host/);
  check('api.example', /https:\/\/host/);
  check('', /empty/);
});

test('the origins of a connection are those of its two bases', () => {
  const connection = {
    name: 'x',
    quantUrl: 'https://a.example/q',
    dataUrl: 'https://b.example:8443/d',
    synthetic: false,
  };
  assert.deepEqual(connectionOrigins(connection), ['https://a.example', 'https://b.example:8443']);
  const same = { ...connection, dataUrl: 'https://a.example:443/d' };
  assert.deepEqual(connectionOrigins(same), ['https://a.example']);
});

test('an address that is read has the origin that fetch will connect to', () => {
  const piece = fc.constantFrom(
    ...[
      'http:',
      'https:',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '80',
      'a.example',
      'b',
      '[::1]',
      '?',
      '#',
      '.',
      '%2f',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), fc.boolean(), (pieces, isAbsolute) => {
      const text = `${isAbsolute ? 'https://' : ''}${pieces.join('')}`;
      const url = parseHttpUrl(text);
      if (url && URL.canParse(text)) {
        assert.equal(url.origin, new URL(text).origin, text);
      }
    }),
    { numRuns: 800 },
  );
});

test('a location is resolved as fetch would, or not at all', () => {
  const base = 'https://a.example/q/signal/x?y=1';
  const check = (location: string, expected: string | undefined) =>
    assert.equal(resolveLocation(base, location), expected, location);
  check('https://b.example/z', 'https://b.example/z');
  check('/z?k=1#part', 'https://a.example/z?k=1');
  check('//b.example/z', 'https://b.example/z');
  check('z', 'https://a.example/q/signal/z');
  check('../z', 'https://a.example/q/signal/../z');
  check('?k=2', 'https://a.example/q/signal/x?k=2');
  check('', base);
  check('javascript:alert(1)', undefined);
  check('https:b.example', undefined);
  check('https://user@b.example/', undefined);
  check('/\\b.example/', undefined);
  check('///b.example/', undefined);
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), location => {
      const resolved = resolveLocation(base, location);
      if (resolved !== undefined) {
        assert.equal(new URL(resolved).href, new URL(location, base).href);
      }
    }),
  );
});
