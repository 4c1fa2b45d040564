import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { diagnosticSource, languages } from '../../../src/host/ids';
import { problemExamples } from '../../support/problemExamples';
import {
  orders,
  runAll,
  showCells,
  showFile,
  successes,
  until,
  writeCell,
  writeFile,
} from './notebooks';

/** The codes of the cell's problems. */
function codes(cell: vscode.NotebookCell): string[] {
  return problems(cell).map(problem => problem.split(' ')[1] ?? '');
}

/** What the problems view says of the cell: `line:column code`. */
function problems(cell: vscode.NotebookCell): string[] {
  return vscode.languages
    .getDiagnostics(cell.document.uri)
    .filter(({ source }) => source === diagnosticSource)
    .map(({ range, code }) => `${range.start.line}:${range.start.character} ${String(code)}`);
}

async function untilProblems(
  cell: vscode.NotebookCell,
  expected: readonly string[],
): Promise<void> {
  await until(`the problems are ${expected.join()}`, () => {
    return problems(cell).join() === expected.join();
  });
}

/** Writes all cells in one edit. */
async function replaceAll(
  notebook: vscode.NotebookDocument,
  texts: readonly string[],
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  notebook.getCells().forEach(({ document }, index) => {
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), texts[index] ?? '');
  });
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Applies the preferred fix of the cell's first problem, which has that title. */
async function applyFix({ document }: vscode.NotebookCell, title: string): Promise<void> {
  const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
  assert.ok(diagnostic);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
  );
  const action = actions.find(other => other.title === title);
  assert.ok(action?.isPreferred, actions.map(other => other.title).join());
  if (action.edit) {
    assert.ok(await vscode.workspace.applyEdit(action.edit));
  }
  if (action.command) {
    const args: readonly unknown[] = action.command.arguments ?? [];
    await vscode.commands.executeCommand(action.command.command, ...args);
  }
}

