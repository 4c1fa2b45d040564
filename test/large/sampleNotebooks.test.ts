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
    language: string;
    status: string;
    rowCount: number;
    chart: object | null;
    error: { message: string } | null;
    requests: { cached: boolean }[];
  }[];
}

/** Far less than a company each, and what a service would not mind in a morning. */
const mostRequests = 40;

let folder: string;
before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-samples-'));
  cpSync('notebooks', folder, { recursive: true });
  await writePrices(path.join(folder, 'prices.csv'));
});
after(() => rmSync(folder, { recursive: true }));

/** As a person does: the served sandbox writes them, and is ended. */
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

for (const { file, title } of sampleNotebooks.filter(({ file: name }) => name !== 'tour')) {
  test(`${title} runs whole on the sandbox, with few requests`, async () => {
    const { cells, ok } = await run(path.join(folder, `${file}.signals`));
    const code = cells.filter(({ kind }) => kind === 'code');
    assert.deepEqual(
      code.flatMap(({ error }) => error?.message ?? []),
      [],
    );
    assert.ok(ok && code.length >= 8);
    for (const { language, chart, rowCount } of code) {
      assert.ok(language === 'vega-lite' ? chart !== null : rowCount > 0);
    }
    const requests = code.flatMap(cell => cell.requests).filter(({ cached }) => !cached);
    assert.ok(requests.length <= mostRequests, `${requests.length} requests`);
  });
}

test('without a file of prices the first cell says what to do', async () => {
  const alone = mkdtempSync(path.join(tmpdir(), 'market-signals-alone-'));
  try {
    const file = path.join(alone, 'factorCheck.signals');
    cpSync('notebooks/factorCheck.signals', file);
    const { ok, cells } = await run(file);
    const [first] = cells.filter(({ kind }) => kind === 'code');
    assert.equal(ok, false);
    assert.match(first?.error?.message ?? '', /no file prices\.csv beside this notebook\. Put/);
    assert.match(first?.error?.message ?? '', /Write Sandbox Prices Beside Notebook/);
  } finally {
    rmSync(alone, { recursive: true });
  }
});

test('the prices are those of the sandbox, one line a company and session', () => {
  const [head, ...lines] = readFileSync(path.join(folder, 'prices.csv'), 'utf8').trim().split('\n');
  assert.equal(head, 'date,entity,close');
  assert.ok(lines.length > 300_000, `${lines.length} lines`);
  assert.match(lines[0] ?? '', /^\d{4}-\d{2}-\d{2},company:demo\d{4},\d+(\.\d+)?$/);
});

async function run(file: string): Promise<Report> {
  const { stdout } = await signals(['run', file, '--format', 'json', '--max-rows', '5']);
  return JSON.parse(stdout) as Report;
}
