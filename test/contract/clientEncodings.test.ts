import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import * as zlib from 'node:zlib';
import { uncancellable } from '../../src/core/base/cancellation';
import { canary, clientOf, failureOf, overlay, serve, serveRaw } from './clientFixture';
import type { TestClientOptions } from './clientFixture';

const text = JSON.stringify({ entries: [...Array(5000).keys()] });
const gzipped = zlib.gzipSync(text);

/** Answers with the body under that label, and tells how often it did. */
async function answering(
  context: TestContext,
  [coding, body]: readonly [string, Buffer],
  options: TestClientOptions & { readonly status?: number } = {},
) {
  const server = await serve(context, (_, response) => {
    response.writeHead(options.status ?? 200, { 'content-encoding': coding }).end(body);
  });
  return { server, ...clientOf(server.origin, options) };
}

test('bodies in every known coding, and in up to five, are decoded', async context => {
  const check = async (coding: string, body: Buffer) => {
    const { client } = await answering(context, [coding, body]);
    const { bytes } = await client.ask(overlay, uncancellable);
    assert.equal(new TextDecoder().decode(bytes), text, coding);
  };
  await check('identity', Buffer.from(text));
  await check('gzip', gzipped);
  await check('X-GZip', gzipped);
  await check('deflate', zlib.deflateSync(text));
  await check('deflate', zlib.deflateRawSync(text));
  await check('br', zlib.brotliCompressSync(text));
  await check('gzip, br', zlib.brotliCompressSync(gzipped));
  await check('br, identity, deflate', zlib.deflateSync(zlib.brotliCompressSync(text)));
  const fiveTimes = Array.from({ length: 4 }).reduce<Buffer>(body => zlib.gzipSync(body), gzipped);
  await check('gzip, gzip, gzip, gzip, gzip', fiveTimes);
  const members = [text.slice(0, 9), text.slice(9)].map(part => zlib.gzipSync(part));
  await check('gzip', Buffer.concat(members));
});

test('a body of zstd is decoded where Node can, and told as unknown where it cannot', async context => {
  const compress = (zlib as { zstdCompressSync?: (text: string) => Buffer }).zstdCompressSync;
  const body = compress?.(text) ?? Buffer.from(text);
  const { client } = await answering(context, ['zstd', body]);
  if (!compress) {
    assert.match(
      (await failureOf(client, 'malformed')).message,
      /Content-Encoding is not supported/,
    );
    return;
  }
  assert.equal((await client.ask(overlay, uncancellable)).bytes.length, text.length);
  const cut = await answering(context, ['zstd', body.subarray(0, -5)]);
  await failureOf(cut.client, 'malformed');
});

test('a damaged body is an error at once, and never fewer rows', async context => {
  const wrongSum = Buffer.from(gzipped);
  wrongSum.writeUInt32LE(12_345, wrongSum.length - 8);
  const wrongLength = Buffer.from(gzipped);
  wrongLength.writeUInt32LE(12_345, wrongLength.length - 4);
  const brotli = zlib.brotliCompressSync(text);
  const garbage = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251));
  const damaged: readonly (readonly [string, string, Buffer, RegExp])[] = [
    ['no trailer', 'gzip', gzipped.subarray(0, -8), /gzip data end too early/],
    ['half a trailer', 'gzip', gzipped.subarray(0, -4), /gzip data end too early/],
    ['half a stream', 'gzip', gzipped.subarray(0, 300), /gzip data end too early/],
    ['a wrong checksum', 'gzip', wrongSum, /gzip data are damaged/],
    ['a wrong length', 'gzip', wrongLength, /gzip data are damaged/],
    ['no gzip at all', 'gzip', Buffer.from(text), /gzip data are damaged/],
    ['more behind it', 'gzip', Buffer.concat([gzipped, garbage]), /damaged|bytes follow/],
    ['zeros behind it', 'gzip', Buffer.concat([gzipped, Buffer.alloc(9)]), /bytes follow the end/],
    ['garbage', 'br', garbage, /br data (are damaged|end too early)/],
    ['half a stream', 'br', brotli.subarray(0, -3), /br data end too early/],
    ['more behind it', 'br', Buffer.concat([brotli, brotli]), /bytes follow the end of its br/],
    ['no brotli at all', 'br', Buffer.from(text), /br data/],
    ['no frame', 'deflate', Buffer.from(text), /deflate data|bytes follow/],
    ['half a stream', 'deflate', zlib.deflateSync(text).subarray(0, -2), /end too early/],
    ['the inner one', 'gzip, br', zlib.brotliCompressSync(wrongSum), /gzip data are damaged/],
    ['the outer one', 'br, gzip', zlib.gzipSync(brotli).subarray(0, -8), /gzip data end too early/],
    ['unknown', 'compress', gzipped, /Content-Encoding is not supported/],
  ];
  for (const [what, coding, body, expected] of damaged) {
    const { client, clock, server } = await answering(context, [coding, body]);
    const error = await failureOf(client, 'malformed');
    assert.match(error.message, expected, `${coding}: ${what}`);
    assert.match(
      error.message,
      /cannot be decoded: .*; run it again, and if that does not help, contact/,
    );
    assert.equal(server.requests.length, 1);
    assert.deepEqual(clock.waits, []);
  }
});

test('a body that is encoded six times is an error, whatever it holds', async context => {
  const six = Array(6).fill('gzip').join(', ');
  const { client, server } = await answering(context, [six, gzipped]);
  const { message } = await failureOf(client, 'malformed');
  assert.match(message, /it is encoded 6 times, but at most 5 encodings are supported/);
  await failureOf(client, 'malformed');
  assert.equal(server.requests.length, 2);
});

test('a coding that repeats the token is not quoted', async context => {
  const { client } = await answering(context, [canary, gzipped]);
  const { message } = await failureOf(client, 'malformed');
  assert.ok(!message.includes(canary));
});

test('a status says enough where its explanation cannot be decoded', async context => {
  const { client } = await answering(context, ['gzip', Buffer.from('no gzip')], { status: 422 });
  const error = await failureOf(client, 'rejected');
  assert.equal(error.detail.status, 422);
  const failing = await answering(context, ['br, br, br, br, br, br', gzipped], { status: 503 });
  await failureOf(failing.client, 'failing');
  assert.equal(failing.server.requests.length, 4);
});

test('an empty body has nothing to decode', async context => {
  const { client } = await answering(context, ['gzip', Buffer.alloc(0)]);
  assert.match((await failureOf(client, 'malformed')).message, /is empty/);
});

test('every form of a body has a limit, and what expands to nothing has it too', async context => {
  const emptyMember = zlib.gzipSync('');
  const nothing = zlib.gzipSync(Buffer.concat(Array<Buffer>(2 * 2 ** 20).fill(emptyMember)));
  const { client } = await answering(context, ['gzip, gzip', nothing]);
  const { message } = await failureOf(client, 'tooLarge');
  assert.match(message, /more than 32 MB before it is decoded; ask for fewer entities/);
});

test('a damaged body leaves no connection behind, and a good one does', async context => {
  const server = await serveRaw(context, (socket, count) => {
    const body = count === 1 ? gzipped.subarray(0, -8) : gzipped;
    const length = `Content-Length: ${body.length}\r\n`;
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n${length}\r\n`);
    socket.write(body);
  });
  const { client } = clientOf(server.origin);
  await failureOf(client, 'malformed');
  await client.ask(overlay, uncancellable);
  await client.ask(overlay, uncancellable);
  assert.equal(server.received.length, 3);
});
