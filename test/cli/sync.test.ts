import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { watch } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { addDays, plainDateOfInstant } from '../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  sandboxCompanies,
} from '../../src/sandbox/sandbox';
import type { SandboxServer } from '../../src/sandbox/sandbox';
import fc from '../support/properties';
import { ended, signals, started, type Ended } from './command';

const today = plainDateOfInstant(Date.now());
const from = addDays(today, -70);
const two = ['--entities', 'company:demo0001,company:demo0002', '--from', from];
/** How often one sync is killed. */
const kills = 4;
let folder: string;
/** A sync that nothing disturbs, into the lake `whole`. */
let undisturbed: Ended;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-signals-lake-'));
  undisturbed = await signals(['sync', lake('whole'), ...two]);
});
after(() => rm(folder, { recursive: true, force: true }));

function lake(name: string): string {
  return path.join(folder, name);
}

async function files(directory: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true });
  return names.filter(name => /\.(parquet|tmp|lock)/.test(name)).sort();
}

/** Each history, without the columns that depend on how its rows were requested. */
const ofAnswer = {
  bull_bear_score_ts: 'EXCLUDE (score_ts_last_score_date, score_ts_last_score)',
  trading_volume_ts: '',
  events_ts: 'EXCLUDE (last_updated, used_cache, cache_key)',
  company_events: '',
};

/** @returns The only column of a query. */
async function queried(sql: string): Promise<string[]> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    const read = await connection.runAndReadAll(sql);
    return read.getRows().flat().map(String);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** @returns All rows, without those columns. */
