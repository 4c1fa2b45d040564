import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/ids';
import { close, resultOf, runCells } from './notebooks';

describe('a sample notebook', () => {
  let notebook: vscode.NotebookDocument;

  after(close);

  it('opens as a copy that belongs to nobody’s file', async () => {
    await vscode.commands.executeCommand(commands.openSample, 'factorCheck');
    const shown = vscode.window.activeNotebookEditor?.notebook;
    assert.ok(shown?.isUntitled);
    assert.match(shown.cellAt(0).document.getText(), /^# Factor check/);
    notebook = shown;
  });

  it('has the prices of the sandbox without a file', async () => {
    const first = notebook
      .getCells()
      .findIndex(({ kind }) => kind === vscode.NotebookCellKind.Code);
    await runCells(notebook, first, first + 1);
    const row = resultOf(notebook, first).table?.rows[0] ?? [];
    assert.ok(Number(row[0]) > 100_000 && Number(row[1]) > 500, row.join());
  });
});
