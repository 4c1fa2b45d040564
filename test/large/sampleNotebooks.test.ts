import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sampleNotebooks } from '../../src/core/gallery/sampleNotebooks';
import { signals } from '../cli/command';

interface Report {
  ok: boolean;
  cells: {
    kind: string;
    status: string;
    rowCount: number;
    notes: string[];
    error: { message: string } | null;
    requests: { cached: boolean }[];
  }[];
}

/** Far less than a company each, and what a service would not mind in a morning. */
const mostRequests = 40;

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-samples-'));
  cpSync('notebooks', folder, { recursive: true });
});
after(() => rmSync(folder, { recursive: true }));

for (const file of sampleNotebooks) {
  test(`${file} runs whole on the sandbox without an error or a note, with few requests`, async () => {
    const { cells, ok } = await run(path.join(folder, `${file}.signals`));
    const code = cells.filter(({ kind }) => kind === 'code');
    assert.deepEqual(
      code.flatMap(({ error }) => error?.message ?? []),
      [],
    );
    assert.ok(ok && code.length >= 8);
    assert.deepEqual(
      code.flatMap(({ notes }) => notes),
      [],
    );
    assert.ok(code.every(({ rowCount }) => rowCount > 0));
    const requests = code.flatMap(cell => cell.requests).filter(({ cached }) => !cached);
    assert.ok(requests.length <= mostRequests, `${requests.length} requests`);
  });
}

test('served prices are those of the sandbox, one line a company and session', async () => {
  const file = path.join(folder, 'prices.csv');
  await writePrices(file);
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  assert.equal(head, 'date,entity,close');
  assert.ok(lines.length > 300_000, `${lines.length} lines`);
  assert.match(lines[0] ?? '', /^\d{4}-\d{2}-\d{2},company:demo\d{4},\d+(\.\d+)?$/);
});

/** Starts a served sandbox, which writes them, and ends it. */
async function writePrices(file: string): Promise<void> {
  const server = spawn(process.execPath, ['dist/cli.js', 'serve', '--prices', file]);
  let printed = '';
  server.stdout.setEncoding('utf8');
  while (!printed.includes('dataUrl')) {
    const [text] = (await once(server.stdout, 'data')) as [string];
    printed += text;
  }
  assert.match(printed, /Synthetic prices in /);
  server.kill('SIGTERM');
  await once(server, 'exit');
}

async function run(file: string): Promise<Report> {
  const { stdout } = await signals(['run', file, '--format', 'json', '--max-rows', '5']);
  return JSON.parse(stdout) as Report;
}
