import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { addDays, plainDateOfInstant } from '../../src/core/base/plainDate';
import { signals, started } from './command';

const today = plainDateOfInstant(Date.now());
const from = addDays(today, -70);
const two = ['--entities', 'company:demo0001,company:demo0002', '--from', from];
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-lake-'));
});
after(() => rm(folder, { recursive: true, force: true }));

function lake(name: string): string {
  return path.join(folder, name);
}

async function files(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true });
  return names.filter(name => /\.(parquet|tmp|lock)/.test(name)).sort();
}

/** @returns All rows, without what depends on how they were asked for. */
async function rows(directory: string): Promise<string> {
  const left = {
    bull_bear_score_ts: 'EXCLUDE (score_ts_last_score_date, score_ts_last_score)',
    trading_volume_ts: '',
    events_ts: 'EXCLUDE (last_updated, used_cache, cache_key)',
    company_events: '',
  };
  const queries = Object.entries(left).map(
    ([name, columns]) =>
      `SELECT r::VARCHAR AS r FROM (SELECT * ${columns} FROM '${directory}/${name}/**/*.parquet') r`,
  );
  const words = ['query', `${queries.join(' UNION ALL ')} ORDER BY r`, '--format', 'csv'];
  const { code, stdout, stderr } = await signals(words, {}, directory);
  assert.equal(code, 0, stderr);
  return stdout;
}

test('a second sync asks for the three youngest days alone, and a sync killed at any time is completed by the next', async () => {
  const whole = lake('whole');
  const first = await signals(['sync', whole, ...two]);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /bull_bear_score_ts: 2 entities \[\S+, \S+\), 1 request\n/);
  assert.match(first.stdout, /Sent \d+ requests: [\d,]+ rows, \d+ files written\.\n$/);
  const expected = await rows(whole);
  assert.ok(expected.length > 10_000);

  const again = await signals(['sync', whole, ...two]);
  assert.equal(again.code, 0, again.stderr);
  const days = `[${addDays(today, -2)}, ${addDays(today, 1)})`;
  assert.ok(
    again.stdout.includes(`bull_bear_score_ts: 2 entities ${days}, 1 request\n`),
    again.stdout,
  );
  assert.doesNotMatch(again.stdout, /bullish_stocks/);
  assert.equal(await rows(whole), expected);

  const killed = lake('killed');
  await mkdir(killed);
  for (const changes of [1, 9, 30]) {
    const watcher = watch(killed, { recursive: true });
    const child = started(['sync', killed, ...two]);
    const closed = once(child, 'close');
    let seen = 0;
    watcher.on('change', () => {
      seen++;
      if (seen === changes) {
        child.kill('SIGKILL');
      }
    });
    child.stdout.resume();
    child.stderr.resume();
    assert.deepEqual(await closed, [null, 'SIGKILL']);
    watcher.close();
  }
  assert.equal((await signals(['sync', killed, ...two])).code, 0);
  assert.equal(await rows(killed), expected);
  assert.deepEqual(await files(killed), await files(whole));
});

test('a dry run writes nothing and says how many requests there would be', async () => {
  const directory = lake('dry');
  await mkdir(directory);
  const { code, stdout } = await signals(['sync', directory, ...two, '--dry-run']);
  assert.equal(code, 0);
  assert.match(stdout, /Planned \d+ requests\.\n$/);
  assert.deepEqual(await readdir(directory), []);
});

test('one process writes to a lake at a time; the lock of a process that ended is taken over', async () => {
  const directory = lake('locked');
  await mkdir(directory);
  const computer = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  const lock = path.join(directory, '.market-signals.lock');
  const scores = [...two, '--only', 'bull_bear_score_ts'];
  await writeFile(lock, `${computer} ${process.pid}`);
  const refused = await signals(['sync', directory, ...scores]);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    new RegExp(`Another sync is writing to .*: process ${process.pid}\\.`),
  );
  const gone = started(['help']);
  await once(gone, 'close');
  await writeFile(lock, `${computer} ${gone.pid}`);
  assert.equal((await signals(['sync', directory, ...scores])).code, 0);
  assert.ok((await files(directory)).every(name => name.endsWith('history.parquet')));
});

test('a lake of one connection is not used for another', async () => {
  const directory = lake('other');
  const scores = [...two, '--only', 'bullish_stocks'];
  assert.equal((await signals(['sync', directory, ...scores])).code, 0);
  const address = 'http://127.0.0.1:9';
  const urls = ['--quant-url', address, '--data-url', address];
  const { code, stderr } = await signals(['sync', directory, ...scores, ...urls]);
  assert.equal(code, 2);
  assert.match(stderr, /is of another connection/);
});
