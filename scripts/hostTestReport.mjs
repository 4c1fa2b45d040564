/** Reads the report that the tests inside VS Code write while they run. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @param {string} file Written by `test/vscode/host/runSuites.ts`; it may not exist yet.
 * @returns {{ tests: import('./testFiles.mjs').TestResult[], running?: string, ended: boolean }} What ended, the test
 *   that runs, and whether all have run.
 */
export function readHostReport(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const events = lines.map(line => JSON.parse(line));
  const tests = events.filter(({ event }) => event === 'pass' || event === 'fail');
  return {
    tests: tests.map(({ title, ms = 0, detail }) => ({ title, name: title, ms, error: detail })),
    running: events.findLast(({ event }) => event === 'begin')?.title,
    ended: events.at(-1)?.event === 'end',
  };
}