describe('a cell that is typed', () => {
  it('is told what is wrong with it, without running it, and no more when it is right', async () => {
    const notebook = await showCells('SELECT 1', "FROM bullish_stocks(\n  industry := 'tech')");
    await untilProblems(notebook.cellAt(1), ['1:14 argument.unknownValue']);
    await writeCell(notebook.cellAt(1).document, 'FROM bullish_stocks()');
    await untilProblems(notebook.cellAt(1), []);
    await writeCell(notebook.cellAt(1).document, 'SELECT nothing_here');
    await untilProblems(notebook.cellAt(1), ['0:7 unknownColumn']);
    assert.deepEqual(problems(notebook.cellAt(0)), []);
  });

  it('is told of the word that is typed when typing rests, and of others at once', async () => {
    const notebook = await showCells('SELECT 1');
    const cell = notebook.cellAt(0);
    await writeCell(cell.document, 'SELECT nope; SELECT 1 FROM range(2)');
    await untilProblems(cell, ['0:7 unknownColumn']);
    const seen: string[] = [];
    const watch = vscode.languages.onDidChangeDiagnostics(() => {
      const now = problems(cell).join();
      if (seen.at(-1) !== now) {
        seen.push(now);
      }
    });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(cell.document.uri, new vscode.Position(0, 21), ', nothing_here');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await untilProblems(cell, ['0:7 unknownColumn', '0:23 unknownColumn']);
    watch.dispose();
    assert.equal(seen[0], '0:7 unknownColumn');
  });

  it('is not told what is missing at its cursor until the cursor leaves', async () => {
    const notebook = await showCells('', 'FROM t');
    const [cell, below] = notebook.getCells();
    assert.ok(cell && below);
    await untilProblems(below, ['0:5 unknownTable']);
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = await until('the cell has the cursor', () => {
      const { activeTextEditor } = vscode.window;
      return activeTextEditor?.document === cell.document && activeTextEditor;
    });
    for (const text of 'CREATE TABLE t AS SELECT 1; FROM ') {
      await vscode.commands.executeCommand('type', { text });
    }
    await untilProblems(below, []);
    assert.deepEqual(problems(cell), []);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await untilProblems(cell, ['0:31 syntax']);
  });

  it('is told of every kind of problem as it is typed, and no more as it is put right', async () => {
    const texts = problemExamples.flatMap(([, cells]) => cells);
    const notebook = await showCells(...texts.map(() => 'SELECT 1'));
    const found = () => new Set(notebook.getCells().flatMap(codes));
    await replaceAll(notebook, texts);
    await until('every problem is told', () =>
      problemExamples.every(([code]) => found().has(code)),
    );
    await replaceAll(
      notebook,
      texts.map(() => 'SELECT 1'),
    );
    await until('no problem is left', () => found().size === 0);
    assert.deepEqual(new Set(orders(notebook)), new Set([0]), 'nothing ran');
  });

  it('is put right by its quick fix', async () => {
    const notebook = await showCells("FROM bullish_stocks(industri := 'energy')");
    const cell = notebook.cellAt(0);
    await untilProblems(cell, ['0:20 argument.unknownArgument']);
    await applyFix(cell, 'Change to industry');
    assert.equal(cell.document.getText(), "FROM bullish_stocks(industry := 'energy')");
    await untilProblems(cell, []);
  });

  it('is put right by a fix that moves another cell, in one step that Undo takes back', async () => {
    const texts = ['SELECT x FROM late', 'CREATE TABLE late AS SELECT 1 AS x'];
    const notebook = await showCells(...texts);
    await untilProblems(notebook.cellAt(0), ['0:14 definedLater']);
    await applyFix(notebook.cellAt(0), 'Move cell 2, which defines it, above this one');
    const written = () => notebook.getCells().map(({ document }) => document.getText());
    assert.deepEqual(written(), texts.toReversed());
    await untilProblems(notebook.cellAt(1), []);
    await vscode.commands.executeCommand('undo');
    await until('the cells stand as before', () => written().join() === texts.join());
    await untilProblems(notebook.cellAt(0), ['0:14 definedLater']);
  });

  it('is put right by a fix that changes other cells too, in one step', async () => {
    const texts = [
      'CREATE OR REPLACE TABLE t AS SELECT 1 AS x',
      'CREATE OR REPLACE TABLE t AS SELECT 2 AS x',
      'SELECT t.x FROM t',
    ];
    const notebook = await showCells(...texts);
    await untilProblems(notebook.cellAt(1), ['0:24 redefined']);
    await applyFix(notebook.cellAt(1), 'Name it t_2, here and where it is used below');
    const written = () => notebook.getCells().map(({ document }) => document.getText());
    assert.deepEqual(written(), [
      texts[0],
      'CREATE OR REPLACE TABLE t_2 AS SELECT 2 AS x',
      'SELECT t_2.x FROM t_2',
    ]);
    await untilProblems(notebook.cellAt(1), []);
  });

  it('that made a table is told that it cannot make it again, and how it could', async () => {
    const notebook = await showCells('CREATE TABLE once AS SELECT 1 AS x', 'SELECT x FROM once');
    await runAll(notebook);
    await untilProblems(notebook.cellAt(0), ['0:13 existsAlready']);
    await applyFix(notebook.cellAt(0), 'Write CREATE OR REPLACE');
    await untilProblems(notebook.cellAt(0), []);
    await runAll(notebook);
    assert.deepEqual(successes(notebook), [true, true]);
  });

  it('knows what the cells above make, and forgets a cell that is removed', async () => {
    const notebook = await showCells('CREATE TABLE t AS SELECT 1 AS x', 'SELECT x FROM t');
    await writeCell(notebook.cellAt(1).document, 'SELECT y FROM t');
    const second = notebook.cellAt(1);
    await untilProblems(second, ['0:7 unknownColumn']);
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(0, 1))]);
    await vscode.workspace.applyEdit(edit);
    await untilProblems(notebook.cellAt(0), ['0:14 unknownTable']);
  });

  it('knows the tables that the session really has', async () => {
    const notebook = await showCells(
      'CREATE TABLE wide AS PIVOT (SELECT 1 AS k, 7 AS v) ON k USING sum(v)',
      'SELECT nothing_here FROM wide',
    );
    await runAll(notebook);
    await untilProblems(notebook.cellAt(1), ['0:7 unknownColumn']);
  });

  it('has no problems once the tab of its notebook closed, and has them again in a new one', async () => {
    const uri = await writeFile('closing.signals', '```{sql}\nSELECT nope\n```\n');
    const notebook = await showFile(uri);
    const first = notebook.cellAt(0);
    const edit = new vscode.WorkspaceEdit();
    const code = vscode.NotebookCellKind.Code;
    const data = new vscode.NotebookCellData(code, 'SELECT nowhere', languages.sql);
    edit.set(uri, [vscode.NotebookEdit.insertCells(1, [data])]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const added = notebook.cellAt(1);
    await untilProblems(first, ['0:7 unknownColumn']);
    await untilProblems(added, ['0:7 unknownColumn']);
    await notebook.save();
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    assert.ok(tab && (await vscode.window.tabGroups.close(tab)));
    await untilProblems(first, []);
    await untilProblems(added, []);
    await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(uri));
    await until('the problems are back', () =>
      vscode.languages
        .getDiagnostics()
        .some(([cell, found]) => cell.path === uri.path && found.length > 0),
    );
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });
});
