import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { processesRunning } from '../support/processes';
import { until } from '../support/until';
import { ended, signals, started, type Ended } from './command';

/** Runs until it is cancelled or killed. */
const endless = 'SELECT max(a.range + b.range) FROM range(10000000) a, range(10000000) b';

/** Of each test. */
let folder: string;
const folders: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-several-'));
  folders.push(folder);
});
after(() => folders.forEach(each => rmSync(each, { recursive: true })));

function notebook(name: string, ...cells: string[]): void {
  const file = path.join(folder, `${name}.signals`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
}

function run(...words: readonly string[]): Promise<Ended> {
  return signals(['run', ...words], {}, folder);
}

function text(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly results: readonly string[];
}

/** @returns The suites of a report, read by an XML parser. */
function suitesOf(junit: string): Suite[] {
  const program = `
import json, sys, xml.etree.ElementTree as tree
def result(case): return next((child.tag for child in case if child.tag != 'system-out'), 'ok')
print(json.dumps([{'name': suite.get('name'), 'tests': suite.get('tests'), 'results': [result(case) for case in suite.iter('testcase')]} for suite in tree.parse(sys.argv[1]).getroot()]))`;
  const file = path.join(folder, junit);
  return JSON.parse(
    execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }),
  ) as Suite[];
}

test('notebooks run in order with a session each, and one that fails does not stop the next', async () => {
  notebook('a', 'CREATE TABLE t AS SELECT 1 AS one', 'FROM t');
  notebook('b', 'FROM t', 'SELECT 2 AS two');
  notebook('c', 'SELECT 3 AS three');
  const files = ['a.signals', 'b.signals', 'c.signals'];
  const { code, stdout, stderr } = await run(...files, '--junit', 'report.xml');
  assert.deepEqual([code, stderr], [1, '']);
  assert.match(
    stdout,
    /^==> a\.signals <==\n\n\[1\] [^]*\n2 cells: 2 succeeded\n\n==> b\.signals <==\n\n\[1\] FROM t\nError[^]*\n\[2\] SELECT 2 AS two\nskipped\n\n2 cells: 0 succeeded, 1 failed, 1 skipped\n\n==> c\.signals <==\n\n[^]*\n1 cell: 1 succeeded\n\n3 notebooks: 2 succeeded, 1 failed\n$/,
  );
  assert.deepEqual(suitesOf('report.xml'), [
    { name: 'a.signals', tests: '2', results: ['ok', 'ok'] },
    { name: 'b.signals', tests: '2', results: ['error', 'skipped'] },
    { name: 'c.signals', tests: '1', results: ['ok'] },
  ]);
  assert.match(text('report.xml'), /<testsuites name="signals" tests="5" failures="0" errors="1"/);

  // In a file, the text is the same. It is an earlier report then, as is that of JUnit.
  const again = [...files, '--junit', 'report.xml', '--output', 'report.txt'];
  for (let time = 0; time < 2; time++) {
    const written = await run(...again);
    assert.equal(written.code, 1);
    assert.match(
      written.stderr,
      /^a\.signals 1\/2 ok .*\na\.signals 2\/2 ok .*\nb\.signals 1\/2 failed/,
    );
  }
  const withoutTimes = (report: string): string => report.replace(/(?:< )?\d+\.\d+ s$/gm, '');
  assert.equal(withoutTimes(text('report.txt')), withoutTimes(stdout));
});

