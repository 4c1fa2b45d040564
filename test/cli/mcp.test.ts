import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { agentTools } from '../../src/core/agents/agentTools';
import { base64Forms } from '../../src/core/base/encodedText';
import { writeNotebook, type NotebookCell } from '../../src/core/notebook/notebookFile';
import { mimeTypes } from '../../src/core/protocol/mimeTypes';
import { startOtherService, type OtherService } from '../support/otherService';
import { injections } from '../core/agents/injections';

let folder: string;
let service: OtherService;
/** One server of the sandbox for the tests that need no other. */
let sandbox: Connected;
const token = 'canary-8d41f0c2';
const clients: Client[] = [];

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-mcp-'));
  service = await startOtherService();
  service.token = token;
  sandbox = await connected([]);
});
after(async () => {
  await Promise.all(clients.map(client => client.close()));
  await service.close();
  rmSync(folder, { recursive: true });
});

interface Connected {
  readonly client: Client;
  /** What was written to standard error. */
  readonly printed: () => string;
  /** Calls a tool. */
  readonly call: (name: string, input?: object) => Promise<{ text: string; isError: boolean }>;
  readonly close: () => Promise<void>;
}

/** Starts `signals mcp` with the client of the SDK. */
async function connected(
  words: readonly string[],
  answer?: (message: string) => ElicitResult,
): Promise<Connected> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve('dist/cli.js'), 'mcp', ...words],
    env: { ...process.env, SIGNALS_TOKEN: token },
    stderr: 'pipe',
  });
  let printed = '';
  transport.stderr?.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params.message));
  }
  await client.connect(transport);
  clients.push(client);
  return {
    client,
    printed: () => printed,
    call: async (name, input = {}) => {
      const result = await client.callTool({ name: `signals_${name}`, arguments: { ...input } });
      const content = result.content as { type: string; text: string }[];
      assert.deepEqual(
        content.map(({ type }) => type),
        ['text'],
      );
      return { text: content[0]?.text ?? '', isError: result.isError === true };
    },
    close: () => client.close(),
  };
}

function serviceUrls(): string[] {
  return ['--quant-url', service.quantUrl, '--data-url', service.dataUrl];
}

/** The JSON between the marks. */
function dataOf(text: string): Record<string, unknown> & { rows: unknown[][] } {
  const [, data = '{}'] = text.split(/^<\/?data>$/m);
  return JSON.parse(data) as Record<string, unknown> & { rows: unknown[][] };
}

test('the sandbox answers each tool of the list', async () => {
  const { client, call } = sandbox;
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name, description, annotations }) => [
      name,
      description,
      annotations?.readOnlyHint,
    ]),
    agentTools.map(({ name, description, isEdit }) => [name, description, !isEdit]),
  );
  assert.match(client.getInstructions() ?? '', /^# SQL over Market Signals/);
  const list = await call('list_overlays', { side: 'bullish', amount: 3 });
  assert.match(list.text, /^run-1: 3 rows\./);
  const { rows } = dataOf(list.text);
  assert.deepEqual(
    rows.map(([rank]) => rank),
    [1, 2, 3],
  );
  const company = String(rows[0]?.[1]);
  const events = await call('company_events', { company });
  assert.match(events.text, /^run-2: .*rows?/);
  const described = await call('describe', { name: 'bearish_stocks' });
  assert.match(described.text, /^FROM bearish_stocks\(amount := …/);
  const sql = 'SELECT range AS i, random() AS r FROM range(60)';
  const many = await call('run_sql', { sql });
  assert.match(many.text, /^run-3: the first 50 of 60 rows; 10 are left out\./);
  await call('run_sql', { sql: sql.replace('60', '55') });
  const compared = await call('compare_runs', { before: 'run-3', after: 'run-4', key: ['i'] });
  assert.match(compared.text, /compared\. 0 rows added, 5 removed, 55 changed, 0 the same\./);
  const since = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  const inMonths = { company, date_from: since };
  const all = await call('company_events', inMonths);
  const ids = [String(dataOf(all.text).rows[0]?.[1])];
  for (const detail of ['counts', 'mentions']) {
    const { text } = await call('company_events', { ...inMonths, event_ids: ids, detail });
    const kept = dataOf(text).rows.map(row => String(row[1]));
    assert.deepEqual([...new Set(kept)], ids, text);
  }
  assert.deepEqual(dataOf((await call('read_cell')).text), { notebooks: [] });
});

