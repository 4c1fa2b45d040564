import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { coloursOf } from '../../src/cli/colours';
import { processesRunning } from '../support/processes';
import { until } from '../support/until';
import { ended, signals, started, type Started } from './command';

/** A program of util-linux that gives a command a terminal. */
const script = '/usr/bin/script';

/** The service takes the horizon for one company at a time, and a note says how many requests that is. */
const noted =
  "FROM bull_bear_score_ts(['company:demo0001', 'company:demo0002'], time_horizon := '1D', date_from := current_date - 5)";

/** Runs until it is cancelled or killed. */
const endless = 'SELECT max(a.range + b.range) FROM range(10000000) a, range(10000000) b';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-reports-'));
});
after(() => rmSync(folder, { recursive: true }));

function notebook(name: string, ...cells: string[]): string {
  const file = path.join(folder, `${name}.signals`);
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  return file;
}

interface TestCase {
  readonly name: string;
  readonly result: string;
}

/** @returns The test cases of a report, read by an XML parser. */
function testCases(junit: string): TestCase[] {
  const program = `
import json, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
suite = root.find('testsuite')
cases = [{'name': case.get('name'), 'result': next((child.tag for child in case if child.tag != 'system-out'), 'ok')} for case in suite]
print(json.dumps([case for case in cases if case['name']]))`;
  const cases = execFileSync('python3', ['-c', program, junit], { encoding: 'utf8' });
  return JSON.parse(cases) as TestCase[];
}

function results(junit: string): string[] {
  return testCases(junit).map(({ result }) => result);
}

/** Waits until the report has the cell of this number as the one that runs. */
function untilRunning(number: number, junit: string): Promise<void> {
  const unfinished = new RegExp(`name="\\[${number}\\] [^>]*><error type="unfinished"`);
  return until(() => existsSync(junit) && unfinished.test(readFileSync(junit, 'utf8')));
}

function kernelOf(child: Started): number | undefined {
  return processesRunning('dist/kernel.js').find(({ parent }) => parent === child.pid)?.pid;
}

test('--cells runs the chosen cells and what they need, in the order of need', async () => {
  const file = notebook(
    'cells',
    'CREATE TABLE a AS SELECT 1 AS x',
    'SELECT nope',
    'CREATE TABLE b AS SELECT x + 1 AS y FROM a',
    'FROM b',
    'SELECT 5 AS five',
  );
  const run = async (cells: string): Promise<string[]> => {
    const { stdout, stderr } = await signals(['run', file, '--cells', cells, '--format', 'json']);
    const { ok, cells: all } = JSON.parse(stdout) as { ok: boolean; cells: { status: string }[] };
    assert.ok(ok, stderr);
    return all.map(({ status }) => status);
  };
  assert.deepEqual(await run('4'), ['ok', 'skipped', 'ok', 'ok', 'skipped']);
  assert.deepEqual(await run('B,5'), ['ok', 'skipped', 'ok', 'skipped', 'ok']);
  assert.deepEqual(await run('3-5'), ['ok', 'skipped', 'ok', 'ok', 'ok']);
  const { stdout } = await signals(['run', file, '--cells', '5']);
  assert.match(stdout, /^\[5\] SELECT 5 AS five\nfive\n/);
  assert.match(stdout, /\n1 cell: 1 succeeded\n$/);
});

test('--cells that names no cell is wrong usage', async () => {
  const file = notebook('no-cells', 'SELECT 1');
  for (const [cells, message] of [
    ['2', /There is no cell 2: the notebook has 1 code cells?\./],
    ['nope', /No cell defines nope, /],
  ] as const) {
    const { code, stderr } = await signals(['run', file, `--cells=${cells}`]);
    assert.equal(code, 2, cells);
    assert.match(stderr, message, cells);
  }
});

test('--strict makes notes failures, except those on rows that were written', async () => {
  const file = notebook('strict', 'CREATE TABLE t AS SELECT 1 AS a', noted, 'SELECT 2 AS b');
  assert.equal((await signals(['run', file])).code, 0);
  const { code, stdout } = await signals(['run', file, '--strict', '--format', 'json']);
  assert.equal(code, 1);
  const { ok, cells } = JSON.parse(stdout) as {
    ok: boolean;
    cells: { status: string; notes: string[]; error: { code: string; message: string } | null }[];
  };
  assert.equal(ok, false);
  assert.deepEqual(
    cells.map(({ status }) => status),
    ['ok', 'error', 'skipped'],
  );
  assert.equal(cells[1]?.error?.code, 'notes');
  assert.ok(cells[1].error.message.includes(cells[1].notes[0] ?? 'none'));
});

