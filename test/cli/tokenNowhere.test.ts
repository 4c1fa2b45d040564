/** One token, everything that the command line makes with it, and the token in none of it. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { zipSync } from 'fflate';
import { cellParams, startCliKernel } from '../../src/cli/kernel';
import { queryFormats, runFormats } from '../../src/cli/commands';
import { connect } from '../../src/cli/connect';
import { uncancellable } from '../../src/core/base/cancellation';
import { addDays, plainDateOfInstant } from '../../src/core/base/plainDate';
import { defaultPlanLimits } from '../../src/core/client/plan';
import { jupyterNotebook, pythonScript } from '../../src/core/jupyter/jupyterNotebook';
import { emptySession } from '../../src/core/language/assist';
import { curlCommands } from '../../src/core/language/curlCommands';
import { readNotebook } from '../../src/core/notebook/notebookFile';
import { exportRecord, type ExportFormat } from '../../src/core/protocol/exportRecord';
import { startProcess } from '../../src/io/startProcess';
import { createSandbox, defaultSandboxConfig, listen } from '../../src/sandbox/sandbox';
import type { SandboxServer } from '../../src/sandbox/sandbox';
import { filesBelow } from '../support/filesBelow';
import { pythonWithRequests } from '../support/python';
import { holdsSecret } from '../support/secretIn';
import { ended, signals } from './command';

/** Any of them is a part of the token that no escape changes. */
const words = ['Kq7Zx9Vw2Rt5', 'Hn4Lp8Ys6Dm3'];
/** Every other kind of character that a token can have. */
const token = words.join(String.raw`+/=~"&%41'\<x>|`);
const today = plainDateOfInstant(Date.now());