test('nothing but reading runs, and no file is read', async () => {
  const { call } = sandbox;
  for (const sql of [
    'CREATE TABLE t AS SELECT 1',
    'DROP VIEW entities',
    `FROM read_text('${path.resolve('package.json')}')`,
    `FROM '${path.resolve('package.json')}'`,
    `COPY (SELECT 1) TO '${folder}/made.csv'`,
    'SET threads = 1',
    'SELECT 1; SELECT 2',
  ]) {
    const { text, isError } = await call('run_sql', { sql });
    assert.ok(isError, sql);
    assert.match(text, /^The statement failed/, sql);
    assert.ok(!text.includes('"market-signals"'), text);
  }
  assert.ok(!(await call('run_sql', { sql: 'SELECT 1 AS a' })).isError);
});

/** Statements that would tell of rows without showing them. */
const telling = [
  'FROM bullish_stocks()',
  'SELECT count(*) FROM bullish_stocks()',
  'SELECT CASE WHEN count(*) > 0 THEN 1 ELSE error(1) END FROM bullish_stocks()',
  'SELECT name::INTEGER FROM bullish_stocks()',
  'SELECT error(name) FROM bullish_stocks()',
  'SELECT enum_range(NULL::side_type)',
  'DESCRIBE FROM bullish_stocks()',
  'FROM bullish_stocks(industry := (SELECT name FROM bullish_stocks()))',
  `FROM company_events('company:q1')`,
  'SELECT',
];

test('a service gives no row to a model by default, on no path, and is not even asked', async () => {
  const { call, close } = await connected(serviceUrls());
  const answers = new Set<string>();
  for (const sql of telling) {
    answers.add((await call('run_sql', { sql })).text);
  }
  assert.equal(answers.size, 1, 'one answer, whatever was asked');
  assert.match([...answers][0] ?? '', /^Rows of this connection are not given.*--share-rows yes/);
  assert.ok((await call('list_overlays', { side: 'bullish' })).isError);
  assert.ok((await call('company_events', { company: 'company:q1' })).isError);
  assert.deepEqual(service.received, []);
  assert.ok(!(await call('describe', { name: 'bullish_stocks' })).isError);
  await close();
  const closed = await connected(['--share-rows', 'no']);
  assert.ok((await closed.call('run_sql', { sql: 'SELECT 1' })).isError);
  await closed.close();
});

test('text of a service is data, and its token is in no answer', async () => {
  const { client, call, printed, close } = await connected([
    ...serviceUrls(),
    '--share-rows',
    'yes',
  ]);
  const answers: string[] = [JSON.stringify(await client.listTools())];
  for (const [index, injection] of injections.entries()) {
    service.eventName = injection;
    const sql = `SELECT event_name FROM company_events('company:q${index}')`;
    const { text } = await call('run_sql', { sql });
    answers.push(text);
    const [said = '', data = '', ...rest] = text.split(/^<\/?data>$/m);
    assert.deepEqual(rest, [''], text);
    assert.ok(!said.includes(injection.slice(0, 12)));
    assert.equal((JSON.parse(data) as { rows: string[][] }).rows[0]?.[0], injection);
  }
  service.detail = `${injections[1] ?? ''} ${token}`;
  for (const status of [401, 403, 422, 500]) {
    service.status = status;
    const { text, isError } = await call('run_sql', {
      sql: `SELECT ${status} FROM bearish_stocks(amount := ${status % 90})`,
    });
    answers.push(text);
    assert.ok(isError);
    assert.match(text, /^The statement failed \(request\)\.\n/);
    assert.equal(text.split(/^<\/data>$/m).length, 2);
  }
  service.status = null;
  assert.ok(
    service.received.some(line => line.includes(token)),
    'the service has received it',
  );
  const said = [...answers, printed()].join('\n');
  assert.ok(!said.includes(token));
  for (const { text } of base64Forms(token)) {
    assert.ok(!said.includes(text), text);
  }
  await close();
});

