import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import * as esbuild from 'esbuild';
import { MAX_ANSWER_BYTES } from '../../src/core/client/body';
import { serve } from './clientFixture';

const MB = 2 ** 20;

interface Asked {
  /** How much larger the process was at the most than before it asked. */
  readonly grownBytes: number;
  readonly ends: readonly { readonly kind: string; readonly byteLength: number }[];
}

/** Asks from a process of its own; the first request is answered `{}`, the others by `respond`. */
async function asked(
  context: TestContext,
  { count, maxBytes = MAX_ANSWER_BYTES }: { readonly count: number; readonly maxBytes?: number },
  respond: (response: ServerResponse) => void,
): Promise<Asked> {
  const server = await serve(context, (request, response) => {
    if (request.method === 'GET') {
      response.end('{}');
    } else {
      respond(response);
    }
  });
  const outfile = path.resolve('out/test/askedMemory.mjs');
  await esbuild.build({
    entryPoints: ['test/contract/askedMemory.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  const words = [outfile, server.origin, String(count), String(maxBytes)];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return JSON.parse(stdout) as Asked;
}

/** Writes `part` again and again, at the reader's pace, until the reader goes. */
function endless(response: ServerResponse, part: Buffer): void {
  const more = (): void => {
    let hasRoom = true;
    while (hasRoom && !response.destroyed) {
      hasRoom = response.write(part);
    }
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}

const mark = (part: Buffer): Buffer => {
  part[0] = 0x7b;
  return part;
};

test('an endless body takes no more memory than the limit and 64 MB', async context => {
  const plain = mark(Buffer.alloc(65_536, 0x20));
  const { grownBytes, ends } = await asked(context, { count: 1 }, response =>
    endless(response, plain),
  );
  assert.deepEqual(ends, [{ kind: 'tooLarge', byteLength: 0 }]);
  context.diagnostic(`plain: ${Math.round(grownBytes / MB)} MB`);
  assert.ok(grownBytes <= MAX_ANSWER_BYTES + 64 * MB, `${grownBytes / MB} MB`);
});

test('six bodies at once that expand without end take no more than twice the limit and 64 MB', async context => {
  const bomb = zlib.gzipSync(Buffer.alloc(64 * MB, 0x20));
  const { grownBytes, ends } = await asked(context, { count: 6 }, response => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    endless(response, bomb);
  });
  assert.deepEqual(new Set(ends.map(({ kind }) => kind)), new Set(['tooLarge']));
  context.diagnostic(`six that expand: ${Math.round(grownBytes / MB)} MB`);
  // One is read while the one before it may not have been collected yet.
  assert.ok(grownBytes <= 2 * MAX_ANSWER_BYTES + 64 * MB, `${grownBytes / MB} MB`);
});

test('nor do six texts of 200 MB at once', async context => {
  const part = mark(Buffer.alloc(MB, 0x61));
  const { grownBytes, ends } = await asked(context, { count: 6 }, response => {
    response.writeHead(200, { 'content-length': 200 * MB });
    endless(response, part);
  });
  assert.deepEqual(new Set(ends.map(({ kind }) => kind)), new Set(['tooLarge']));
  context.diagnostic(`six of 200 MB: ${Math.round(grownBytes / MB)} MB`);
  // One is read while the one before it may not have been collected yet.
  assert.ok(grownBytes <= 2 * MAX_ANSWER_BYTES + 64 * MB, `${grownBytes / MB} MB`);
});

test('an endless body of parts of one byte is put together', async context => {
  const { grownBytes, ends } = await asked(context, { count: 1, maxBytes: 4 * MB }, response => {
    response.socket?.setNoDelay(true);
    response.flushHeaders();
    const parts = Buffer.from('1\r\n{\r\n'.repeat(20_000));
    const more = (): void => {
      let hasRoom = true;
      while (hasRoom && response.socket && !response.socket.destroyed) {
        hasRoom = response.socket.write(parts);
      }
    };
    response.socket?.on('drain', more);
    more();
  });
  assert.deepEqual(ends, [{ kind: 'tooLarge', byteLength: 0 }]);
  context.diagnostic(`parts of one byte: ${Math.round(grownBytes / MB)} MB`);
  // Four million parts, kept one by one, would take more than 500 MB.
  assert.ok(grownBytes <= 384 * MB, `${grownBytes / MB} MB`);
});
