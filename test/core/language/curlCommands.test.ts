import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

function commandsOf(text: string): string {
  const today = '2026-11-20' as PlainDate;
  return curlCommands({ text, notebook, session: emptySession, limits: defaultPlanLimits, today });
}

/** What a shell hands to curl, command by command. */
function wordsOf(commands: readonly string[]): string[][] {
  const input = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${commands.join('\n')}\n`;
  const env = { SIGNALS_TOKEN: 'T', SIGNALS_QUANT_URL: 'https://q', SIGNALS_DATA_URL: 'https://d' };
  const { stdout, stderr } = spawnSync('sh', { input, encoding: 'utf8', env });
  assert.equal(stderr, '');
  return stdout
    .split('\n\0')
    .filter(part => part !== '')
    .map(part => part.split('\0').slice(0, -1));
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
  const sent = wordsOf(commands);
  assert.equal(sent.length, names.length);
  sent.forEach((words, at) => {
    const connection = { name: 'q', quantUrl: 'https://q', dataUrl: 'https://d', synthetic: false };
    const { url, body } = requestAddress(connection, {
      operation: 'bull_bear_score_ts_itemized',
      entities: [canonicalKeyOf(names[at] ?? '')],
      parameters: { date_from: '2026-01-01' },
    });
    assert.equal(words.at(-1), url);
    assert.equal(words[words.indexOf('--data-raw') + 1], body);
    assert.ok(words.includes('Authorization: Bearer T'));
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
