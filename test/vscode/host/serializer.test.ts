import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { languages } from '../../../src/host/ids';
import { readFile, writeFile } from './notebooks';

const awkward = [
  '---',
  'signals: 1',
  'title: "Kept"   # a comment',
  'unknown: {a: 1}',
  '---',
  '',
  '',
  '# Title',
  '',
  '+++',
  '',
  'More prose.',
  '',
  '```{sql}',
  'SELECT 1;  ',
  '```',
  '',
  '````{vega-lite}',
  '{"mark": "line"}',
  '````',
].join('\n');

async function open(name: string, content: string | Uint8Array) {
  const uri = await writeFile(name, content);
  return vscode.workspace.openNotebookDocument(uri);
}

/** Changes the last cell and changes it back, so that saving writes. */
async function touch(notebook: vscode.NotebookDocument): Promise<void> {
  const { document } = notebook.cellAt(notebook.cellCount - 1);
  const end = document.positionAt(document.getText().length);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, end, 'x');
  await vscode.workspace.applyEdit(edit);
  const undo = new vscode.WorkspaceEdit();
  undo.delete(document.uri, new vscode.Range(end, end.translate(0, 1)));
  await vscode.workspace.applyEdit(undo);
}

describe('a .signals file in the editor', () => {
  const files: [string, string][] = [
    ['front matter, odd gaps and long fences', awkward],
    ['Windows line endings', awkward.replaceAll('\n', '\r\n')],
    ['a byte order mark and no line break at its end', `\uFEFF${awkward}`],
    ['nothing but prose', 'Just prose.\n'],
  ];
  for (const [index, [what, content]] of files.entries()) {
    it(`with ${what} is saved to the byte`, async () => {
      const notebook = await open(`round-trip-${index}.signals`, content);
      await touch(notebook);
      await notebook.save();
      assert.equal(notebook.isDirty, false);
      assert.equal((await readFile(notebook.uri)).toString(), content);
    });
  }

  it('opens as cells of three languages', async () => {
    const notebook = await open('languages.signals', awkward);
    const found = notebook.getCells().map(cell => cell.document.languageId);
    assert.deepEqual(found, ['markdown', 'markdown', languages.sql, languages.vegaLite]);
  });

  it('keeps its front matter and its other cells when one cell changes', async () => {
    const notebook = await open('edited.signals', awkward);
    const { document } = notebook.cellAt(2);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 8), 'SELECT 42');
    await vscode.workspace.applyEdit(edit);
    await notebook.save();
    const expected = awkward.replace('SELECT 1;', 'SELECT 42;');
    assert.equal((await readFile(notebook.uri)).toString(), expected);
  });

  const refused: [string, string | Uint8Array, RegExp][] = [
    ['bytes that are not UTF-8', Uint8Array.of(0x23, 0x20, 0xff, 0xfe, 0x0a), /not UTF-8/],
    [
      'a newer version of the format',
      '---\nsignals: 2\n---\n\n```{sql}\nSELECT 1\n```\n',
      /version 2/,
    ],
  ];
  for (const [what, content, sentence] of refused) {
    it(`with ${what} does not open, and stays as it is`, async () => {
      const uri = await writeFile('refused.signals', content);
      await assert.rejects(async () => vscode.workspace.openNotebookDocument(uri), sentence);
      assert.deepEqual(await readFile(uri), Buffer.from(content));
    });
  }
});
