import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorLink } from '../../src/cli/notebookFolder';

test('the link of a file in a shared folder names its server', () => {
  const link = (file: string): string => editorLink(new URL(file));
  assert.equal(
    link('file://server/share/a%20note.signals'),
    'vscode://file//server/share/a%20note.signals',
  );
  assert.equal(link('file:///c:/notes/a.signals'), 'vscode://file/c:/notes/a.signals');
});
