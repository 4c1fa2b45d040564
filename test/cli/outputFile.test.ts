import assert from 'node:assert/strict';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { signals } from './command';

const cells = "```{sql}\nSELECT 1 AS a\n```\n\n```{sql}\nFROM 'prices.csv'\n```\n";
const prices = 'date,entity,close\n2026-01-05,company:a,1.5\n';
let folder: string;
let notebook: string;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-output-'));
  notebook = inFolder('n.signals', cells);
  inFolder('prices.csv', prices);
});
after(() => rmSync(folder, { recursive: true }));

function inFolder(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function refused(words: readonly string[], message: RegExp): Promise<void> {
  const { code, stderr, stdout } = await signals(words);
  assert.equal(code, 2, words.join(' '));
  assert.match(stderr, message, words.join(' '));
  assert.equal(stdout, '', words.join(' '));
}

test('no output replaces the notebook, by whatever name, nor a file that a cell names', async () => {
  const [symbolic, hard] = [path.join(folder, 'symbolic.json'), path.join(folder, 'hard.json')];
  symlinkSync(notebook, symbolic);
  linkSync(notebook, hard);
  const names = [notebook, `${folder}/./n.signals`, symbolic, hard];
  for (const output of [...names, path.join(folder, 'prices.csv')]) {
    await refused(
      ['run', notebook, '--output', output, '--force'],
      /would replace .*(?:n\.signals|prices\.csv), which the command reads/,
    );
  }
  assert.equal(readFileSync(notebook, 'utf8'), cells);
  const query = `FROM '${folder}/prices.csv'`;
  await refused(
    ['query', query, '--output', path.join(folder, 'prices.csv'), '--force', '--format', 'csv'],
    /which the command reads/,
  );
  assert.equal(readFileSync(path.join(folder, 'prices.csv'), 'utf8'), prices);
});

test('a report replaces an earlier report of either format, and another file only with --force', async () => {
  const report = path.join(folder, 'report');
  for (const format of ['text', 'json', 'text']) {
    const words = ['run', notebook, '--format', format, '--output', report];
    assert.equal((await signals(words)).code, 0, format);
    assert.equal(readFileSync(report, 'utf8').startsWith('{'), format === 'json');
  }
  const whole = readFileSync(report, 'utf8').replace(/\d+\.\d+ s$/gm, '99.99 s');
  const others: [string, string][] = [
    ['mine.txt', 'mine'],
    ['empty.txt', ''],
    ['noted.txt', `${whole}My notes.\n`],
    ['other.json', '{"file":"a","ok":true}\n'],
    ['other.signals', whole],
  ];
  for (const [name, content] of others) {
    const output = inFolder(name, content);
    await refused(['run', notebook, '--output', output], /is not an earlier report\. Add --force/);
    assert.equal(readFileSync(output, 'utf8'), content);
  }
  for (const name of ['mine.txt', 'other.signals']) {
    const other = path.join(folder, name);
    assert.equal((await signals(['run', notebook, '--output', other, '--force'])).code, 0);
    const text = readFileSync(other, 'utf8');
    assert.match(text, /2 cells: 2 succeeded\n$/);
    assert.doesNotMatch(text, /99\.99 s/);
  }
});

test('a link to an earlier report stays a link, and one to nowhere is refused', async () => {
  const target = path.join(folder, 'target.json');
  const link = path.join(folder, 'link.json');
  symlinkSync(target, link);
  const words = ['run', notebook, '--format', 'json', '--output', link];
  await refused(words, /is a broken link/);
  assert.equal((await signals([...words.slice(0, -1), target])).code, 0);
  const first = readFileSync(target, 'utf8');
  writeFileSync(target, first.replace('"ok":true', '"ok":false'));
  assert.equal((await signals(words)).code, 0);
  assert.match(readFileSync(target, 'utf8'), /"ok":true/);
});

test('what is no file, and a folder that is not there, are refused before anything runs', async () => {
  await refused(['run', notebook, '--output', folder], /exists and is not a regular file/);
  await refused(
    ['run', notebook, '--output', '/dev/null', '--force'],
    /exists and is not a regular file/,
  );
  await refused(
    ['run', notebook, '--output', path.join(folder, 'no', 'r.json')],
    /is not a folder/,
  );
  const file = path.join(folder, 'prices.csv');
  for (const snapshots of [file, path.join(file, 'below')]) {
    await refused(['run', notebook, '--snapshots', snapshots], /--snapshots: .* is not a folder/);
    await refused(
      ['query', 'SELECT 1', '--snapshots', snapshots],
      /--snapshots: .* is not a folder/,
    );
  }
});

const hasProc = existsSync('/proc/self/status');
test(
  'a place that cannot be written is refused before anything runs',
  { skip: !hasProc },
  async () => {
    // Not even root can make a file there.
    const place = '/proc/self/report';
    const link = path.join(folder, 'elsewhere.json');
    symlinkSync('/proc/self/status', link);
    for (const [words, name] of [
      [['run', notebook, '--output', place], `--output ${place}`],
      [['run', notebook, '--junit', place], `--junit ${place}`],
      [['run', notebook, '--format', 'html', '--output', place], `--output ${place}`],
      [['run', notebook, '--output', link, '--force'], `--output ${link}`],
      [['query', 'SELECT 1', '--output', `${place}.parquet`], `--output ${place}.parquet`],
      [['serve', '--prices', place], `--prices ${place}`],
    ] as const) {
      const { code, stdout, stderr } = await signals(words);
      assert.deepEqual(
        [code, stdout, stderr],
        [2, '', `${name} cannot be written: no such file or directory.\nTry signals --help.\n`],
      );
    }
  },
);

test('query and serve replace a file only with --force', async () => {
  const output = inFolder('kept.csv', prices);
  const query = ['query', 'SELECT 1 AS a', '--format', 'csv', '--output', output];
  await refused(query, /--output .* exists\. Add --force/);
  await refused(['serve', '--prices', output], /--prices .* exists\. Add --force/);
  assert.equal(readFileSync(output, 'utf8'), prices);
  assert.equal((await signals([...query, '--force'])).code, 0);
  // It was written in a folder that nobody else can read.
  assert.equal(statSync(output).mode, statSync(inFolder('any.csv', '')).mode);
  assert.equal(readFileSync(output, 'utf8'), 'a\n1\n');
});

test('what a killed command left goes at the next start, and nothing else does', async () => {
  const own = path.join(folder, 'left');
  const snapshots = path.join(own, 'snapshots');
  mkdirSync(path.join(snapshots, 'sandbox'), { recursive: true });
  const { leftover, others } = await leftovers();
  for (const at of [own, path.join(snapshots, 'sandbox')]) {
    [leftover, ...others].forEach(name => writeFileSync(path.join(at, name), 'half'));
  }
  const words = ['query', 'SELECT nope', '--output', path.join(own, 'o.txt')];
  assert.equal((await signals([...words, '--snapshots', snapshots])).code, 1);
  assert.deepEqual(readdirSync(own).sort(), [...others, 'snapshots'].sort());
  assert.deepEqual(readdirSync(path.join(snapshots, 'sandbox')).sort(), [...others].sort());
  assert.ok(!existsSync(path.join(own, 'o.txt')));
});

/** @returns The name that a process which has ended would have left, and names that must not go. */
async function leftovers(): Promise<{ leftover: string; others: string[] }> {
  const { temporaryFor } = await import('../../src/io/temporaryFiles');
  const { spawnSync } = await import('node:child_process');
  const mine = path.basename(temporaryFor('/x/o.txt'));
  const ended = String(spawnSync(process.execPath, ['-e', '']).pid);
  const leftover = mine.replace(`-${process.pid}-`, `-${ended}-`);
  const elsewhere = leftover.replace(
    /signals-[0-9a-f]{8}/,
    found => `signals-${found.endsWith('0') ? '11111111' : '00000000'}`,
  );
  return {
    leftover,
    others: [mine, elsewhere, '.o.txt.tmp', 'o.txt.tmp', `.${leftover}.swp`, leftover.slice(1)],
  };
}