let folder: string;
let sandbox: SandboxServer;
let service: Service;
let environment: Record<string, string>;
/** What was printed, answered or copied, by what did it. */
const texts = new Map<string, string>();

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'market-signals-token-'));
  sandbox = await listen(createSandbox({ ...defaultSandboxConfig(today), token }), { port: 0 });
  service = await startService(sandbox);
  // Whatever is left behind is searched too.
  environment = { TMPDIR: made('tmp'), HOME: made('home') };
  process.env['SIGNALS_TOKEN'] = token;
  writeFileSync(path.join(made('work'), 'all.signals'), notebook);
});
after(async () => {
  delete process.env['SIGNALS_TOKEN'];
  await service.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

function made(name: string): string {
  const directory = path.join(folder, name);
  mkdirSync(directory, { recursive: true });
  return directory;
}

interface Service {
  /** The arguments for its addresses: where it answers, and where it repeats the header that it was sent. */
  readonly answering: readonly string[];
  readonly echoing: readonly string[];
  /** How often each echo was sent. */
  readonly echoed: readonly number[];
  close(): Promise<void>;
}

type Echo = readonly [status: number, headers: Readonly<Record<string, string>>, body: string];

/** What services answer when they repeat a header, for the value of the header. */
const echoes: readonly ((header: string) => Echo)[] = [
  header => [
    422,
    {},
    JSON.stringify({ detail: [{ loc: ['query', header], msg: `not ${header}` }] }),
  ],
  header => [422, {}, JSON.stringify({ detail: JSON.stringify({ authorization: header }) })],
  header => [401, { 'www-authenticate': header }, `There is no ${header}.`],
  header => [403, { 'content-type': 'text/html' }, `<title>${htmlOf(header)}</title>`],
  header => [404, {}, encodeURIComponent(header)],
  header => [400, {}, JSON.stringify({ message: Buffer.from(header).toString('base64') })],
  header => [400, {}, Buffer.from(header).toString('hex')],
  header => [302, { location: `https://a.test/?t=${encodeURIComponent(header)}` }, header],
  header => [200, {}, `${header} is not JSON`],
  header => [200, { deprecation: header, sunset: header }, JSON.stringify({ error: header })],
  header => [500, { 'retry-after': '0', warning: header }, `${'x'.repeat(280)} ${header}`],
];

function htmlOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Takes what is below `/echo` itself and hands all else to the sandbox, with a header that repeats the token. */
async function startService(behind: SandboxServer): Promise<Service> {
  const echoed = echoes.map(() => 0);
  let at = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const header = incoming.headers.authorization ?? '';
    if (!incoming.url?.startsWith('/echo')) {
      forward(behind, incoming, outgoing);
      return;
    }
    const index = at++ % (echoes.length + 1);
    const [status, headers, body] = echoes[index]?.(header) ?? [];
    if (status === undefined) {
      incoming.socket.end(`${header}\r\n\r\n`);
      return;
    }
    echoed[index] = (echoed[index] ?? 0) + (header === `Bearer ${token}` ? 1 : 0);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [quant, data] = [behind.quantUrl, behind.dataUrl].map(url => new URL(url).pathname);
  return {
    answering: ['--quant-url', `${origin}${quant}`, '--data-url', `${origin}${data}`],
    echoing: ['--quant-url', `${origin}/echo/q`, '--data-url', `${origin}/echo/d`],
    echoed,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(
  { port }: SandboxServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const headers = { ...incoming.headers, host: `127.0.0.1:${port}` };
  const options = { port, host: '127.0.0.1', method: incoming.method, path: incoming.url, headers };
  const onward = send(options, answer => {
    const warning = `299 - "${incoming.headers.authorization}"`;
    outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, warning });
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

const notebook = `---
title: All
parameters:
  - {name: since, type: date, default: ${addDays(today, -20)}}
---
Prose

\`\`\`{sql}
CREATE TABLE listed AS FROM bullish_stocks(amount := 3);
FROM listed
\`\`\`

\`\`\`{sql}
FROM bearish_stocks(amount := 3)
\`\`\`

\`\`\`{sql}
FROM bull_bear_score_ts(['company:demo0001', 'company:demo0002'], date_from := getvariable('since'))
VISUALISE date AS x, score AS y, entity AS colour
DRAW line
\`\`\`

\`\`\`{sql}
FROM bull_bear_score_ts('company:demo0003', time_horizon := '1W')
\`\`\`

\`\`\`{sql}
FROM trading_volume_ts('company:demo0001')
\`\`\`

\`\`\`{sql}
FROM events_ts(['company:demo0001'])
\`\`\`

\`\`\`{sql}
FROM company_events('company:demo0001', date_from := getvariable('since'))
\`\`\`

\`\`\`{sql}
FROM overlay_changes('bullish_stocks')
\`\`\`

\`\`\`{sql}
--| test: all are listed
FROM bearish_stocks(amount := 2)
\`\`\`
`;

/** Runs a command and keeps what it printed. */
async function ran(name: string, ...command: string[]): Promise<string> {
  const { stdout, stderr } = await signals(command, environment, path.join(folder, 'work'));
  texts.set(name, `${stdout}\n${stderr}`);
  return stdout;
}

/** The connections, each with a folder for what is made of its answers. */
function connections(): [name: string, directory: string, urls: readonly string[]][] {
  return [
    ['answering', made('answering'), service.answering],
    ['echoing', made('echoing'), service.echoing],
  ];
}

test('runs, queries and syncs with a token that a service repeats', async () => {
  for (const [name, directory, urls] of connections()) {
    const snapshots = ['--snapshots', path.join(directory, 'snapshots')];
    for (const format of runFormats) {
      // Text is printed: in a file it is the same.
      const output = format === 'text' ? [] : ['-o', path.join(directory, `run.${format}`)];
      const junit = ['--junit', path.join(directory, `${format}.xml`)];
      const run = ['run', 'all.signals', '--keep-going', '--format', format, ...snapshots];
      await ran(`${name}: run as ${format}`, ...run, ...output, ...junit, ...urls);
    }
    // Some of what the service repeats is shown.
    assert.match(texts.get(`${name}: run as text`) ?? '', /Bearer/);
    const query = ['query', 'FROM bullish_stocks(amount := 4)', ...urls];
    await ran(`${name}: query`, ...query);
    // A query that fails has no result to write, in whatever format.
    for (const format of name === 'echoing' ? ['parquet'] : queryFormats) {
      const file = path.join(directory, `query.${format}`);
      await ran(`${name}: query to ${format}`, ...query, '--format', format, '-o', file);
    }
    const lake = path.join(directory, 'lake');
    const range = ['--entities', 'company:demo0001', '--from', addDays(today, -20)];
    await ran(`${name}: sync`, 'sync', lake, ...range, ...urls);
    const lakeQuery = `FROM bull_bear_score_ts('company:demo0001', date_from := DATE '${addDays(today, -15)}')`;
    await ran(`${name}: query of the lake`, 'query', lakeQuery, '--lake', lake, ...urls);
  }
});

test('the tools for language models', async t => {
  for (const [name, , urls] of connections()) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [path.resolve('dist/cli.js'), 'mcp', 'work', ...urls, '--share-rows', 'yes'],
      env: { ...(process.env as Record<string, string>), ...environment },
      cwd: folder,
      stderr: 'pipe',
    });
    let printed = '';
    transport.stderr?.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    const client = new Client({ name: 'test', version: '1' });
    t.after(() => client.close());
    await client.connect(transport);
    const answers: unknown[] = [await client.listTools(), client.getInstructions()];
    const calls: [tool: string, input: Record<string, unknown>][] = [
      ['describe', { name: 'bullish_stocks' }],
      ['list_overlays', { side: 'bullish', amount: 3 }],
      ['list_overlays', { side: 'bearish', amount: 4 }],
      ['company_events', { company: 'company:demo0001' }],
      ['run_sql', { sql: "FROM trading_volume_ts('company:demo0002')" }],
      ...[5, 6, 7, 8, 9, 10].map((amount): [string, Record<string, unknown>] => [
        'run_sql',
        { sql: `FROM bullish_stocks(amount := ${amount})` },
      ]),
      ['compare_runs', { before: 'run-1', after: 'run-2', key: ['entity'] }],
      ['read_cell', { notebook: 'all.signals', cell: 2 }],
      ['replace_cell', { notebook: 'all.signals', cell: 2, text: 'SELECT 1' }],
    ];
    for (const [tool, input] of calls) {
      answers.push(await client.callTool({ name: `signals_${tool}`, arguments: input }));
    }
    await client.close();
    texts.set(`${name}: mcp`, `${JSON.stringify(answers)}\n${printed}`);
  }
  assert.match(texts.get('echoing: mcp') ?? '', /"isError":true/);
});

const exportFormats: Record<ExportFormat, true> = {
  ...{ csv: true, csvRaw: true, xlsx: true, json: true, ndjson: true, parquet: true, arrow: true },
};

test('the exports of a result, with its record', async t => {
  const [, quantUrl = '', , dataUrl = ''] = service.answering;
  const client = await connect({ name: 'live', quantUrl, dataUrl, synthetic: false });
  const places = { snapshots: null, lake: null };
  const kernel = await startCliKernel(client, null, places, {
    process: startProcess('dist/kernel.js'),
  });
  t.after(() => kernel.dispose());
  const params = {
    ...cellParams(client, places),
    text: 'FROM bullish_stocks()',
    firstPageRows: 50,
  };
  const outcome = await kernel.runCell(
    { ...params, language: 'signals-sql' },
    { cancellation: uncancellable, onProgress: () => undefined },
  );
  texts.set('outcome', JSON.stringify(outcome));
  const { table, provenance, notes, copyright } = outcome;
  assert.match(notes.join(), /Bearer/);
  assert.ok(table);
  const record = exportRecord({ provenance, notes, copyright, rowCount: table.rowCount });
  texts.set('record', JSON.stringify(record));
  for (const format of Object.keys(exportFormats) as ExportFormat[]) {
    const asked = { resultId: table.id, format, record };
    const file = (await kernel.ask('export', asked, uncancellable)).path;
    copyFileSync(file, path.join(made('exports'), `${format}-${path.basename(file)}`));
  }
});

test('the copies of cells as Python and as curl, and errors in Python', async () => {
  const { cells, frontMatter } = readNotebook(notebook);
  const head = { title: null, description: null, fileName: 'all.signals', portfolios: {} };
  const source = {
    ...{ ...head, frontMatter: frontMatter.raw, variables: [] },
    cells: cells.map(({ kind, language, text }) => ({
      ...{ kind, language, text, results: [], errors: [], hasRun: false },
    })),
  };
  texts.set('copy as Python', pythonScript(source));
  texts.set('Jupyter notebook', jupyterNotebook(source));
  const text = {
    ...{ id: 'a', cells: [], portfolios: [], folder: null, allowWriting: false, session: [] },
    parameters: [],
  };
  for (const cell of cells) {
    const facts = { text: cell.text, notebook: text, session: emptySession };
    const commands = curlCommands({ ...facts, limits: defaultPlanLimits, today });
    texts.set(`copy as curl of ${cell.text}`, commands);
  }
  const exported = JSON.parse(readFileSync(path.join(folder, 'echoing', 'run.ipynb'), 'utf8')) as {
    cells: { source: string[] }[];
  };
  const program = `${exported.cells[1]?.source.join('') ?? ''}
import traceback
for at in range(${2 * (echoes.length + 1)}):
    try:
        print(fetch("bullish_stocks", None, amount=str(at + 1)))
    except Exception:
        traceback.print_exc()
`;
  const [, quantUrl = '', , dataUrl = ''] = service.echoing;
  const env = {
    ...{ ...process.env, ...environment },
    ...{ SIGNALS_QUANT_URL: quantUrl, SIGNALS_DATA_URL: dataUrl },
  };
  const child = spawn(pythonWithRequests(), ['-c', program], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, stdout, stderr } = await ended(child);
  texts.set('errors in Python', `${stdout}\n${stderr}`);
  assert.equal(code, 0);
  assert.match(stderr, /the service answered 401\./);
});

/** What a file holds; the pages of a Parquet file are compressed, so it is read. */
async function contentOf(file: string): Promise<Buffer> {
  const bytes = readFileSync(file);
  if (!file.endsWith('.parquet')) {
    return bytes;
  }
  const connection = await (await DuckDBInstance.create()).connect();
  const sql = `SELECT r::VARCHAR FROM (FROM read_parquet('${file}', hive_partitioning = false)) r`;
  const rows = await connection.runAndReadAll(sql);
  return Buffer.concat([bytes, Buffer.from(rows.getRows().flat().join('\n'))]);
}

async function filesWithToken(directory: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of filesBelow(directory, /./).filter(each => statSync(each).isFile())) {
    if (holdsSecret(await contentOf(file), words)) {
      found.push(path.relative(directory, file));
    }
  }
  return found;
}

test('the token is in no file, text, message or answer', async () => {
  assert.ok(
    service.echoed.every(times => times > 0),
    service.echoed.join(),
  );
  const endings = new Set(filesBelow(folder, /\.\w+$/).map(file => path.extname(file)));
  for (const ending of 'arrow csv html ipynb json md ndjson parquet svg table xlsx xml'.split(
    ' ',
  )) {
    assert.ok(endings.has(`.${ending}`), `no file was made that ends in .${ending}`);
  }
  assert.deepEqual(await filesWithToken(folder), []);
  const held = [...texts].filter(([, text]) => holdsSecret(Buffer.from(text), words));
  assert.deepEqual(
    held.map(([name]) => name),
    [],
  );
});

test('the search finds the token in every form', async () => {
  const plain = Buffer.from(`Bearer ${token}`);
  const characters = [...token].map(each => each.charCodeAt(0).toString(16).padStart(2, '0'));
  const base64 = ['', 'x', 'xy'].map(begin => Buffer.from(`${begin}${token}`));
  const forms: Record<string, Uint8Array | string> = {
    plain,
    ...{ first: `${words[0]}`, second: `… ${words[1]}` },
    address: encodeURIComponent(token),
    'address, each character': characters.map(each => `%${each}`).join(''),
    json: JSON.stringify(JSON.stringify(token)),
    'json, each character': characters.map(each => `\\u00${each.toUpperCase()}`).join(''),
    html: htmlOf(token),
    'html, each character': characters.map(each => `&#x${each};`).join(''),
    hex: plain.toString('hex'),
    'hex, capitals': plain.toString('hex').toUpperCase(),
    'hex, separated': characters.join(':'),
    ...Object.fromEntries(base64.map((bytes, at) => [`base64 ${at}`, bytes.toString('base64')])),
    ...Object.fromEntries(base64.map((bytes, at) => [`url ${at}`, bytes.toString('base64url')])),
    'base64, lines': plain.toString('base64').replace(/.{10}/g, '$&\r\n'),
    'UTF-16': Buffer.from(token, 'utf16le'),
    'UTF-16, big end': Buffer.from(token, 'utf16le').swap16(),
    gzip: gzipSync(plain),
    zip: zipSync({ 'xl/a.xml': new TextEncoder().encode(htmlOf(token)) }),
    'zip, name': zipSync({ [`${words[0]}.xml`]: new Uint8Array() }),
  };
  const planted = made('planted');
  for (const [name, form] of Object.entries(forms)) {
    writeFileSync(path.join(planted, name), form);
  }
  const connection = await (await DuckDBInstance.create()).connect();
  const copied = path.join(planted, 'rows.parquet');
  await connection.run(
    `COPY (SELECT '${words[0]}' AS a FROM range(1000)) TO '${copied}' (COMPRESSION zstd)`,
  );
  const all = [...Object.keys(forms), 'rows.parquet'].sort();
  assert.deepEqual(await filesWithToken(planted), all);
  writeFileSync(path.join(made('innocent'), 'a'), words.map(word => word.slice(1)).join(' '));
  assert.deepEqual(await filesWithToken(path.join(folder, 'innocent')), []);
});
