import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checklist, testsOf } from './checklistLines';

const lineCount = 190;

/** Titles of the tests in a source, as they are written. */
function titlesIn(file: string): ReadonlySet<string> {
  if (!existsSync(file)) {
    return new Set();
  }
  const source = readFileSync(file, 'utf8');
  const titles = source.matchAll(/^\s*test\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gm);
  return new Set([...titles].map(match => (match[2] ?? '').replaceAll(/\\(['"`])/g, '$1')));
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

test('every line of the checklist has a test', () => {
  const bare = checklist.filter(line => testsOf(line).length === 0);
  assert.deepEqual(bare, []);
});

test('every test that the checklist names exists', () => {
  const titles = new Map<string, ReadonlySet<string>>();
  const absent = new Set<string>();
  for (const line of checklist) {
    for (const [name, title] of testsOf(line)) {
      const file = `test/${name}.test.ts`;
      const known = titles.get(file) ?? titlesIn(file);
      titles.set(file, known);
      if (!known.has(title)) {
        absent.add(`${file}: ${title}`);
      }
    }
  }
  assert.deepEqual([...absent], []);
});

test('a title is found in its file, and none in a file that is missing', () => {
  assert.ok(
    titlesIn('test/project/checklist.test.ts').has('every line of the checklist has a test'),
  );
  assert.equal(titlesIn('test/project/none.test.ts').size, 0);
});
