import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { showCells } from './notebooks';

function at(notebook: vscode.NotebookDocument, cell: number, word: string): vscode.Position {
  const { document } = notebook.cellAt(cell);
  return document.positionAt(document.getText().indexOf(word));
}

function places(notebook: vscode.NotebookDocument, locations: vscode.Location[]): string[] {
  return locations.map(({ uri, range }) => {
    const cells = notebook.getCells();
    const cell = cells.findIndex(({ document }) => document.uri.toString() === uri.toString());
    return `${cell}:${cells[cell]?.document.getText(range) ?? ''}@${range.start.line}`;
  });
}

function texts(notebook: vscode.NotebookDocument): string[] {
  return notebook.getCells().map(({ document }) => document.getText());
}

const before = [
  'CREATE TABLE top5 AS FROM bullish_stocks(amount := 5)',
  'SELECT top5.entity\nFROM top5',
  'CREATE VIEW names AS SELECT name FROM top5',
];

describe('a name of the notebook', () => {
  it('leads to its definition and to every cell that names it', async () => {
    const notebook = await showCells(...before);
    const { uri } = notebook.cellAt(1).document;
    const position = at(notebook, 1, 'top5.');
    const definitions = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeDefinitionProvider',
      uri,
      position,
    );
    assert.deepEqual(places(notebook, definitions), ['0:top5@0']);
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      uri,
      position,
    );
    assert.deepEqual(places(notebook, references).sort(), [
      '0:top5@0',
      '1:top5@0',
      '1:top5@1',
      '2:top5@0',
    ]);
    const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      uri,
      position,
    );
    assert.equal(highlights.length, 2);
  });

  it('is renamed in every cell, and one Undo takes that back', async () => {
    const notebook = await showCells(...before);
    const { uri } = notebook.cellAt(0).document;
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      uri,
      at(notebook, 0, 'top5'),
      'leaders',
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    const after = before.map(text => text.replaceAll('top5', 'leaders'));
    assert.deepEqual(texts(notebook), after);
    await vscode.commands.executeCommand('undo');
    assert.deepEqual(texts(notebook), before);
  });

  it('is not renamed to one that is taken, and what no cell makes is not renamed', async () => {
    const notebook = await showCells(...before);
    const { uri } = notebook.cellAt(0).document;
    const renamed = (word: string, name: string): Thenable<unknown> =>
      vscode.commands.executeCommand(
        'vscode.executeDocumentRenameProvider',
        uri,
        at(notebook, 0, word),
        name,
      );
    await assert.rejects(Promise.resolve(renamed('top5', 'names')), /taken/);
    await assert.rejects(Promise.resolve(renamed('bullish_stocks', 'x')), /Only tables/);
    assert.deepEqual(texts(notebook), before);
  });
});

describe('a renaming', () => {
  it('that would break another cell says which, and changes nothing', async () => {
    const cells = ['CREATE TABLE row_ AS SELECT 1 AS a', 'SELECT row_ FROM row_'];
    const notebook = await showCells(...cells);
    const renamed = vscode.commands.executeCommand(
      'vscode.executeDocumentRenameProvider',
      notebook.cellAt(0).document.uri,
      at(notebook, 0, 'row_'),
      'other',
    );
    await assert.rejects(Promise.resolve(renamed), /Cell 2 uses the rows of row_ as a value/);
    assert.deepEqual(texts(notebook), cells);
  });
});

describe('the outline of a cell', () => {
  it('has an entry for each statement and chart, and folds what has several lines', async () => {
    const notebook = await showCells(
      "CREATE TABLE t AS SELECT 1 AS a;\nFROM t\nVISUALISE a AS x, a AS y\nDRAW point LABEL title => 'Where?'",
    );
    const { uri } = notebook.cellAt(0).document;
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      uri,
    );
    const said = symbols.map(({ name, children }) => [name, ...children.map(child => child.name)]);
    assert.deepEqual(said, [['t'], ['FROM t', 'Where?']]);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    assert.deepEqual(
      folds.map(({ start, end }) => [start, end]),
      [
        [1, 3],
        [2, 3],
      ],
    );
  });
});
