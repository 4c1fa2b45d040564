import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { signals, type Ended } from './command';

interface Report {
  ok: boolean;
  connection: string;
  cells: {
    index: number;
    kind: string;
    language: string;
    status: string;
    columns: { name: string; type: string }[];
    rowCount: number;
    rows: unknown[][];
    chart: Record<string, unknown> | null;
    notes: string[];
    copyright: { copyright_info: string } | null;
    error: { code: string; message: string; line: number | null; column: number | null } | null;
    requests: { operation: string; method: string; url: string; status: number; cached: boolean }[];
    elapsedMs: number;
  }[];
}

let folder: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-cli-'));
  writeFileSync(path.join(folder, 'prices.csv'), 'd,p\n2026-01-05,1.5\n');
});
after(() => rmSync(folder, { recursive: true }));

function notebook(name: string, ...cells: string[]): string {
  const file = path.join(folder, `${name}.signals`);
  writeFileSync(file, cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n'));
  return file;
}

function reportOf({ stdout }: Ended): Report {
  return JSON.parse(stdout) as Report;
}

test("portfolios are the notebook's own and those of the files beside it, unless cells may read none", async () => {
  const own = notebook('portfolios', "FROM portfolio_weights('beside')");
  const file = path.join(folder, 'beside.portfolio.csv');
  writeFileSync(file, 'entity,weight\ncompany:demo0001,0.5\ncompany:demo0002,x\n');
  const ended = await signals(['run', own, '--format', 'json']);
  const [cell] = reportOf(ended).cells;
  assert.deepEqual(cell?.rows, [
    ['company:demo0001', 0.5, null],
    ['company:demo0002', null, null],
  ]);
  assert.match(ended.stderr, /beside\.portfolio\.csv: Line 3 has the weight “x”/);
  const without = reportOf(await signals(['run', own, '--format', 'json', '--no-files']));
  assert.match(without.cells[0]?.error?.message ?? '', /No portfolio named beside/);
  rmSync(file);
});

test('the tour runs on the sandbox: rows in every cell, a chart where one is asked for', async () => {
  const ended = await signals(['run', 'notebooks/tour.signals', '--format', 'json']);
  const report = reportOf(ended);
  const code = report.cells.filter(({ kind }) => kind === 'code');
  assert.deepEqual(
    code.flatMap(({ error }) => error ?? []),
    [],
  );
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(report.ok && code.length >= 8 && code.length <= 10);
  const source = readFileSync('notebooks/tour.signals', 'utf8');
  const asked = source.split('\nVISUALISE').length - 1;
  assert.equal(code.filter(({ chart }) => chart !== null).length, asked);
  assert.ok(asked >= 6);
  for (const { rowCount, rows, chart } of code) {
    assert.ok(rowCount > 0 && rows.length === Math.min(rowCount, 1000));
    if (chart) {
      assert.ok(JSON.stringify(chart).includes('"values":[{'), 'the chart has its rows');
    }
  }
});

test('a failed cell ends the run with 1, and the rest is skipped', async () => {
  const file = notebook('fails', 'SELECT 1 AS a', 'SELECT 1;\nSELECT nope', 'SELECT 2 AS b');
  const ended = await signals(['run', file, '--format', 'json']);
  assert.equal(ended.code, 1);
  const { ok, cells } = reportOf(ended);
  assert.equal(ok, false);
  const code = cells.filter(({ kind }) => kind === 'code');
  assert.deepEqual(
    code.map(({ status }) => status),
    ['ok', 'error', 'skipped'],
  );
  const { code: kind, line, column } = code[1]?.error ?? { code: '', line: 0, column: 0 };
  assert.deepEqual([kind, line, column], ['sql', 2, 8]);
});

test('the title of a cell is its first line, without the carriage return of a file from Windows', async () => {
  const file = path.join(folder, 'windows.signals');
  writeFileSync(file, '```{sql}\r\n--| echo: false\r\nSELECT 1\r\n  AS a\r\n```\r\n');
  const { stdout } = await signals(['run', file]);
  assert.match(stdout, /^\[1\] SELECT 1\na\n/);
});

test('--keep-going runs what comes after a failed cell', async () => {
  const file = notebook('goes-on', 'SELECT nope', 'SELECT 2 AS b');
  const ended = await signals(['run', file, '--format', 'json', '--keep-going']);
  assert.equal(ended.code, 1);
  const code = reportOf(ended).cells.filter(({ kind }) => kind === 'code');
  assert.deepEqual(
    code.map(({ status }) => status),
    ['error', 'ok'],
  );
});

/** Characters that a terminal obeys or does not show. */
const obeyed = '\u001b[2J\u009b1m\u202e\u200b\u{e0041}\u2028';

test('values are JSON as promised, without a character that a terminal obeys, and --max-rows limits the rows alone', async () => {
  const file = notebook(
    'values',
    `SELECT range AS n, 9007199254740993 AS big, DATE '2026-01-05' AS d, TIMESTAMP '2026-01-05 01:02:03' AS t, TIMESTAMPTZ '2026-01-05 01:02:03+00' AS z, NULL AS e FROM range(5)`,
    `SELECT '${obeyed}' AS v`,
  );
  const ended = await signals(['run', file, '--format', 'json', '--max-rows', '2']);
  const [cell, hostile] = reportOf(ended).cells;
  assert.deepEqual(hostile?.rows, [[obeyed]]);
  assert.doesNotMatch(ended.stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  assert.equal(cell?.rowCount, 5);
  assert.deepEqual(cell.rows, [
    [0, '9007199254740993', '2026-01-05', '2026-01-05T01:02:03', '2026-01-05T01:02:03+00:00', null],
    [1, '9007199254740993', '2026-01-05', '2026-01-05T01:02:03', '2026-01-05T01:02:03+00:00', null],
  ]);
  assert.deepEqual(
    cell.columns.map(({ type }) => type),
    ['BIGINT', 'BIGINT', 'DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE', 'INTEGER'],
  );
});

test('JSON has the rows of every chart, however many cells there are', async () => {
  const chart = (rows: number): string =>
    `SELECT i AS a, i AS b FROM range(${rows}) t(i) VISUALISE a AS x, b AS y DRAW point`;
  // So many rows that they do not come with the outcome.
  const cells = [chart(10_001), ...Array<string>(204).fill(chart(1))];
  const ended = await signals(['run', notebook('charts', ...cells), '--format', 'json']);
  assert.equal(ended.code, 0, ended.stderr);
  const counts = reportOf(ended).cells.map(
    ({ chart: drawn }) => (drawn?.['data'] as { values: unknown[] } | undefined)?.values.length,
  );
  assert.deepEqual(counts, [10_001, ...Array<number>(204).fill(1)]);
});

test('--param sets a variable, of the type that the notebook declares, and one of the choices that it offers', async () => {
  const file = path.join(folder, 'parameters.signals');
  const dates = ['since', 'sinceToday', 'sinceCurrent'].map(
    name => `  - { name: ${name}, type: date, default: 2026-01-05 }`,
  );
  const declared = [
    ...dates,
    '  - { name: counted, label: First day, default: current_date - 30 }',
    '  - { name: country, default: US, choices: [US, GB] }',
  ];
  const query = `SELECT getvariable('since') AS since, current_date - getvariable('sinceToday') AS a,
    current_date - getvariable('sinceCurrent') AS b, current_date - getvariable('counted') AS c,
    getvariable('country') AS country`;
  writeFileSync(
    file,
    `---\nsignals: 1\nparameters:\n${declared.join('\n')}\n---\n\n\`\`\`{sql}\n${query}\n\`\`\`\n`,
  );
  const values = async (...params: string[]): Promise<unknown[]> => {
    const words = params.flatMap(param => ['--param', param]);
    const { cells } = reportOf(await signals(['run', file, '--format', 'json', ...words]));
    return cells[0]?.rows[0] ?? [];
  };
  const defaults = await values();
  assert.deepEqual([defaults[0], defaults[3], defaults[4]], ['2026-01-05', 30, 'US']);
  assert.deepEqual(
    await values(
      ...['since=2026-02-01', 'sinceToday=today - 7', 'sinceCurrent=current_date - 8'],
      ...['counted=current_date - INTERVAL 1 WEEK', 'country=GB'],
    ),
    ['2026-02-01', 7, 8, 7, 'GB'],
  );
  for (const [param, message] of [
    ['since=soon', /--param since: "soon" is not a date: write YYYY-MM-DD/],
    ['country=gb', /--param country: "gb" is not among its choices: US, GB\./],
  ] as const) {
    const refused = await signals(['run', file, '--param', param]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, message);
  }
});

test("files below the notebook's folder are read, unless --no-files", async () => {
  const file = notebook('files', `SELECT p FROM '${folder}/prices.csv'`);
  assert.deepEqual(reportOf(await signals(['run', file, '--format', 'json'])).cells[0]?.rows, [
    [1.5],
  ]);
  assert.equal((await signals(['run', file, '--no-files'])).code, 1);
});

/** Values that hold others, with their texts. */
const nested = "[1, NULL] AS l, {'a': .12} AS s, MAP {'k': DATE '2026-01-02'} AS m";
const nestedTexts = ['[1, NULL]', "{'a': .12}", '{k=2026-01-02}'];

test('text is for people: tables, footers that say synthetic, no options of cells, no character that a terminal obeys, errors with their place', async () => {
  const fold = '--| code-fold: true\n';
  const file = notebook(
    'text',
    `${fold}SELECT name, bull_bear_score FROM bullish_stocks(amount := 3)`,
    `SELECT ${nested}`,
    `SELECT chr(27) || '[2J' || chr(8238) AS v`,
    `${fold}SELECT 1,\n  nope`,
  );
  const { stdout, code } = await signals(['run', file]);
  assert.equal(code, 1);
  assert.match(stdout, /^\[1\] SELECT name, bull_bear_score FROM .*\nname +bull_bear_score\n/);
  assert.match(stdout, /synthetic · bullish_stocks · 3 rows/);
  assert.ok(stdout.includes(nestedTexts.join('  ')), stdout);
  assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u202e'));
  assert.match(stdout, /\\u\{1b\}\[2J\\u\{202e\}/);
  assert.match(stdout, /^\[4\] SELECT 1,\nError \(line 3, column 3\)/m);
  assert.match(stdout, /4 cells: 3 succeeded, 1 failed/);
});

test('--output writes a file whole', async () => {
  const file = notebook('output', 'SELECT 1 AS a');
  const output = path.join(folder, 'report.json');
  const { stdout } = await signals(['run', file, '--format', 'json', '--output', output]);
  assert.equal(stdout, '');
  assert.equal((JSON.parse(readFileSync(output, 'utf8')) as Report).ok, true);
});

test('wrong usage and unreadable files end with 2 and say why', async () => {
  const bytes = path.join(folder, 'latin1.signals');
  writeFileSync(bytes, Buffer.from([0x48, 0xe9, 0x0a]));
  const newer = path.join(folder, 'newer.signals');
  writeFileSync(newer, '---\nsignals: 99\n---\n');
  const wrong: [string[], RegExp][] = [
    [[], /No command/],
    [['walk'], /No command walk/],
    [['run'], /Give one or more \.signals files/],
    [['run', path.join(folder, 'missing.signals')], /cannot be read/],
    [['run', bytes], /UTF-8/],
    [['run', newer], /newer/],
    [['run', 'notebooks/tour.signals', '--speed', '9'], /speed/],
    [['run', 'notebooks/tour.signals', '--format', 'pdf'], /--format is one of/],
    [['run', 'notebooks/tour.signals', '--quant-url', 'https://a.test'], /go together/],
    [
      [
        'run',
        'notebooks/tour.signals',
        '--quant-url',
        'http://a.test',
        '--data-url',
        'https://a.test',
      ],
      /--quant-url/,
    ],
    [['query', 'SELECT 1; SELECT 2'], /one statement/],
    [['query', 'SELECT 1', '--format', 'parquet'], /--output/],
  ];
  for (const [words, message] of wrong) {
    const { code, stderr } = await signals(words);
    assert.equal(code, 2, words.join(' '));
    assert.match(stderr, message, words.join(' '));
  }
});

test('a file of other text is no notebook, for run, check and format', async () => {
  const others: [name: string, text: string, message: RegExp][] = [
    [
      'other.md',
      '# Prose\n\n```sh\nls\n```\n',
      /other\.md is no Signals notebook\. It has no cell/,
    ],
    ['empty.signals', '', /empty\.signals is no Signals notebook\. It has no cell of SQL\./],
    [
      'jupyter.ipynb',
      '{"cells": []}\n',
      /no Signals notebook\. The command Open as Signals Notebook/,
    ],
  ];
  for (const [name, text, message] of others) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    for (const command of ['run', 'check', 'format']) {
      const { code, stdout, stderr } = await signals([command, file]);
      assert.equal(code, 2, `${command} ${name}`);
      assert.match(command === 'check' ? stdout : stderr, message);
    }
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  const head = path.join(folder, 'head.signals');
  writeFileSync(head, '---\nsignals: 1\n---\n');
  for (const command of ['run', 'check', 'format']) {
    assert.equal((await signals([command, head])).code, 0, command);
  }
});

test('query prints a table, CSV or JSON and writes Parquet', async () => {
  // A table has look-alike symbols written out; JSON has the values themselves, nested ones too.
  const sql = `SELECT 1 AS a, 'x,y' AS b, ${nested}, '\u0410APL.XNAS' AS ticker, 'Газпром' AS name, '${obeyed}' AS v`;
  const table = (await signals(['query', sql])).stdout.split('\n');
  assert.match(table[0] ?? '', /^a {2}b {4}l/);
  assert.doesNotMatch(table.join(''), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  assert.deepEqual(table[2]?.split(/ {2,}/).slice(0, -1), [
    ...['1', 'x,y', ...nestedTexts],
    ...['\\u{410}APL.XNAS', 'Газпром'],
  ]);
  const csv = (await signals(['query', sql, '--format', 'csv'])).stdout;
  assert.match(
    csv,
    /^a,b,l,s,m,ticker,name,v\n1,"x,y","\[1, NULL\]",\{'a': \.12\},\{k=2026-01-02\},/,
  );
  assert.ok(csv.endsWith(`,Газпром,${obeyed}\n`), csv);
  const json = (await signals(['query', sql, '--format', 'json'])).stdout;
  assert.deepEqual(JSON.parse(json), [
    {
      ...{ a: 1, b: 'x,y', l: [1, null], s: { a: '.12' }, m: [{ key: 'k', value: '2026-01-02' }] },
      ...{ ticker: '\u0410APL.XNAS', name: 'Газпром', v: obeyed },
    },
  ]);
  assert.doesNotMatch(json.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Zl}]/u);
  const output = path.join(folder, 'a.parquet');
  assert.equal((await signals(['query', sql, '--format', 'parquet', '--output', output])).code, 0);
  assert.equal(readFileSync(output).subarray(0, 4).toString(), 'PAR1');
  const failed = await signals(['query', 'SELECT nope']);
  assert.equal(failed.code, 1);
  assert.match(failed.stderr, /nope/);
});
