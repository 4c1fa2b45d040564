import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/ids';
import { close, errorOf, resultOf, runCells, workspaceFolder } from './notebooks';

const prices = (): vscode.Uri => vscode.Uri.joinPath(workspaceFolder(), 'prices.csv');

describe('a sample notebook', () => {
  let notebook: vscode.NotebookDocument;
  let first: number;

  after(async () => {
    await close();
    await vscode.workspace.fs.delete(prices());
  });

  it('opens as a copy that belongs to nobody’s file', async () => {
    await vscode.commands.executeCommand(commands.openSample, 'factorCheck');
    const shown = vscode.window.activeNotebookEditor?.notebook;
    assert.ok(shown?.isUntitled);
    assert.match(shown.cellAt(0).document.getText(), /^# Factor check/);
    notebook = shown;
    first = notebook.getCells().findIndex(({ kind }) => kind === vscode.NotebookCellKind.Code);
  });

  it('says what to do where the file of prices is missing', async () => {
    await runCells(notebook, first, first + 1);
    const { message } = errorOf(notebook, first).error;
    assert.match(message, /Write Sandbox Prices Beside Notebook/);
  });

  it('finds the prices that the command of that name wrote', async () => {
    await vscode.commands.executeCommand(commands.writeSandboxPrices);
    await runCells(notebook, first, first + 1);
    const row = resultOf(notebook, first).table?.rows[0] ?? [];
    assert.ok(Number(row[0]) > 100_000 && Number(row[1]) > 500, row.join());
  });
});
