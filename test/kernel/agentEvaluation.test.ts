import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { AgentError, AgentRuns, callTool } from '../../src/core/agents/agentTools';
import type { AgentServices } from '../../src/core/agents/agentTool';
import { isRecord } from '../../src/core/base/json';
import { uncancellable } from '../../src/core/base/cancellation';
import { systemClock } from '../../src/io/systemClock';
import { GallerySession } from '../support/galleryCharts';
import { isRight, questions } from './agentQuestions';

/** The values of an answer's rows; of one without rows, the whole answer. */
function valuesOf(answer: string): string[] {
  const [, data] = /\n<data>\n([^]*)\n<\/data>$/.exec(answer) ?? [];
  const parsed: unknown = data === undefined ? null : JSON.parse(data);
  const rows = isRecord(parsed) ? parsed['rows'] : undefined;
  return Array.isArray(rows) ? rows.flat().map(String) : [answer];
}

describe('the evaluation of agents', () => {
  let session: GallerySession;
  let services: AgentServices;
  before(async () => {
    session = await GallerySession.open();
    const none = (): never => {
      throw new AgentError('There are no notebooks.');
    };
    services = {
      runs: new AgentRuns(),
      notebooks: () => Promise.resolve([]),
      notebook: none,
      edit: none,
      confirm: () => Promise.resolve('unavailable'),
      link: () => null,
      timeLimit: { seconds: 60, clock: systemClock },
      timeAdvice: '',
      sharingAdvice: '',
      session: () =>
        Promise.resolve({
          connection: 'sandbox',
          sharesRows: true,
          sharesRowsOf: () => true,
          run: (sql, firstPageRows) =>
            session.run(sql, 'signals-sql', {}, { access: 'read', firstPageRows }),
        }),
    };
  });
  after(() => session.close());

  test('has thirty questions, no two alike, that name no tool', () => {
    assert.equal(questions.length, 30);
    assert.equal(new Set(questions.map(({ question }) => question)).size, 30);
    questions.forEach(({ question }) => assert.doesNotMatch(question, /signals_|SELECT|FROM /));
  });

  test('is answered by the calls that are written down', async () => {
    for (const { question, calls, answer } of questions) {
      let text = '';
      for (const [tool, input] of calls) {
        const called = await callTool(tool, input, services, uncancellable);
        assert.ok(!called.isError, `${question}\n${called.text}`);
        ({ text } = called);
      }
      assert.ok(
        valuesOf(text).some(value => isRight({ answer }, value)),
        `${question}\nIt is ${answer}, not in\n${text}`,
      );
    }
  });

  test('takes a number with its digits, however they are grouped, and no other', () => {
    const right = (given: string): boolean => isRight({ answer: '-1234.500' }, given);
    assert.ok(right('It was −1,234.500 in October 2026.') && right('-1234.5'));
    assert.ok(!right('-1234.501') && !right('1234.5') && !right('1,2 and 34.5'));
    assert.ok(isRight({ answer: 'Rosomont Bank' }, 'That is **Rosomont Bank**.'));
    assert.ok(!isRight({ answer: '7' }, 'There are 17 of 70.'));
  });
});

test('answers that are written down are marked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-test-'));
  const file = path.join(folder, 'answers.jsonl');
  const given = questions.map(({ answer }, index) => ({
    id: index + 1,
    answer: `It is ${answer}.`,
  }));
  await writeFile(
    file,
    [...given.slice(1), { id: 1, answer: 'Unknown' }].map(each => JSON.stringify(each)).join('\n'),
  );
  const marked = spawnSync(process.execPath, ['scripts/evaluateAgents.mjs', file], {
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  assert.equal(marked.status, 1, marked.stderr);
  assert.match(marked.stdout, /^1\. [^]*given: Unknown\n29 of 30 right\n$/);
});
