import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { signals } from './command';

let server: ChildProcess;
let printed = '';
before(async () => {
  const words = [
    'dist/cli.js',
    'serve',
    '--port',
    '0',
    '--today',
    '2026-06-01',
    '--token',
    'only-this',
  ];
  server = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  server.stdout?.setEncoding('utf8');
  while (!printed.includes('dataUrl')) {
    const [text] = (await once(server.stdout ?? server, 'data')) as [string];
    printed += text;
  }
});
after(() => server.kill('SIGKILL'));

function urls(): string[] {
  const quant = /quantUrl (\S+)/.exec(printed)?.[1] ?? '';
  const data = /dataUrl (\S+)/.exec(printed)?.[1] ?? '';
  assert.match(quant, /^http:\/\/127\.0\.0\.1:\d+\//);
  return ['--quant-url', quant, '--data-url', data];
}

test('the served sandbox answers queries for the token that was set', async () => {
  const sql = 'SELECT count(*) AS n FROM bullish_stocks(amount := 7)';
  const words = ['query', sql, '--format', 'csv', ...urls()];
  assert.equal((await signals(words, { SIGNALS_TOKEN: 'only-this' })).stdout, 'n\n7\n');
  const refused = await signals(words, { SIGNALS_TOKEN: 'another' });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /bullish_stocks/);
  const without = await signals(words, { SIGNALS_TOKEN: '' });
  assert.equal(without.code, 1);
});

test('the day and the synthetic nature are printed, and the end is orderly', async () => {
  assert.match(printed, /Synthetic.*2026-06-01/);
  server.kill('SIGTERM');
  const [code] = (await once(server, 'exit')) as [number | null];
  assert.equal(code, 0);
});
