import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFrontMatter } from '../../../src/core/notebook/editFrontMatter';
import type { FrontMatterChanges } from '../../../src/core/notebook/editFrontMatter';
import { readFrontMatter } from '../../../src/core/notebook/frontMatter';
import { NotebookFileError } from '../../../src/core/notebook/notebookFileError';
import fc from '../../support/properties';

function check(raw: string, changes: FrontMatterChanges, expected: string): void {
  assert.equal(withFrontMatter(raw, changes), expected);
}

test('a key is added at the end', () => {
  check('', { title: 'Screen' }, 'title: Screen\n');
  check('signals: 1', { title: 'a: b' }, 'signals: 1\ntitle: "a: b"\n');
  check('# mine\n', { title: 'x' }, '# mine\ntitle: x\n');
});

test('a changed key leaves the others, their comments and their spelling', () => {
  const raw = "signals:   1 # first\ntitle: 'Old'   # keep\nmine: {a:   1,b: 2}\n\n# end\n";
  check(raw, { title: 'New' }, raw.replace("'Old'", 'New'));
  check(raw, { mine: null }, raw.replace('mine: {a:   1,b: 2}\n', ''));
  check('a:\n  - 1\n  - 2\nb: 1\n', { a: [3] }, 'a:\n  - 3\nb: 1\n');
  check('title:\nb: 1\n', { title: 'x' }, 'title: x\nb: 1\n');
});

test('line endings stay as they are', () => {
  check('a: 1\r\nb: 2\r\n', { a: 3, c: [4] }, 'a: 3\r\nb: 2\r\nc:\r\n  - 4\r\n');
});

test('front matter whose last key is removed keeps its version', () => {
  check('title: x\n', { title: null }, '');
  check('# mine\ntitle: x\n', { title: null }, 'signals: 1\n# mine\n');
});

test('front matter that does not parse is left to its author', () => {
  for (const raw of ['title: "open\n', 'just text\n', '- a\n']) {
    assert.throws(
      () => withFrontMatter(raw, { title: 'x' }),
      (error: unknown) => error instanceof NotebookFileError && error.kind === 'frontMatter',
    );
  }
});

test('what was changed is read, and the rest as before', () => {
  const heads = fc.constantFrom(
    '',
    'mine: 1\n',
    'title: |\n  two\n  lines\nmine: 1\n',
    '{ title: x, mine: 1 }\n',
    '? title\n: x\nmine: 1',
    '"title" : x\nmine: 1\n',
    'other: &a [1]\ntitle: *a\nmine: 1\n',
    'title: &b y\nmine: 1\nother: *b\n',
  );
  fc.assert(
    fc.property(heads, fc.string({ minLength: 1, unit: 'grapheme' }), (raw, title) => {
      const edited = withFrontMatter(raw, { title, connection: 'c' });
      const { title: read, connection, problems } = readFrontMatter(edited);
      assert.deepEqual(
        { read, connection, problems },
        { read: title, connection: 'c', problems: [] },
      );
      assert.equal(edited.includes('mine: 1'), raw.includes('mine: 1'));
    }),
  );
});
