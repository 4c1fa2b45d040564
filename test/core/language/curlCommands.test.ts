import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { test } from 'node:test';
import { textLiteral } from '../../../src/core/base/quoted';
import type { PlainDate } from '../../../src/core/base/plainDate';
import { requestAddress } from '../../../src/core/client/address';
import { defaultPlanLimits } from '../../../src/core/client/plan';
import { emptySession } from '../../../src/core/language/assist';
import { curlCommands } from '../../../src/core/language/curlCommands';
import type { NotebookText } from '../../../src/core/language/notebookText';
import { canonicalKeyOf } from '../../../src/core/service/entityKey';
import fc from '../../support/properties';

const notebook: NotebookText = {
  ...{ id: 'a', cells: [], portfolios: [], folder: null, allowWriting: false, session: [] },
  parameters: [{ name: 'since', type: 'date', value: '2026-01-01' }],
};

const token = String.raw`T%s\n"$HOME'+/=`;

function commandsOf(text: string): string {
  const today = '2026-11-20' as PlainDate;
  return curlCommands({ text, notebook, session: emptySession, limits: defaultPlanLimits, today });
}

const shells = ['sh', 'bash', 'dash', 'zsh', 'ksh'].filter(
  shell => spawnSync(shell, ['-c', 'exit 7']).status === 7,
);

/** What a shell hands to curl, command by command: its arguments, and its standard input as the last. */
function wordsOf(shell: string, commands: readonly string[]): string[][] {
  const own = String.raw`curl() { printf '%s\0' "$@"; cat; printf '\0\1\0'; }`;
  const input = `${own}\n${commands.join('\n')}\n`;
  const env = {
    PATH: process.env['PATH'],
    ...{ SIGNALS_TOKEN: token, SIGNALS_QUANT_URL: 'https://q', SIGNALS_DATA_URL: 'https://d' },
  };
  const { stdout, stderr } = spawnSync(shell, { input, encoding: 'utf8', env });
  assert.equal(stderr, '', shell);
  return stdout
    .split('\0\x01\0')
    .slice(0, -1)
    .map(part => part.split('\0'));
}

test('a shell hands curl the request of the call, whatever its arguments hold', () => {
  const hostile = fc.oneof(
    fc.string({ minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^['"`$\\();&|<>*?!#~ \n\t{}a-c]{1,12}$/),
  );
  const names = fc.sample(hostile, 400).map(name => `company:x${name}`);
  const commands = names.map(name =>
    commandsOf(
      `FROM bull_bear_score_ts([${textLiteral(name)}], date_from := getvariable('since'))`,
    ),
  );
  assert.ok(shells.includes('sh'));
  const [sent = [], ...others] = shells.map(shell => wordsOf(shell, commands));
  others.forEach((words, at) => assert.deepEqual(words, sent, shells[at + 1]));
  assert.equal(sent.length, names.length);
  sent.forEach((words, at) => {
    const connection = { name: 'q', quantUrl: 'https://q', dataUrl: 'https://d', synthetic: false };
    const { url, body } = requestAddress(connection, {
      operation: 'bull_bear_score_ts_itemized',
      entities: [canonicalKeyOf(names[at] ?? '')],
      parameters: { date_from: '2026-01-01' },
    });
    assert.deepEqual(words.slice(-2), [url, `Authorization: Bearer ${token}\n`]);
    assert.equal(words[words.indexOf('--data-raw') + 1], body);
    assert.ok(!words.slice(0, -1).some(word => word.includes(token)));
  });
});

test('entities that are known when the cell runs are a variable, and a comment says what they are', () => {
  const text = `FROM events_ts((SELECT list(entity)
FROM t), default_time_back := '1m')`;
  const commands = commandsOf(text);
  assert.match(commands, /^# Set ENTITIES to the JSON list of \(SELECT list\(entity\) FROM t\)\n/);
  assert.match(commands, /--data-raw "\$ENTITIES"/);
  assert.match(
    commands,
    /"\$SIGNALS_DATA_URL"'\/portfolio\/events_ts_itemized\?default_time_back=1m'/,
  );
  assert.equal(commandsOf('SELECT 1'), '');
});

test('curl sends the token, and the arguments of no process hold it', async t => {
  if (['curl', 'ps'].some(program => spawnSync(program, ['--version']).status !== 0)) {
    t.diagnostic('There is no curl or no ps: no request was sent.');
    return;
  }
  const received: (string | undefined)[] = [];
  const seen: string[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers.authorization, request.headers['content-type'], request.url);
    const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' });
    seen.push(stdout);
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...{ SIGNALS_TOKEN: token, SIGNALS_QUANT_URL: url, SIGNALS_DATA_URL: `${url}/data` },
  };
  const shell = spawn('sh', { env, stdio: ['pipe', 'pipe', 'pipe'] });
  shell.stdin.end(commandsOf("FROM events_ts(['a', 'b'])"));
  const printed = await Promise.all([textOf(shell.stdout), textOf(shell.stderr)]);
  server.close();
  assert.deepEqual(printed, ['{}', '']);
  assert.deepEqual(received, [
    `Bearer ${token}`,
    'application/json',
    '/data/portfolio/events_ts_itemized',
  ]);
  assert.match(seen[0] ?? '', /^curl .*-H @-.*events_ts_itemized$/m);
  assert.ok(!seen.join('').includes(token));
});