test('JSON of several notebooks is one object, with what each has alone', async () => {
  notebook('a', 'SELECT 1 AS one');
  notebook('b', 'SELECT nope');
  const files = ['a.signals', 'b.signals', '--format', 'json'];
  for (let time = 0; time < 2; time++) {
    assert.equal((await run(...files, '--output', 'report.json')).code, 1);
  }
  const report = JSON.parse(text('report.json')) as {
    ok: boolean;
    files: { file: string; ok: boolean; cells: { rows: unknown[] }[] }[];
  };
  assert.deepEqual(
    [report.ok, report.files.map(({ file, ok }) => `${file} ${ok}`)],
    [false, ['a.signals true', 'b.signals false']],
  );
  assert.deepEqual(report.files[0]?.cells[0]?.rows, [[1]]);
  const { stdout } = await run('a.signals', 'a.signals', '--format', 'json');
  assert.match(stdout, /^\{"ok":true,"files":\[\{"file":"a\.signals","ok":true,"connection":/);
});

test('each notebook has a file of the other formats beside it, or in a folder, whether there is one or several', async () => {
  const drawn = "SELECT 1 AS x, 'a' AS y VISUALISE x AS x, y AS y DRAW point";
  notebook('a', drawn);
  notebook('below/b.c', 'SELECT nope', drawn);
  const files = ['a.signals', 'below/b.c.signals'];
  for (const [format, begin] of [
    ['md', '<!-- Written by Market Signals'],
    ['html', '<!doctype html>'],
    ['ipynb', '{\n "cells"'],
  ] as const) {
    // An earlier one is replaced.
    for (let time = 0; time < (format === 'md' ? 2 : 1); time++) {
      const { code, stdout } = await run(...files, '--format', format, '--keep-going');
      assert.equal(code, 1);
      assert.equal(
        stdout,
        `a.${format} · 1 cell: 1 succeeded\nbelow/b.c.${format} · 2 cells: 1 succeeded, 1 failed\n2 notebooks: 1 succeeded, 1 failed\n`,
      );
    }
    assert.ok(text(`a.${format}`).startsWith(begin));
    assert.ok(text(`below/b.c.${format}`).startsWith(begin));
  }
  assert.ok(existsSync(path.join(folder, 'a_files/chart-1.svg')));
  assert.ok(existsSync(path.join(folder, 'below/b.c_files/chart-1.svg')));

  mkdirSync(path.join(folder, 'pages'));
  assert.equal((await run(...files, '--format', 'md', '--output', 'pages')).code, 1);
  assert.deepEqual(readdirSync(path.join(folder, 'pages')), ['a.md', 'a_files', 'b.c.md']);
  const one = await run('a.signals', '--format', 'html', '--output', 'pages/');
  assert.deepEqual([one.code, one.stdout], [0, '']);
  assert.ok(text('pages/a.html').startsWith('<!doctype html>'));
});

test('all files are checked before anything runs', async () => {
  notebook('a', 'SELECT 1');
  notebook('b', "FROM 'c.html'");
  notebook('c', 'SELECT 3');
  notebook('below/A', 'SELECT 4');
  mkdirSync(path.join(folder, 'pages'));
  writeFileSync(path.join(folder, 'c.html'), 'mine');
  const pages = ['--format', 'html'];
  const [a, b, c] = ['a.signals', 'b.signals', 'c.signals'];
  const refusals: readonly [words: readonly string[], message: RegExp][] = [
    [[a, c, ...pages], /^The report c\.html exists and is not an earlier report\. Add --force/],
    [[a, b, c, ...pages, '--force'], /^The report c\.html would replace \S+c\.html, which the/],
    [[a, b, ...pages, '--output', 'none'], /^--output: none is not a folder\. Several notebooks/],
    [[a, b, ...pages, '--output', 'c.html'], /^--output: c\.html is not a folder\. Several/],
    [
      [a, 'below/A.signals', ...pages, '--output', 'pages'],
      /^Two reports have the same file, pages\/A\.html: that of a\.signals and that of below\/A\.signals\./,
    ],
    [
      [a, b, ...pages, '--junit', 'a.html'],
      /^Two reports have the same file, a\.html: that of a\./,
    ],
    [[a, b, '--output', 'pages'], /^--output pages exists and is not a regular file/],
    [[a, b, c, '--output', c, '--force'], /^--output c\.signals would replace c\.signals, which/],
    [[a, 'none.signals', ...pages], /^none\.signals cannot be read/],
    [[a, b, ...pages, '--cells', '1'], /^--cells chooses cells of one notebook, but 2 are given\./],
  ];
  const before = readdirSync(folder, { recursive: true }).sort();
  for (const [words, message] of refusals) {
    const { code, stdout, stderr } = await run(...words);
    assert.deepEqual([code, stdout], [2, ''], words.join(' '));
    assert.match(stderr, message, words.join(' '));
    assert.doesNotMatch(stderr, /1\/1/);
  }
  assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before);
  assert.equal(text('c.html'), 'mine');
  assert.equal((await run(a, c, ...pages, '--force')).code, 0);
  assert.ok(text('c.html').startsWith('<!doctype html>'));
});

test('a parameter is set in every notebook, and one that none declares is named once', async () => {
  const cell = "```{sql}\nSELECT getvariable('days') AS days\n```\n";
  const declared = '---\nparameters: [{ name: days, default: 3 }]\n---\n\n';
  writeFileSync(path.join(folder, 'a.signals'), `${declared}${cell}`);
  writeFileSync(path.join(folder, 'b.signals'), cell);
  const words = ['a.signals', 'b.signals', '--param'];
  const { code, stdout, stderr } = await run(...words, 'days=5');
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(stdout.match(/^ *5$/gm)?.length, 2, stdout);
  const other = await run(...words, 'dasy=5');
  assert.equal(other.stderr, 'No notebook declares the parameter dasy; it is set anyway.\n');
  const strict = await run(...words, 'dasy=5', '--strict');
  assert.deepEqual([strict.code, strict.stdout], [2, '']);
  assert.match(strict.stderr, /^--strict: No notebook declares the parameter dasy\./);
});

test('a kernel that is killed, and a page that cannot be written, leave the next notebooks as they are', async () => {
  notebook('a', 'SELECT 1 AS one', endless);
  notebook('b', 'SELECT 2 AS two');
  notebook('c', 'SELECT 3 AS three');
  const files = ['a', 'b', 'c'].map(name => `${name}.signals`);
  const words = ['run', ...files, '--format', 'html', '--junit', 'report.xml'];
  const child = started(words, {}, folder);
  const over = ended(child);
  let progress = '';
  child.stderr.on('data', (more: string) => (progress += more));
  await until(() => progress.includes('a.signals 1/2 ok'));
  const page = path.join(folder, 'b.html');
  mkdirSync(page);
  const kernel = processesRunning('dist/kernel.js').find(({ parent }) => parent === child.pid);
  assert.ok(kernel);
  process.kill(kernel.pid, 'SIGKILL');
  const { code, stdout, stderr } = await over;
  assert.equal(code, 1);
  assert.equal(
    stdout,
    'a.html · 2 cells: 1 succeeded, 1 failed\nc.html · 1 cell: 1 succeeded\n3 notebooks: 1 succeeded, 2 failed\n',
  );
  assert.match(stderr, /\nb\.signals: EISDIR/);
  assert.match(text('a.html'), /The kernel process ended \(SIGKILL\)/);
  assert.deepEqual(
    suitesOf('report.xml').map(({ results }) => results),
    // The page of b is an error of its own.
    [['ok', 'error'], ['ok', 'error'], ['ok']],
  );
  assert.match(text('report.xml'), /name="The report of the run".*message="EISDIR/);
});

test('a file of JUnit that can no longer be written fails the run, and loses no page', async () => {
  notebook('a', 'SELECT 1 AS one', 'SELECT count(*) AS n FROM range(200000000)');
  notebook('b', 'SELECT 2 AS two');
  const out = path.join(folder, 'reports');
  mkdirSync(out);
  const words = ['run', 'a.signals', 'b.signals', '--format', 'html', '--junit', 'reports/r.xml'];
  const child = started(words, {}, folder);
  const over = ended(child);
  let progress = '';
  child.stderr.on('data', (more: string) => (progress += more));
  await until(() => progress.includes('a.signals 1/2 ok'));
  rmSync(out, { recursive: true });
  writeFileSync(out, 'a file');
  const { code, stderr } = await over;
  assert.equal(code, 1);
  assert.match(stderr, /a\.signals: ENO/);
  for (const page of ['a.html', 'b.html']) {
    assert.ok(existsSync(path.join(folder, page)), page);
  }
  rmSync(out);
});

test('an interruption ends all notebooks: those that did not begin are skipped, and have no page', async () => {
  notebook('a', 'SELECT 1 AS one');
  notebook('b', endless, 'SELECT 2 AS two');
  notebook('c', 'SELECT 3 AS three');
  const files = ['a', 'b', 'c'].map(name => `${name}.signals`);
  const interrupted = async (...words: readonly string[]): Promise<Ended> => {
    rmSync(path.join(folder, 'report.xml'), { force: true });
    const child = started(['run', ...files, '--junit', 'report.xml', ...words], {}, folder);
    const over = ended(child);
    const report = path.join(folder, 'report.xml');
    // The cell that runs is an error, in case that the command is killed now.
    const running = /name="\[1\] SELECT max[^>]*><error type="unfinished"/;
    await until(() => existsSync(report) && running.test(readFileSync(report, 'utf8')));
    assert.deepEqual(
      suitesOf('report.xml').map(({ results }) => results),
      [['ok'], ['error', 'skipped'], ['skipped']],
    );
    child.kill('SIGINT');
    return over;
  };
  const { code, stdout } = await interrupted();
  assert.equal(code, 1);
  assert.match(
    stdout,
    /\nError: The run was cancelled\.[^]*\n2 cells: 0 succeeded, 1 failed, 1 skipped\n\n==> c\.signals <==\n\n\[1\] SELECT 3 AS three\nskipped\n\n1 cell: 0 succeeded, 1 skipped\n\n3 notebooks: 1 succeeded, 1 failed, 1 skipped\n$/,
  );
  assert.deepEqual(
    suitesOf('report.xml').map(({ results }) => results),
    [['ok'], ['error', 'skipped'], ['skipped']],
  );

  const pages = await interrupted('--format', 'html');
  assert.equal(pages.code, 1);
  assert.match(pages.stdout, /\nb\.html · .*\n3 notebooks: 1 succeeded, 1 failed, 1 skipped\n$/);
  assert.equal(existsSync(path.join(folder, 'c.html')), false);
});