async function rows(directory: string): Promise<string> {
  const place = directory.replaceAll("'", "''").replace(/[[*?]/g, '[$&]');
  const all = await Promise.all(
    Object.entries(ofAnswer).map(([name, columns]) =>
      queried(
        `SELECT r::VARCHAR FROM (SELECT * ${columns} FROM '${place}/${name}/**/*.parquet') r`,
      ),
    ),
  );
  return all.flat().sort().join('\n');
}

test('a second sync asks for the three youngest days alone', async () => {
  const whole = lake('whole');
  const first = undisturbed;
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
});

test('a lake holds the rows that the service answers, each in the file of its month', async () => {
  const whole = lake('whole');
  const range = `(['company:demo0001', 'company:demo0002'], date_from := DATE '${from}')`;
  // A query knows the event ids of those names that its other answers contained.
  const compared = { ...ofAnswer, company_events: 'EXCLUDE (event_id)' };
  const queries = Object.entries(compared).map(([name, columns]) => {
    const live = `SELECT * ${columns} FROM ${name}${range}`;
    const files = `'${whole}/${name}/*/*.parquet'`;
    const held = `SELECT * ${columns} FROM read_parquet(${files}, hive_partitioning = false)`;
    return `SELECT '${name}' AS name, (SELECT count(*) FROM (${held} EXCEPT ALL ${live})) AS more,
        (SELECT count(*) FROM (${live} EXCEPT ALL ${held})) AS less,
        (SELECT count(*) FROM read_parquet(${files}, hive_types_autocast = false) WHERE strftime(date, '%Y-%m') <> month) AS misplaced`;
  });
  const { stdout, stderr } = await signals(
    ['query', queries.join(' UNION ALL '), '--format', 'csv'],
    {},
    whole,
  );
  assert.deepEqual(
    stdout.trim().split(/\r?\n/).toSorted(),
    [
      'bull_bear_score_ts,0,0,0',
      'company_events,0,0,0',
      'events_ts,0,0,0',
      'name,more,less,misplaced',
      'trading_volume_ts,0,0,0',
    ],
    stderr,
  );
});

test('a sync that is killed at random points, again and again, is completed by the next, in any time zone', async () => {
  const killed = lake('killed');
  await mkdir(killed);
  const points = fc.sample(fc.integer({ min: 1, max: 30 }), kills);
  for (const point of points) {
    await killedAt(killed, point);
  }
  const { code, stderr } = await signals(['sync', killed, ...two]);
  assert.equal(code, 0, stderr);
  assert.equal(await rows(killed), await rows(lake('whole')), `killed at ${points.join(', ')}`);
  assert.deepEqual(await files(killed), await files(lake('whole')));
});

/** Kills a sync at a change in its folder, the first of which is the lock. */
async function killedAt(directory: string, point: number): Promise<void> {
  const watcher = watch(directory, { recursive: true });
  const child = started(['sync', directory, ...two], { TZ: 'Pacific/Kiritimati' });
  const closed = once(child, 'close');
  let seen = 0;
  watcher.on('change', () => {
    seen++;
    if (seen === point) {
      child.kill('SIGKILL');
    }
  });
  child.stdout.resume();
  child.stderr.resume();
  const [code, signal] = (await closed) as [number | null, string | null];
  watcher.close();
  assert.ok(signal === 'SIGKILL' || (code === 0 && seen < point), `${code} ${signal} ${seen}`);
}

test('of two syncs at once one writes, and the other says so or comes after it', async () => {
  const directory = lake('together');
  const both = await Promise.all([1, 2].map(() => signals(['sync', directory, ...two])));
  const refused = both.filter(({ code }) => code !== 0);
  assert.ok(refused.length < 2);
  refused.forEach(({ code, stderr }) => {
    assert.equal(code, 1);
    assert.match(stderr, /^Another sync is writing to /);
  });
  assert.equal(await rows(directory), await rows(lake('whole')));
  assert.deepEqual(await files(directory), await files(lake('whole')));
});

test('a folder of any name works, a damaged file is named, and is requested again when it is removed', async () => {
  const directory = lake(`it's "my" [lake] *?`);
  await cp(lake('whole'), directory, { recursive: true });
  const again = await signals(['sync', directory, ...two]);
  assert.equal(again.code, 0, again.stderr);
  assert.ok(again.stdout.includes(`events_ts: 2 entities [${addDays(today, -2)}, `), again.stdout);
  const call = `FROM events_ts('company:demo0001', date_from := DATE '${from}', date_to := DATE '${addDays(today, -10)}')`;
  const query = ['query', `SELECT count(*) AS n ${call}`, '--format', 'csv', '--lake', directory];
  const held = await signals(query);
  const [count] = await queried(
    `SELECT count(*) FROM '${lake('whole')}/events_ts/**/*.parquet'
     WHERE entity = 'company:demo0001' AND date < '${addDays(today, -10)}'`,
  );
  assert.equal(held.stdout, `n\n${count}\n`, held.stderr);

  const [name = ''] = (await files(directory)).filter(each => each.startsWith('events_ts'));
  const file = path.join(directory, name);
  await truncate(file, 1000);
  const damaged = await signals(['sync', directory, ...two]);
  assert.equal(damaged.code, 2);
  assert.match(
    damaged.stderr,
    /month=\d{4}-\d{2}.history\.parquet is damaged, or was not written by/,
  );
  assert.ok((await signals(query)).stderr.includes('is damaged'));
  await rm(file);
  await rm(path.join(directory, 'company_events'), { recursive: true });
  assert.equal((await signals(['sync', directory, ...two])).code, 0);
  assert.equal(await rows(directory), await rows(lake('whole')));
});

test('what cannot be synchronised is refused before a request', async () => {
  const later = addDays(today, 2);
  const future = await signals(['sync', lake('none'), ...two.with(-1, later)]);
  assert.deepEqual(
    [future.code, future.stderr.split('.')[0]],
    [2, `--from ${later} is after today, ${today} in UTC`],
  );
  const file = lake('file');
  await writeFile(file, '');
  const occupied = await signals(['sync', file, ...two]);
  assert.equal(occupied.code, 2);
  assert.match(occupied.stderr, /file is no folder that can be written to: EEXIST/);
});

test('a sync that is refused or fails leaves no empty folder, and one that was there', async () => {
  const made = path.join(lake('mistyped'), 'below');
  const of = (entities: string) => ['--entities', entities, '--from', from];
  const mistyped = await signals(['sync', made, ...of('company:demo0001,mine.txt')]);
  assert.equal(mistyped.code, 2);
  assert.match(
    mistyped.stderr,
    /^--entities takes keys such as company:example or example .*, not mine\.txt\./,
  );
  const address = 'http://127.0.0.1:9';
  const urls = ['--quant-url', address, '--data-url', address];
  const failed = await signals(['sync', made, ...two, '--only', 'bullish_stocks', ...urls]);
  assert.equal(failed.code, 1, failed.stderr);
  assert.ok(!(await readdir(folder)).includes('mistyped'));
  const own = lake('own');
  await mkdir(own);
  for (const directory of [path.join(own, 'lake'), own]) {
    const refused = await signals(['sync', directory, ...of('none.csv')]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^--entities none\.csv cannot be read: ENOENT/);
  }
  assert.deepEqual(await readdir(own), []);
});

test('an interruption says what is kept and how to go on', async () => {
  const directory = lake('interrupted');
  const interrupted = async (isReached: (progress: string) => boolean) => {
    const child = started(['sync', directory, ...two]);
    const over = ended(child);
    let progress = '';
    let isSent = false;
    child.stderr.on('data', (more: string) => {
      progress += more;
      if (!isSent && isReached(progress)) {
        isSent = true;
        child.kill('SIGINT');
      }
    });
    return over;
  };
  const { code, stderr } = await interrupted(progress => progress.includes('2 of '));
  assert.equal(code, 1);
  assert.match(
    stderr,
    /\nInterrupted\. What was written is kept \(\d+ files\): the same command asks for the rest\.\n$/,
  );
  assert.equal((await signals(['sync', directory, ...two])).code, 0);
  assert.equal(await rows(directory), await rows(lake('whole')));
});

test('a folder of the lake that cannot be listed is not taken for an empty one', async () => {
  const directory = lake('unlisted');
  await mkdir(directory);
  const folderOfScores = path.join(directory, 'bull_bear_score_ts');
  // A link to itself cannot be listed, not even by root.
  await symlink(folderOfScores, folderOfScores);
  const { code, stdout, stderr } = await signals(['sync', directory, ...two]);
  assert.deepEqual([code, stdout], [2, '']);
  assert.match(stderr, /bull_bear_score_ts cannot be listed: ELOOP: .* that you may read/);
  assert.deepEqual(await readdir(directory), ['bull_bear_score_ts']);
  const call = `FROM bull_bear_score_ts('company:demo0001', date_from := DATE '${from}')`;
  const query = await signals(['query', call, '--lake', directory]);
  assert.equal(query.code, 1);
  assert.match(query.stderr, /bull_bear_score_ts cannot be listed: ELOOP/);
});

test('where a file cannot be written completely there is none, and the exit code says so', async () => {
  const directory = lake('full');
  await mkdir(directory);
  const cli = [process.execPath, path.resolve('dist/cli.js'), 'sync', directory, ...two];
  // No file may have more than 12 kB.
  const script = 'ulimit -f 12; exec "$@"';
  const child = spawn('bash', ['-c', script, 'bash', ...cli, '--only', 'bullish_stocks'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stderr } = await ended(child);
  assert.equal(code, 1);
  assert.match(stderr, /^bullish_stocks: .*File too large/);
  assert.deepEqual(await files(directory), []);
});

test('a request that names the companies is counted apart from those of the plan', async () => {
  const directory = lake('listed');
  const range = two.slice(two.indexOf('--from'));
  const { stdout, stderr } = await signals([
    ...['sync', directory, '--entities', 'bullish_stocks:3', ...range, '--only', 'bearish_stocks'],
  ]);
  assert.match(stdout, /^Sent 1 request for --entities\.\n/, stderr);
  assert.match(stdout, /Planned 1 request\.\nSent 2 requests: /);
});

test('a dry run writes nothing and says how many requests there would be, and keys need no type, as in SQL', async () => {
  const directory = lake('dry');
  const dryRun = (words = two) => signals(['sync', directory, ...words, '--dry-run']);
  const first = await dryRun();
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /Planned \d+ requests\.\n$/);
  await mkdir(directory);
  const untyped = two.with(1, 'demo0001, company:demo0001,demo0002');
  const portfolio = path.join(folder, 'two.csv');
  await writeFile(portfolio, 'entity,weight\ncompany:demo0002,1\ndemo0001,much\n');
  const again = await dryRun([...untyped, '--entities', portfolio]);
  assert.deepEqual([again.code, again.stdout], [0, first.stdout]);
  assert.match(again.stderr, /two\.csv: .*much/);
  assert.deepEqual(await readdir(directory), []);
  await rm(directory, { recursive: true });
  await writeFile(directory, '');
  assert.match((await dryRun()).stderr, /dry is not a folder/);
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

test('a company whose key may not be recognised is not covered, and is asked for again once a list has its id', async () => {
  const directory = lake('unrecognised');
  const companies = sandboxCompanies(createSandbox(defaultSandboxConfig(today)));
  const own = companies.find(({ entity, vendor_id }) => entity !== vendor_id)?.entity ?? '';
  const to = addDays(today, -20);
  const range = ['--from', from, '--to', to];
  const entities = ['--entities', `${own},company:demo0001`];
  const events = ['sync', directory, ...entities, ...range, '--only', 'company_events'];
  const keysOf = (): Promise<string[]> =>
    queried(
      `SELECT DISTINCT entity FROM '${directory}/company_events/**/*.parquet' ORDER BY entity`,
    );

  const first = await signals(events);
  assert.equal(first.code, 0, first.stderr);
  assert.ok(first.stderr.includes(`has the service's own id of ${own}. The key was sent instead`));
  assert.deepEqual(await keysOf(), ['company:demo0001']);

  const lists = ['--only', 'bullish_stocks', '--only', 'bearish_stocks'];
  const listed = ['sync', directory, ...entities, ...range, ...lists];
  assert.equal((await signals([...listed, '--amount', '600'])).code, 0);
  const longer = await signals([...listed, '--amount', '700', '--dry-run']);
  assert.match(longer.stdout, /^bullish_stocks: today's list was stored with --amount 600; /);

  const known = await signals(events);
  assert.match(known.stdout, /company_events: 1 entity /);
  assert.doesNotMatch(known.stderr, /own id/);
  assert.deepEqual(await keysOf(), [own, 'company:demo0001'].sort());
  assert.equal((await signals([...events, '--dry-run'])).stdout, 'Planned 0 requests.\n');
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

test('an answer that is refused is not covered, a day that was not asked for is not stored, and no file holds the token', async () => {
  const directory = lake('refused');
  const token = 'canary-7d41e0b6';
  const sandbox = createSandbox({
    ...defaultSandboxConfig(today),
    faults: [
      {
        match: { operation: 'company_events', nth: 1 },
        fault: { kind: 'status', status: 403 },
      },
      {
        match: { operation: 'trading_volume_ts_itemized' },
        fault: { kind: 'excludedDayIncluded' },
      },
    ],
  });
  const service = await listen(sandbox, { port: 0 });
  try {
    const urls = ['--quant-url', service.quantUrl, '--data-url', service.dataUrl];
    // The day after the range has a volume, which a weekend has not.
    const volumes = `'${lake('whole')}/trading_volume_ts/**/*.parquet'`;
    const to = await lastDay(`${volumes} WHERE date < '${addDays(today, -20)}'`);
    const words = ['sync', directory, ...two, '--to', to];
    const refused = await signals([...words, ...urls], { SIGNALS_TOKEN: token });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /company_events: .*(?:403|not include|refused)/s);
    assert.match(refused.stderr, /trading_volume_ts: .*which the range excludes/);
    const names = await files(directory);
    assert.ok(names.some(name => name.startsWith('bull_bear_score_ts')));
    assert.ok(!names.some(name => name.startsWith('company_events')));
    const last = await lastDay(`'${directory}/trading_volume_ts/**/*.parquet'`);
    assert.ok(last !== '' && last < to, last);
    for (const name of names) {
      const bytes = await readFile(path.join(directory, name));
      assert.ok(!bytes.includes(token), name);
    }
    const again = await signals([...words, ...urls], { SIGNALS_TOKEN: token });
    assert.equal(again.code, 0, again.stderr);
    assert.doesNotMatch(again.stdout, /_ts: /);
    assert.match(again.stdout, /company_events: 2 entities/);
    await checkAnswers(directory, { service, urls, to, token });
  } finally {
    await service.close();
  }
});

async function lastDay(source: string): Promise<string> {
  const [day = ''] = await queried(`SELECT max(date)::VARCHAR FROM ${source}`);
  return day;
}

/** Calls with the lake have the rows of calls without it, and ask only for what it does not cover. */
async function checkAnswers(
  directory: string,
  {
    service,
    urls,
    to,
    token,
  }: { service: SandboxServer; urls: string[]; to: string; token: string },
): Promise<void> {
  const asked = async (sql: string, more: string[]) => {
    const before = service.requests.length;
    const words = ['query', sql, '--format', 'csv', ...urls, ...more];
    const { code, stdout, stderr } = await signals(words, { SIGNALS_TOKEN: token });
    assert.equal(code, 0, stderr);
    const sent = service.requests
      .slice(before)
      .map(({ url, body }) => `${url.split('?')[1]} ${body ?? ''}`);
    return { rows: stdout, sent };
  };
  const two = "['company:demo0001', 'company:demo0002']";
  const inside = `FROM bull_bear_score_ts(${two}, date_from := DATE '${from}', date_to := DATE '${to}')`;
  const beyond = `SELECT * EXCLUDE (score_ts_last_score, score_ts_last_score_date) FROM bull_bear_score_ts(['company:demo0001', 'company:demo0003'], date_from := DATE '${from}')`;
  const other = `FROM bull_bear_score_ts('company:demo0001', date_from := DATE '${from}', date_to := DATE '${to}', time_horizon := '1D')`;
  const all = [inside, beyond, other]
    .map((sql, at) => `SELECT ${at} AS query, r::VARCHAR AS r FROM (${sql}) r`)
    .join(' UNION ALL ');
  const held = await asked(`${all} ORDER BY ALL`, ['--lake', directory]);
  assert.deepEqual(
    held.sent.toSorted(),
    [
      `date_from=${from} ["company:demo0003"]`,
      `date_from=${to} ["company:demo0001"]`,
      `date_from=${from}&date_to=${to}&time_horizon=1D `,
    ].toSorted(),
  );
  const live = await asked(`${all} ORDER BY ALL`, []);
  assert.ok(live.sent.length > 0);
  assert.equal(held.rows, live.rows);
  const foreign = await signals(['query', inside, '--format', 'csv', '--lake', directory]);
  assert.match(foreign.stderr, /is of another connection \(127\.0\.0\.1\)/);
}
