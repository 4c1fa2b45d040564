import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { diagnosticSource } from '../../../src/host/ids';
import { runAll, showCells, until } from './notebooks';

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

async function replace(cell: vscode.NotebookCell, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(0, 0, cell.document.lineCount, 0);
  edit.replace(cell.document.uri, all, text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe('a cell that is typed', () => {
  it('is told what is wrong with it, without running it, and no more when it is right', async () => {
    const notebook = await showCells('SELECT 1', "FROM bullish_stocks(\n  industry := 'tech')");
    await untilProblems(notebook.cellAt(1), ['1:14 argument.unknownValue']);
    await replace(notebook.cellAt(1), 'FROM bullish_stocks()');
    await untilProblems(notebook.cellAt(1), []);
    await replace(notebook.cellAt(1), 'SELECT nothing_here');
    await untilProblems(notebook.cellAt(1), ['0:7 unknownColumn']);
    assert.deepEqual(problems(notebook.cellAt(0)), []);
  });

  it('is put right by its quick fix', async () => {
    const notebook = await showCells("FROM bullish_stocks(industri := 'energy')");
    const cell = notebook.cellAt(0);
    await untilProblems(cell, ['0:20 argument.unknownArgument']);
    const [diagnostic] = vscode.languages.getDiagnostics(cell.document.uri);
    assert.ok(diagnostic);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      cell.document.uri,
      diagnostic.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const action = actions.find(({ title }) => title === 'Change to industry');
    assert.ok(action?.edit && action.isPreferred);
    assert.ok(await vscode.workspace.applyEdit(action.edit));
    assert.equal(cell.document.getText(), "FROM bullish_stocks(industry := 'energy')");
    await untilProblems(cell, []);
  });

  it('knows what the cells above make, and forgets a cell that is removed', async () => {
    const notebook = await showCells('CREATE TABLE t AS SELECT 1 AS x', 'SELECT x FROM t');
    await replace(notebook.cellAt(1), 'SELECT y FROM t');
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
});
