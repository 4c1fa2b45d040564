import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { signals } from './command';

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-check-'));
  writeFileSync(path.join(folder, 'prices.csv'), 'd,p\n2026-01-05,1.5\n');
});
after(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const made = path.join(folder, name);
  writeFileSync(made, text);
  return made;
}

const cell = (sql: string): string => `\`\`\`{sql}\n${sql}\n\`\`\`\n`;

test('findings have their place in the file, and the right ones make it fail', async () => {
  const fine = file('fine.signals', cell('SELECT 1 AS a'));
  const warned = file('warned.signals', `# T\n\n${cell("SELECT getvariable('nope') AS a")}`);
  const text = `\ufeff---\ntitle: x\n---\n\nProse\n\n${cell('SELECT 1 AS a')}\n${cell('SELECT 1,\n  nope')}`;
  const wrong = file('wrong.signals', text);
  assert.deepEqual(await signals(['check', fine]), {
    ...{ code: 0, stdout: '1 file: nothing found\n', stderr: '' },
  });
  const warning = await signals(['check', warned]);
  assert.equal(warning.code, 0);
  assert.match(
    warning.stdout,
    /warned\.signals:4:20: warning: .*nope.*\(unknownVariable\)\n1 file: 1 warning\n$/,
  );
  assert.equal((await signals(['check', warned, '--strict'])).code, 1);
  const both = await signals(['check', fine, wrong]);
  assert.equal(both.code, 1);
  const place = text.slice(0, text.indexOf('nope')).split('\n');
  const at = `wrong.signals:${place.length}:${(place.at(-1) ?? '').length + 1}: error: `;
  assert.ok(both.stdout.includes(at), both.stdout);
  assert.match(both.stdout, /\(unknownColumn\)\n2 files: 1 error\n$/);
});

test('tables of earlier cells, parameters, portfolios and files are known', async () => {
  const head =
    '---\nparameters:\n  - name: since\n    type: date\n    default: 2026-01-05\nportfolios:\n  mine: [company:a]\n---\n\n';
  const cells = [
    "CREATE TABLE t AS SELECT d, p FROM 'prices.csv' WHERE d >= getvariable('since')",
    "SELECT p FROM t, portfolio_weights('mine')",
  ];
  const known = file('known.signals', head + cells.map(cell).join('\n'));
  assert.match((await signals(['check', known, '--strict'])).stdout, /: nothing found\n$/);
  const wrong = file('columns.signals', cell("SELECT q FROM 'prices.csv'"));
  assert.match((await signals(['check', wrong])).stdout, /no column q here/);
  assert.equal((await signals(['check', wrong, '--no-files'])).stdout.includes('column q'), false);
});

test('JSON has every finding with its ends', async () => {
  const wrong = file('json.signals', cell('SELECT nope'));
  const { code, stdout } = await signals(['check', wrong, '--format', 'json']);
  assert.equal(code, 1);
  const report = JSON.parse(stdout) as {
    ok: boolean;
    files: { findings: { message: string }[] }[];
  };
  const { message = '', ...finding } = report.files[0]?.findings[0] ?? {};
  assert.match(message, /nope/);
  assert.equal(report.ok, false);
  assert.deepEqual(finding, {
    ...{ code: 'unknownColumn', severity: 'error', cell: 1 },
    ...{ line: 2, column: 8, endLine: 2, endColumn: 12 },
  });
});

test('annotations of GitHub escape what would end them', async () => {
  const name = 'a,b:c%.signals';
  const wrong = file(name, cell('SELECT "x%\ny::error::z"'));
  const { code, stdout } = await signals(['check', wrong, '--format', 'github']);
  assert.equal(code, 1);
  assert.equal(stdout.split('\n').length, 2, stdout);
  assert.match(
    stdout,
    /^::error file=[^,:]*a%2Cb%3Ac%25\.signals,line=2,endLine=3,title=unknownColumn::.*x%25%0Ay::error::z/,
  );
});

test('a file that is no notebook is a finding with exit code 2, and the others are checked', async () => {
  const missing = path.join(folder, 'missing.signals');
  const wrong = file('other.signals', cell('SELECT nope'));
  const { code, stdout } = await signals(['check', missing, wrong]);
  assert.equal(code, 2);
  assert.match(stdout, /missing\.signals:1:1: error: .*\(unreadable\)/);
  assert.match(stdout, /other\.signals:2:8: error/);
  assert.equal((await signals(['check'])).code, 2);
});

test('a finding cannot speak to the terminal', async () => {
  const hostile = file('hostile.signals', cell('SELECT "\u001b]0;x\u0007\u202e"'));
  for (const format of ['text', 'json', 'github']) {
    const { stdout } = await signals(['check', hostile, '--format', format]);
    assert.doesNotMatch(stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u, format);
  }
});

test('the marks of an unfinished merge are an error, at their place in the file', async () => {
  const marks = '<<<<<<< ours\nSELECT 1\n=======\nSELECT 2\n>>>>>>> theirs';
  const merged = file('merged.signals', `# T\n\n${cell(marks)}`);
  const { code, stdout } = await signals(['check', merged]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /merged\.signals:4:1: error: .*merge that was not finished.* \(conflict\)\n/,
  );
  const text = readFileSync(merged, 'utf8');
  for (const [command, refused] of [
    ['run', 2],
    ['format', 1],
  ] as const) {
    const other = await signals([command, merged]);
    assert.equal(other.code, refused, command);
    assert.equal(other.stdout, '');
    assert.match(other.stderr, /merge that was not finished/);
  }
  assert.equal(readFileSync(merged, 'utf8'), text);
});
