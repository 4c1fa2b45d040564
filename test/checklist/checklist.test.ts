import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checklist, testsOf } from './checklistLines';

const lineCount = 190;

/** `FILE: TITLE` of each test that passed. The runner wrote them after the tests that the checklist names. */
function passedTests(): ReadonlySet<string> {
  const file = process.env['SIGNALS_TEST_PASSED'];
  assert.ok(file, 'The checklist is checked after a whole run: npm run test:unit');
  const passed = JSON.parse(readFileSync(file, 'utf8')) as [file: string, title: string][];
  return new Set(passed.map(([at, title]) => `${at}: ${title}`));
}

test('the checklist holds every line of the specification once, in order', () => {
  const expected = Array.from(
    { length: lineCount },
    (_, index) => `C${String(index + 1).padStart(3, '0')}`,
  );
  assert.deepEqual(
    checklist.map(([id]) => id),
    expected,
  );
});

test('every line of the checklist has tests, and all of them passed', () => {
  const passed = passedTests();
  const open = checklist.flatMap(line => {
    const [id, says] = line;
    const tests = testsOf(line);
    const missing = tests.filter(([name, title]) => !passed.has(`test/${name}.test.ts: ${title}`));
    return tests.length === 0
      ? [`${id} ${says}: no test`]
      : missing.map(([name, title]) => `${id} ${says}: ${name}: ${title}`);
  });
  assert.deepEqual(open, []);
});