function notebookFile(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test('notebooks are read by their names in the folder, and nothing else is', async () => {
  notebookFile(
    'work/deep/one.signals',
    '---\nparameters:\n  - {name: since, type: date, default: 2026-03-04}\nportfolios:\n  mine: [company:a, company:b]\n---\nHello\n\n```{sql}\nSELECT 1\n```\n',
  );
  notebookFile('work/.hidden/two.signals', 'x');
  notebookFile('outside.signals', 'secret of outside');
  symlinkSync(path.join(folder, 'outside.signals'), path.join(folder, 'work', 'link.signals'));
  const { call, close } = await connected([path.join(folder, 'work')]);
  assert.deepEqual(dataOf((await call('read_cell')).text), { notebooks: ['deep/one.signals'] });
  const notebook = 'deep/one.signals';
  assert.deepEqual(dataOf((await call('read_cell', { notebook })).text)['cells'], [
    { cell: 1, language: 'markdown', starts: 'Hello', hasResult: false },
    { cell: 2, language: 'sql', starts: 'SELECT 1', hasResult: false },
  ]);
  const cell = await call('read_cell', { notebook, cell: 2 });
  assert.match(cell.text, /^The cell has no result\.\n/);
  assert.equal(dataOf(cell.text)['text'], 'SELECT 1');
  for (const name of ['link.signals', '../outside.signals', '.hidden/two.signals', '/etc/passwd']) {
    const { text, isError } = await call('read_cell', { notebook: name });
    assert.ok(isError, name);
    assert.match(text, /^There is no notebook of that name\./);
  }
  const sql = `SELECT getvariable('since') AS since, portfolio('mine') AS mine`;
  assert.deepEqual(dataOf((await call('run_sql', { sql, notebook })).text).rows, [
    ['2026-03-04', ['company:a', 'company:b']],
  ]);
  const alone = await call('run_sql', { sql: `SELECT getvariable('since') AS since` });
  assert.deepEqual(dataOf(alone.text).rows, [[null]]);
  await close();
});

test('a result that a file holds is shown only where its rows may be', async () => {
  const output = (connection: string | null, synthetic: boolean, word: string): NotebookCell => ({
    ...{ kind: 'code', language: 'signals-sql', text: 'FROM t' },
    outputs: {
      copyright: null,
      outputs: [
        {
          [mimeTypes.result]: {
            ...{ version: 1, chart: null, notes: [word], copyright: null, restored: false },
            table: {
              ...{ id: 'r', columns: [{ name: 'a', type: 'VARCHAR' }] },
              ...{ rowCount: 1, rows: [[word]] },
            },
            provenance: {
              ...{ connection, synthetic, calls: [], fetchedAt: '2026-11-20T12:00:00.000Z' },
              elapsedMs: 1,
            },
          },
        },
      ],
    },
  });
  const cells = [
    output('Sandbox', true, 'of the sandbox'),
    output('live', false, 'of a service'),
    output('Sandbox, live', true, 'of both'),
    output(null, false, 'of a file'),
  ];
  const file = notebookFile(
    'kept/a note.signals',
    writeNotebook({ frontMatter: { raw: '' }, cells }),
  );
  const shown = async (words: readonly string[]): Promise<string[]> => {
    const { call, close } = await connected([path.join(folder, 'kept'), ...words]);
    const found: string[] = [];
    for (const cell of [1, 2, 3, 4]) {
      const { text } = await call('read_cell', { notebook: 'a note.signals', cell });
      const data = dataOf(text);
      const { rows = [['']], notes, link } = data as Record<string, unknown[][]>;
      found.push(String(rows?.[0]?.[0]));
      const opens = `vscode://file${pathToFileURL(file).pathname}`;
      assert.equal(link, found.at(-1) === '' ? undefined : opens);
      assert.equal(notes?.[0] ?? '', found.at(-1));
    }
    await close();
    return found;
  };
  assert.deepEqual(await shown([]), ['of the sandbox', '', '', '']);
  assert.deepEqual(await shown(['--share-rows', 'yes']), ['of the sandbox', '', '', 'of a file']);
  assert.deepEqual(await shown(['--share-rows', 'no']), ['', '', '', '']);
});

test('a cell is changed only after yes, and the rest of the file stays as it is', async () => {
  const text = '# Title\r\n\r\n```{sql}\r\nSELECT 1\r\n```\r\n\r\nEnd  \r\n';
  const file = notebookFile('edits/note.signals', text);
  chmodSync(file, 0o640);
  const messages: string[] = [];
  let answer: ElicitResult = { action: 'decline' };
  const { call, close } = await connected([path.dirname(file)], message => {
    messages.push(message);
    return answer;
  });
  const notebook = 'note.signals';
  const replace = { notebook, cell: 2, text: 'SELECT 2' };
  for (const refusal of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { change: false } },
  ] as const) {
    answer = refusal;
    const { text: said, isError } = await call('replace_cell', replace);
    assert.ok(isError);
    assert.match(said, /The person declined\. Nothing was changed\./);
    assert.equal(readFileSync(file, 'utf8'), text);
  }
  assert.match(
    messages[0] ?? '',
    /^Replace cell 2 of note\.signals\?\n\nNew text:\nSELECT 2\n\nOld text:\nSELECT 1$/,
  );
  answer = { action: 'accept', content: { change: true } };
  assert.equal((await call('replace_cell', replace)).text, 'Done. The cell has not been run.');
  assert.equal(readFileSync(file, 'utf8'), text.replace('SELECT 1', 'SELECT 2'));
  await call('insert_cell', { notebook, after: 2, language: 'sql', text: 'SELECT 3' });
  const [before = '', ended = ''] = text.replace('SELECT 1', 'SELECT 2').split('\r\n\r\nEnd');
  const now = readFileSync(file, 'utf8');
  assert.equal(now, `${before}\r\n\r\n\`\`\`{sql}\r\nSELECT 3\r\n\`\`\`\r\n\r\nEnd${ended}`);
  assert.equal(statSync(file).mode & 0o777, 0o640);
  await close();
});

