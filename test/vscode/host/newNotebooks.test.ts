import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands, languages, notebookType } from '../../../src/host/ids';
import { close } from './notebooks';

function inFront(): vscode.NotebookDocument {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  assert.ok(notebook, 'a notebook is in front');
  assert.equal(notebook.notebookType, notebookType);
  return notebook;
}

describe('a new notebook', () => {
  afterEach(close);

  it('is untitled and has one SQL cell to write into', async () => {
    await vscode.commands.executeCommand(commands.newNotebook);
    const notebook = inFront();
    assert.equal(notebook.isUntitled, true);
    assert.deepEqual(
      notebook.getCells().map(cell => cell.document.languageId),
      [languages.sql],
    );
  });

  it('may be a copy of the tour', async () => {
    await vscode.commands.executeCommand(commands.openTour);
    const notebook = inFront();
    assert.equal(notebook.isUntitled, true);
    assert.ok(notebook.getCells().some(cell => cell.document.languageId === languages.sql));
  });

  it('may be of a ranked list and what changed in it; the query of the list can be copied', async () => {
    const query = 'FROM bearish_stocks(amount := 50)';
    const row = { row: { id: 'Bearish' } };
    await vscode.commands.executeCommand(commands.copyListQuery, row);
    assert.equal(await vscode.env.clipboard.readText(), query);
    await vscode.commands.executeCommand(commands.openListAsNotebook, row);
    const [title, list, changes] = inFront()
      .getCells()
      .map(({ document }) => document.getText());
    assert.match(title ?? '', /^# Bearish\n\nThe most bearish stocks/);
    assert.equal(list, query);
    assert.match(changes ?? '', /^FROM overlay_changes\('bearish_stocks', amount := 50\)/);
  });
});

describe('every command of the manifest', () => {
  it('is registered', async () => {
    const known = await vscode.commands.getCommands(true);
    for (const command of Object.values(commands)) {
      assert.ok(known.includes(command), command);
    }
  });
});