test('JUnit has a test case for each code cell: its place, its failure, its notes', async () => {
  const file = path.join(folder, 'junit.signals');
  const cells = [
    'SELECT 1 AS "<&>"',
    'CREATE TABLE t AS SELECT 1 AS a',
    'SELECT "]]>\u0000\u001b&"',
    'SELECT 4',
  ];
  writeFileSync(file, `# T\n\n${cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n')}`);
  const junit = path.join(folder, 'report.xml');
  assert.equal((await signals(['run', file, '--junit', junit])).code, 1);
  assert.deepEqual(testCases(junit), [
    { name: '[1] SELECT 1 AS "<&>"', result: 'ok' },
    { name: '[2] CREATE TABLE t AS SELECT 1 AS a', result: 'ok' },
    { name: '[3] SELECT "]]>\\u{0}\\u{1b}&"', result: 'error' },
    { name: '[4] SELECT 4', result: 'skipped' },
  ]);
  const text = readFileSync(junit, 'utf8');
  assert.match(text, /tests="4" failures="0" errors="1" skipped="1"/);
  assert.match(text, /name="\[2\][^>]* line="8" [^>]*><system-out>1 row written\.<\/system-out>/);
  const strict = notebook('junit-strict', noted);
  // An earlier report is replaced.
  assert.equal((await signals(['run', strict, '--strict', '--junit', junit])).code, 1);
  assert.deepEqual(results(junit), ['failure']);
});

test('a test fails with its rows, the run goes on, and every report says so', async () => {
  const file = notebook(
    'tests',
    'CREATE TABLE scores AS SELECT range AS n FROM range(3)',
    "--| test: no <row> is above 1\nFROM check_range('scores', 'n', at_most := 1)",
    '--| test: rows\nFROM scores WHERE n > 5',
    '--| test: nothing to count\nCREATE TABLE t AS SELECT 1 AS a',
    'SELECT 1',
  );
  const junit = path.join(folder, 'tests.xml');
  const text = await signals(['run', file, '--junit', junit]);
  assert.equal(text.code, 1);
  assert.match(
    text.stdout,
    /\[2\] FROM check_range.*\n✗ no <row> is above 1: 1 row fails\nreason +n\n.*\nn is above 1 +2\n/,
  );
  assert.match(text.stdout, /\[3\] FROM scores WHERE n > 5\n✓ rows passed\n0 rows/);
  assert.match(
    text.stdout,
    /\[4\] .*\n1 row written\.\nError \(line 1, column 1\): The test nothing to count has no rows/,
  );
  assert.match(text.stdout, /5 cells: 2 succeeded, 2 failed, 1 skipped\n$/);
  assert.deepEqual(testCases(junit), [
    { name: '[1] CREATE TABLE scores AS SELECT range AS n FROM range(3)', result: 'ok' },
    { name: 'no <row> is above 1', result: 'failure' },
    { name: 'rows', result: 'ok' },
    { name: 'nothing to count', result: 'error' },
    { name: '[5] SELECT 1', result: 'skipped' },
  ]);
  assert.match(
    readFileSync(junit, 'utf8'),
    /: 1 row fails\nreason +n\n.*\nn is above 1 +2<\/failure>/,
  );
  const json = await signals(['run', file, '--cells', 'no <row> is above 1,3', '--format', 'json']);
  assert.equal(json.code, 1);
  const { ok, cells } = JSON.parse(json.stdout) as {
    ok: boolean;
    cells: {
      status: string;
      test: object | null;
      rows: unknown[];
      error: { code: string } | null;
    }[];
  };
  assert.equal(ok, false);
  assert.deepEqual(
    cells.map(({ status }) => status),
    ['ok', 'error', 'ok', 'skipped', 'skipped'],
  );
  assert.deepEqual(cells[1]?.test, { name: 'no <row> is above 1', failedRows: 1 });
  assert.deepEqual([cells[1].error?.code, cells[1].rows], ['test', [['n is above 1', 2]]]);
  assert.deepEqual(cells[2]?.test, { name: 'rows', failedRows: 0 });
});

test('--junit replaces no other file, and is not the file of --output', async () => {
  const file = notebook('junit-files', 'SELECT 1');
  const mine = path.join(folder, 'mine.xml');
  writeFileSync(mine, '<mine/>');
  const refused = await signals(['run', file, '--junit', mine]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /--junit .*mine\.xml exists and is not an earlier report/);
  assert.equal(readFileSync(mine, 'utf8'), '<mine/>');
  const both = path.join(folder, 'both.xml');
  const same = await signals(['run', file, '--junit', both, '--output', both]);
  assert.equal(same.code, 2);
  assert.match(same.stderr, /the same file/);
});

test('a killed kernel is reported: the cells before it, the one that ran, and the rest', async () => {
  const file = notebook(
    'killed',
    ...Array.from({ length: 100 }, (_, at) => `SELECT ${at} AS n`),
    endless,
    ...Array.from({ length: 99 }, () => 'SELECT 1'),
  );
  const junit = path.join(folder, 'killed.xml');
  const child = started(['run', file, '--keep-going', '--junit', junit]);
  const over = ended(child);
  let shown = '';
  child.stdout.on('data', (text: string) => (shown += text));
  // Each cell is printed when it ends, the endless one does not.
  await until(() => shown.includes('[100] SELECT 99 AS n'));
  const kernel = kernelOf(child);
  assert.ok(kernel !== undefined);
  process.kill(kernel, 'SIGKILL');
  const { code, stdout } = await over;
  assert.equal(code, 1);
  assert.match(stdout, /\[101\] SELECT max.*\nError: The kernel process ended \(SIGKILL\)\./);
  assert.match(
    stdout,
    /\[200\] SELECT 1\nskipped\n\n200 cells: 100 succeeded, 1 failed, 99 skipped\n$/,
  );
  assert.deepEqual(results(junit), [
    ...Array.from({ length: 100 }, () => 'ok'),
    'error',
    ...Array.from({ length: 99 }, () => 'skipped'),
  ]);
});

test('a command that is killed leaves a report of the cells that ended', async () => {
  const file = notebook('ended', 'SELECT 1 AS a', 'SELECT nope', endless, 'SELECT 2 AS b');
  const junit = path.join(folder, 'ended.xml');
  const child = started(['run', file, '--keep-going', '--junit', junit]);
  const over = ended(child);
  await untilRunning(3, junit);
  const kernel = kernelOf(child);
  child.kill('SIGKILL');
  const { stdout } = await over;
  assert.match(stdout, /^\[1\] SELECT 1 AS a\n[^]*\[2\] SELECT nope\nError[^]*\n\n$/);
  assert.deepEqual(results(junit), ['ok', 'error', 'error', 'skipped']);
  assert.match(
    readFileSync(junit, 'utf8'),
    /type="unfinished" message="The run ended before this cell did\."/,
  );
  // The kernel ends with the command.
  await until(() => processesRunning('dist/kernel.js').every(({ pid }) => pid !== kernel));
});

test('an interrupted run reports its cells', async () => {
  const file = notebook('interrupted', 'SELECT 1 AS a', endless, 'SELECT 2 AS b');
  const junit = path.join(folder, 'interrupted.xml');
  const child = started(['run', file, '--junit', junit]);
  const over = ended(child);
  await untilRunning(2, junit);
  assert.deepEqual(results(junit), ['ok', 'error', 'skipped']);
  child.kill('SIGINT');
  const { code, stdout } = await over;
  assert.equal(code, 1);
  assert.match(
    stdout,
    /\nError: The run was cancelled\.[^]*3 cells: 1 succeeded, 1 failed, 1 skipped\n$/,
  );
  assert.deepEqual(results(junit), ['ok', 'error', 'skipped']);
});

test('progress is a line for each cell where the report is not printed, and none beside it', async () => {
  const file = notebook('progress', 'SELECT 1 AS a', 'SELECT nope');
  const json = await signals(['run', file, '--format', 'json']);
  assert.match(
    json.stderr,
    /^1\/2 ok \d+\.\d\d s \[1\] SELECT 1 AS a\n2\/2 failed \(sql\) \d+\.\d\d s \[2\] SELECT nope\n$/,
  );
  assert.equal((await signals(['run', file])).stderr, '');
});

test(
  'on a terminal progress is one line that is rewritten, and removed before the report',
  { skip: !existsSync(script) },
  () => {
    const file = notebook('terminal', 'SELECT 1 AS a', 'FROM bullish_stocks(amount := 3)');
    const command = `stty cols 60; '${process.execPath}' dist/cli.js run '${file}'`;
    const shown = execFileSync(script, ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    });
    const lines = shown.split('\r\n');
    assert.ok(lines[0]?.startsWith('\r\u001b[2K1/2 [1] SELECT 1 AS a'), JSON.stringify(lines[0]));
    assert.match(shown, /\r\u001b\[2K2\/2 \[2\] FROM bullish_stocks/);
    // What is left of a line that was rewritten.
    const screen = lines.map(line => line.split('\r\u001b[2K').at(-1));
    assert.equal(screen[0], '[1] SELECT 1 AS a');
    assert.equal(screen.at(-2), '2 cells: 2 succeeded');
    assert.ok(!screen.some(line => line?.includes('2/2')));
  },
);

test('colours follow the terminal, NO_COLOR and FORCE_COLOR', async () => {
  const [terminal, file] = [{ isTTY: true }, {}];
  const isColoured = (stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean =>
    coloursOf(stream, env).red('x') !== 'x';
  for (const [stream, env, expected] of [
    [terminal, {}, true],
    [file, {}, false],
    [terminal, { TERM: 'dumb' }, false],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [file, { FORCE_COLOR: '1' }, true],
    [file, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
  ] as const) {
    assert.equal(isColoured(stream, env), expected, JSON.stringify([stream, env]));
  }
  const failing = notebook('colours', 'SELECT nope');
  const coloured = await signals(['run', failing], { FORCE_COLOR: '1', NO_COLOR: '' });
  assert.ok(coloured.stdout.includes('\u001b[31mError (line 1, column 8)'));
  const plain = await signals(['run', failing], { NO_COLOR: '1', FORCE_COLOR: '' });
  assert.ok(!plain.stdout.includes('\u001b'));
  // A report in a file has none.
  const report = path.join(folder, 'report.txt');
  await signals(['run', failing, '--output', report], { FORCE_COLOR: '1' });
  assert.ok(!readFileSync(report, 'utf8').includes('\u001b'));
});
