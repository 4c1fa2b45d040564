import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bodyForm, readBody } from '../../../src/core/client/body';
import type { BodyForm } from '../../../src/core/client/body';
import { headerNotes } from '../../../src/core/client/headerNotes';
import { TransportError } from '../../../src/core/client/ports';
import { shownText } from '../../../src/core/client/shownText';
import { decodeUtf8 } from '../../../src/core/client/utf8';
import fc from '../../support/properties';

test('the first and the last byte tell what an answer is', () => {
  const check = (text: string, expected: BodyForm) =>
    assert.equal(bodyForm(new TextEncoder().encode(text)), expected, text);
  check('{"entries":[]}', 'json');
  check(' \r\n[] \n', 'json');
  check('\ufeff{"a":NaN}', 'json');
  check('', 'empty');
  check('\ufeff \n', 'empty');
  check('<!doctype html><title>Log in</title>', 'html');
  check('\n <html>', 'html');
  check('{"entries":[{"a":', 'cutOff');
  check('{', 'cutOff');
  check('[}', 'cutOff');
  check('OK', 'other');
  check('"text"', 'other');
});

function response(parts: readonly string[], headers: Record<string, string> = {}) {
  let delivered = 0;
  async function* body() {
    for (const part of parts) {
      delivered++;
      yield new TextEncoder().encode(part);
    }
  }
  const wire = { status: 200, headers: new Map(Object.entries(headers)), body: body() };
  return { wire, delivered: () => delivered };
}

test('a body is read whole into a buffer of its own', async () => {
  const { bytes, isCutOff } = await readBody(response(['ab', '', 'c']).wire, { maxBytes: 3 });
  assert.equal(decodeUtf8(bytes), 'abc');
  assert.equal(bytes.buffer.byteLength, 3);
  assert.equal(isCutOff, false);
});

test('a body beyond the limit is cut off and not read further', async () => {
  const { wire, delivered } = response(['abc', 'def', 'ghi']);
  const { bytes, isCutOff } = await readBody(wire, { maxBytes: 4, keepsBeginning: true });
  assert.equal(decodeUtf8(bytes), 'abcd');
  assert.equal(isCutOff, true);
  assert.equal(delivered(), 2);
});

/** What is in use after the collector has run. */
function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a body of single bytes, each in a buffer of its own, takes little more than its length', async () => {
  const count = 50_000;
  let heldBytes = 0;
  async function* body(): AsyncGenerator<Uint8Array> {
    const before = usedBytes();
    for (let i = 0; i < count; i++) {
      yield Uint8Array.of(0x20);
    }
    heldBytes = usedBytes() - before;
  }
  const read = await readBody({ ...response([]).wire, body: body() }, { maxBytes: 2 * count });
  assert.equal(read.bytes.length, count);
  // Kept one by one, they would take some 200 bytes each.
  assert.ok(heldBytes < 40 * count, `${heldBytes} bytes`);
});

test('fewer bytes than announced are a broken answer, unless they were compressed', async () => {
  await assert.rejects(
    readBody(response(['ab'], { 'content-length': '3' }).wire, { maxBytes: 9 }),
    TransportError,
  );
  const compressed = { 'content-length': '3', 'content-encoding': 'gzip' };
  assert.equal(
    (await readBody(response(['ab'], compressed).wire, { maxBytes: 9 })).bytes.length,
    2,
  );
  const plain = { 'content-length': '2', 'content-encoding': 'identity' };
  assert.equal((await readBody(response(['ab'], plain).wire, { maxBytes: 9 })).bytes.length, 2);
});

test('bytes are decoded as the platform decodes them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      assert.equal(decodeUtf8(new TextEncoder().encode(text)), text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      const valid = !decodeUtf8(bytes).includes('\ufffd');
      const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
      assert.equal(valid, !whole.includes('\ufffd'));
    }),
  );
});

test('text of the service becomes one short line without anything invisible', () => {
  const check = (text: string, expected: string) => assert.equal(shownText(text, 8), expected);
  check('a\r\n\tb', 'a b');
  check('a\u202eb\u0007c.', 'a b c');
  check('123456789', '1234567…');
  check('😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀😀');
});

test('headers about the end of a version are worth a note each', () => {
  const headers = new Map([
    ['deprecation', 'true'],
    ['sunset', 'Sat, 31 Dec 2027 23:59:59 GMT'],
    ['warning', '299 - "old"'],
    ['etag', 'x'],
  ]);
  assert.deepEqual(headerNotes(headers), [
    'reports that it is deprecated: true',
    'reports when it will end: Sat, 31 Dec 2027 23:59:59 GMT',
    'warns: 299 - "old"',
  ]);
});