test('a notebook that changes while the person is asked is not overwritten', async () => {
  const file = notebookFile('race/note.signals', '```{sql}\nSELECT 1\n```\n');
  const { call, close } = await connected([path.dirname(file)], () => {
    writeFileSync(file, '```{sql}\nSELECT 9\n```\n');
    return { action: 'accept', content: { change: true } };
  });
  const { text, isError } = await call('replace_cell', {
    ...{ notebook: 'note.signals', cell: 1, text: 'SELECT 2' },
  });
  assert.ok(isError);
  assert.match(text, /^Nothing was changed: the notebook has changed since/);
  assert.equal(readFileSync(file, 'utf8'), '```{sql}\nSELECT 9\n```\n');
  await close();
});

test('a client that cannot ask a person changes nothing', async () => {
  const file = notebookFile('unasked/note.signals', 'Hello\n');
  const { call, close } = await connected([path.dirname(file)]);
  const { text, isError } = await call('insert_cell', {
    ...{ notebook: 'note.signals', after: 0, language: 'markdown', text: 'Hi' },
  });
  assert.ok(isError);
  assert.match(text, /needs the consent of a person/);
  assert.equal(readFileSync(file, 'utf8'), 'Hello\n');
  await close();
});

test('a cancelled call stops its query, and the next one runs', async () => {
  const { client, call } = sandbox;
  const stop = new AbortController();
  const sql =
    'SELECT count(*) FROM range(1e12::BIGINT) a, range(1e12::BIGINT) b WHERE a.range % 7 = b.range';
  const running = client.callTool({ name: 'signals_run_sql', arguments: { sql } }, undefined, {
    signal: stop.signal,
  });
  stop.abort();
  await assert.rejects(running);
  // It waits for its turn, so the query before it has ended.
  assert.match((await call('run_sql', { sql: 'SELECT 2 AS a' })).text, /^run-\d+: 1 row/);
});

test('a statement is stopped at the time limit, whatever it does, and the next one runs', async () => {
  const { call, close } = await connected(['--time-limit', '1']);
  for (const sql of [
    'SELECT count(*) FROM range(1e12::BIGINT) a, range(1e12::BIGINT) b WHERE a.range % 7 = b.range',
    // DuckDB folds it while it plans the statement, and nothing interrupts it there.
    "SELECT levenshtein(repeat('a', 400000), repeat('b', 400000))",
  ]) {
    const { text, isError } = await call('run_sql', { sql });
    assert.ok(isError);
    assert.match(text, /^The statement was stopped after 1 second, .* with --time-limit\.$/);
    let next = await call('run_sql', { sql: 'SELECT 42 AS answer' });
    while (next.isError) {
      next = await call('run_sql', { sql: 'SELECT 42 AS answer' });
    }
    assert.match(next.text, /\[42\]/);
  }
  await close();
});

test('a call that waits is cancelled alone: what it waits for goes on', async () => {
  const { client, call, close } = await connected([]);
  await call('run_sql', { sql: 'SELECT 1' });
  const long = call('run_sql', {
    sql: 'SELECT count(*) FROM range(100000000) WHERE range % 7 = 3',
  });
  const stop = new AbortController();
  const waiting = client.callTool(
    { name: 'signals_run_sql', arguments: { sql: 'SELECT 2' } },
    undefined,
    { signal: stop.signal },
  );
  stop.abort();
  await assert.rejects(waiting);
  const { text, isError } = await long;
  assert.ok(!isError, text);
  await close();
});

test('the server ends with its client, and says what is wrong with its arguments', async () => {
  const child = spawn(process.execPath, ['dist/cli.js', 'mcp'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end();
  assert.deepEqual(await once(child, 'exit'), [0, null]);
  for (const words of [['nothere'], ['--share-rows', 'maybe'], ['--time-limit', '0'], ['a', 'b']]) {
    const wrong = spawn(process.execPath, ['dist/cli.js', 'mcp', ...words], { stdio: 'ignore' });
    assert.deepEqual(await once(wrong, 'exit'), [2, null], words.join(' '));
  }
});

test('a cancelled call whose statement cannot be interrupted ends its kernel, and the next one runs', async () => {
  const { client, call } = await connected([]);
  // DuckDB folds it while it plans the statement: for a minute and more.
  const sql = "SELECT levenshtein(repeat('a', 400000), repeat('b', 400000))";
  await assert.rejects(
    client.callTool({ name: 'signals_run_sql', arguments: { sql } }, undefined, { timeout: 1000 }),
    /timed out/i,
  );
  let answer = await call('run_sql', { sql: 'SELECT 42 AS answer' });
  // A call that waits while the kernel is ended fails.
  if (answer.isError) {
    answer = await call('run_sql', { sql: 'SELECT 42 AS answer' });
  }
  assert.match(answer.text, /\[42\]/);
});
