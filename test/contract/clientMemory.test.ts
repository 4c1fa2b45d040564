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
  count: number,
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
  const words = [outfile, server.origin, String(count)];
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
  const { grownBytes, ends } = await asked(context, 1, response => endless(response, plain));
  assert.deepEqual(ends, [{ kind: 'tooLarge', byteLength: 0 }]);
  context.diagnostic(`plain: ${Math.round(grownBytes / MB)} MB`);
  assert.ok(grownBytes <= MAX_ANSWER_BYTES + 64 * MB, `${grownBytes / MB} MB`);
});

/** Read at a time, they would take 384 MB. */
const MANY = 12;

/** One is read at a time, but the garbage collector may not have freed those before it yet. */
function assertFewHeld(context: TestContext, grownBytes: number): void {
  context.diagnostic(`${MANY} at once: ${Math.round(grownBytes / MB)} MB`);
  assert.ok(grownBytes <= (MANY / 2) * MAX_ANSWER_BYTES, `${grownBytes / MB} MB`);
}

test('many bodies at once that expand without end take less than half of what they would hold', async context => {
  const bomb = zlib.gzipSync(Buffer.alloc(64 * MB, 0x20));
  const { grownBytes, ends } = await asked(context, MANY, response => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    endless(response, bomb);
  });
  assert.deepEqual(new Set(ends.map(({ kind }) => kind)), new Set(['tooLarge']));
  assertFewHeld(context, grownBytes);
});

test('so do many texts of 200 MB at once', async context => {
  const part = mark(Buffer.alloc(MB, 0x61));
  const { grownBytes, ends } = await asked(context, MANY, response => {
    response.writeHead(200, { 'content-length': 200 * MB });
    endless(response, part);
  });
  assert.deepEqual(new Set(ends.map(({ kind }) => kind)), new Set(['tooLarge']));
  assertFewHeld(context, grownBytes);
});
