import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  close,
  errorOf,
  readFile,
  resultOf,
  rowsOf,
  runCells,
  showFile,
  workspaceFolder,
  writeFile,
} from './notebooks';

const cells = [
  "FROM 'prices.csv'",
  "FROM '/etc/hostname'",
  "COPY (SELECT 1 AS a) TO 'written.csv'",
].map(text => `\`\`\`{sql}\n${text}\n\`\`\`\n`);

async function exists(name: string): Promise<boolean> {
  const files = await vscode.workspace.fs.readDirectory(workspaceFolder());
  return files.some(([file]) => file === name);
}

describe('a saved notebook', () => {
  const content = cells.join('\n');
  let notebook: vscode.NotebookDocument;

  after(close);

  it('reads files of the workspace by names that count from its own folder', async () => {
    await writeFile('below/prices.csv', 'day,price\n2026-01-02,1.5\n');
    notebook = await showFile(await writeFile('below/files.signals', content));
    await runCells(notebook, 0, 1);
    assert.deepEqual(rowsOf(notebook, 0), [['2026-01-02', 1.5]]);
  });

  it('reads no file outside the workspace', async () => {
    await runCells(notebook, 1, 2);
    assert.match(errorOf(notebook, 1).error.code, /^(sql|refused)$/);
  });

  it('writes no file unless the user allowed it', async () => {
    await runCells(notebook, 2, 3);
    assert.equal(errorOf(notebook, 2).error.code, 'refused');
    assert.equal(await exists('written.csv'), false);
  });

  it('stays free of data, and a notebook of the same text shows its outputs on this computer', async () => {
    const { uri } = notebook;
    await runCells(notebook, 0, 1);
    await notebook.save();
    assert.equal((await readFile(uri)).toString(), content);
    assert.equal(resultOf(notebook, 0).restored, false);
    const reopened = await reopenedCopy(content);
    assert.equal(resultOf(reopened, 0).restored, true);
    assert.deepEqual(rowsOf(reopened, 0), [['2026-01-02', 1.5]]);
  });
});

/** Outputs are kept a moment after a run: copies are opened until one has them. */
async function reopenedCopy(content: string): Promise<vscode.NotebookDocument> {
  for (let copy = 1; copy <= 100; copy++) {
    const uri = await writeFile(`copy-${copy}.signals`, content);
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    if (notebook.cellAt(0).outputs.length > 0) {
      return notebook;
    }
  }
  assert.fail('no copy had outputs');
}
