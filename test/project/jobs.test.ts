import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isPassed, runJobs, summary, type Job } from '../../scripts/jobs.mjs';
import { until } from '../support/until';

interface Tries {
  readonly job: Job;
  /** How often it ran. */
  readonly count: () => number;
}

/** @param errors Of its one test, try by try; undefined where the test passes. */
function tried(name: string, twice: boolean, ...errors: (string | undefined)[]): Tries {
  let count = 0;
  const run: Job['run'] = async () => {
    const error = errors[count++];
    const outcome = { title: `${name} works`, name, ms: 1, ...(error ? { error } : {}) };
    return { tests: [outcome], output: '', ms: 1 };
  };
  return { job: { stage: 'pieces', name, run, twice }, count: () => count };
}

const linesOf = (text: string): readonly string[] => text.split('\n');

test('a file that passes when it runs once more is flaky in the last lines, with its reason', async () => {
  const chancy = tried('chancy', true, 'Error: no row\n  is there', undefined);
  const finished = await runJobs([chancy.job, tried('sure', true, undefined).job]);
  assert.equal(isPassed(finished), true);
  assert.deepEqual(linesOf(summary(finished)).slice(-2), [
    'flaky: chancy: chancy works: Error: no row is there',
    '2 passed, 0 failed',
  ]);
  assert.equal(chancy.count(), 2);
});

test('a file that fails both times fails, as does one that has no second try', async () => {
  const broken = tried('broken', true, 'Error: first', 'Error: second');
  const short = tried('short', false, 'Error: at once', undefined);
  const finished = await runJobs([broken.job, short.job]);
  assert.equal(isPassed(finished), false);
  assert.deepEqual(linesOf(summary(finished)).slice(-3), [
    '✖ broken: broken works',
    '✖ short: short works',
    '0 passed, 2 failed',
  ]);
  assert.deepEqual([broken.count(), short.count()], [2, 1]);
});

test('the reason of a flaky file is what differs, in one line of bounded length', async () => {
  const lineOf = async (...errors: readonly string[]): Promise<string | undefined> => {
    const outcomes = errors.map((error, at) => ({ title: `t${at}`, name: `t${at}`, ms: 1, error }));
    const tries = [outcomes, outcomes.map(({ title, name, ms }) => ({ title, name, ms }))];
    const run = async () => ({ tests: tries.shift() ?? [], output: '', ms: 1 });
    const finished = await runJobs([{ stage: 'pieces', name: 'file', run, twice: true }]);
    return linesOf(summary(finished)).at(-2);
  };
  const compared = [
    ...['AssertionError: Expected values to be strictly deep-equal:', '+ actual - expected', ''],
    ...['  {', '    a: 1,', '+   b: 2', '-   b: 3', '  }', '    at file.ts:1:2'],
  ].join('\n');
  assert.equal(
    await lineOf(compared, 'Error: also'),
    'flaky: file: t0 (and 1 more): AssertionError: Expected values to be strictly deep-equal: + b: 2 - b: 3',
  );
  assert.equal(await lineOf(''), 'flaky: file: t0: no reason');
  const long = await lineOf(`Error: ${'x'.repeat(3000)}`);
  assert.ok(long?.endsWith('x…') && long.length < 400);
});

test('a second try runs alone, after everything else', async () => {
  const order: string[] = [];
  const chancy = tried('chancy', true, 'Error', undefined).job;
  const other = tried('other', true, undefined).job;
  const jobs: Job[] = [
    {
      ...chancy,
      run: (...given) => {
        order.push('chancy');
        return chancy.run(...given);
      },
    },
    {
      ...other,
      run: async (...given) => {
        await until(() => order.length > 0);
        // Long enough for a second try that does not wait.
        await delay(20);
        order.push('other');
        return other.run(...given);
      },
    },
  ];
  await runJobs(jobs, 2);
  assert.deepEqual(order, ['chancy', 'other', 'chancy']);
});

test('what a second try leaves out keeps the outcome of the first', async () => {
  const outcome = (name: string, error?: string) => ({
    ...{ title: name, name, ms: 1 },
    ...(error ? { error } : {}),
  });
  const tries = [[outcome('calm'), outcome('chancy', 'Error: late')], [outcome('chancy')]];
  const run = async () => ({ tests: tries.shift() ?? [], output: '', ms: 1 });
  const finished = await runJobs([{ stage: 'pieces', name: 'window', run, twice: true }]);
  assert.equal(linesOf(summary(finished)).at(-1), '2 passed, 0 failed');
});

test('a file whose needs cannot be met fails with their error', async () => {
  const needs = Promise.reject(new Error('no Chromium'));
  const finished = await runJobs([{ ...tried('view', false, undefined).job, needs }]);
  assert.equal(isPassed(finished), false);
  assert.match(finished[0]?.tests[0]?.error ?? '', /no Chromium/);
});

test('a run without a test has not passed', async () => {
  assert.equal(isPassed(await runJobs([])), false);
});
