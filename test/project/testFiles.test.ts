/** No test is lost between the folders and the summary of a run. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hostTestFiles } from '../../scripts/hostTestBundle.mjs';
import { pathWords } from '../../scripts/jobs.mjs';
import { missingTests, runTestFiles } from '../../scripts/testFiles.mjs';
import { checklistFile, nodeTests } from '../../scripts/unitTests.mjs';
import { viewTestFiles } from '../../scripts/viewTests.mjs';
import { filesToRun, windowTestFiles } from '../../scripts/windowTests.mjs';
import { filesBelow } from '../support/filesBelow';

test('every test file belongs to one stage', () => {
  const all = filesBelow('test', /\.test\.ts$/);
  const staged = [
    ...[...nodeTests(), checklistFile],
    ...[...viewTestFiles(), ...hostTestFiles(), ...windowTestFiles()],
  ];
  assert.deepEqual(staged.toSorted(), all.toSorted());
});

/** Runs files with these contents in one process. */
async function outcomesOf(...contents: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'signals-tests-'));
  try {
    const bundles = new Map(
      contents.map((_, at) => [`${at}.mjs`, path.join(folder, `${at}.mjs`)] as const),
    );
    for (const [at, text] of contents.entries()) {
      await writeFile(path.join(folder, `${at}.mjs`), `import { test } from 'node:test';\n${text}`);
    }
    const { tests } = await runTestFiles(bundles, [...bundles.keys()]);
    return tests.map(({ name, error }) => [name, error]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a file that cannot be loaded fails with its error, and the files after it run', async () => {
  const [first, loaded, last, ...others] = await outcomesOf(
    "test('first', () => {});",
    "throw new Error('no such table');",
    "test('last', () => {});",
  );
  assert.deepEqual([first, last, others], [['first', undefined], ['last', undefined], []]);
  assert.match(String(loaded?.[0]), /1\.mjs is loaded$/);
  assert.match(String(loaded?.[1]), /no such table/);
});

test('what fails after its test has ended fails with its error, also where another test failed', async () => {
  const outcomes = await outcomesOf(
    "test('early', () => { setTimeout(() => { throw new Error('too late'); }); });",
    "test('slow', () => new Promise(resolve => setTimeout(resolve, 50)));",
    "test('broken', () => { throw new Error('no'); });",
  );
  const failed = outcomes.filter(([, error]) => error !== undefined);
  assert.equal(outcomes.length, 4);
  assert.deepEqual(failed.map(([name]) => name).sort(), [
    'broken',
    'nothing fails after its test has ended',
  ]);
  assert.ok(failed.some(([, error]) => error?.includes('too late')));
});

test('a process that ends in the middle fails, also where a test failed before', async () => {
  const outcomes = await outcomesOf(
    "test('broken', () => { throw new Error('no'); });",
    "test('ending', () => process.kill(process.pid, 'SIGKILL'));",
  );
  const [name, error] = outcomes.at(-1) ?? [];
  assert.equal(name, 'the process');
  assert.match(String(error), /^The process ended with SIGKILL after \d tests\.$/);
});

test('a test file of which no test ran fails', () => {
  const passed = { title: 'works', name: 'works', file: 'test/a.test.ts', ms: 1 };
  const missing = missingTests(
    ['test/print.ts', 'test/a.test.ts', 'test/b.test.ts'],
    [passed, { ...passed, error: 'Error: no' }],
    1,
  );
  assert.deepEqual(
    missing.map(({ file, error }) => [file, error]),
    [['test/b.test.ts', 'No test of it ran.']],
  );
  assert.deepEqual(missingTests(['test/a.test.ts'], [passed], 0), []);
});

test('a second try of files that share a window runs those that failed, and all where it is not known which', () => {
  const group = ['a', 'b', 'c'];
  const outcome = (file: string | undefined, error?: string) => ({
    ...{ title: 'works', name: 'works', ms: 1 },
    ...(file === undefined ? {} : { file }),
    ...(error === undefined ? {} : { error }),
  });
  assert.deepEqual(filesToRun(group), group);
  assert.deepEqual(filesToRun(group, [outcome('a'), outcome('b', '')]), ['b']);
  assert.deepEqual(filesToRun(group, [outcome('b', 'no'), outcome(undefined, 'ended')]), group);
});

test('a path as a shell completes it names a file as the part of a path does', () => {
  assert.deepEqual(pathWords(['plan', './test/a.test.ts', path.resolve('test/b.test.ts')]), [
    'plan',
    path.join('test', 'a.test.ts'),
    path.join('test', 'b.test.ts'),
  ]);
});
