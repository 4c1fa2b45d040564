import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/ids';
import { orders, ranBy, rowsOf, runAll, runCells, showCells, successes, until } from './notebooks';

const chain = [
  'CREATE OR REPLACE TABLE prices AS SELECT 7 AS price',
  "SELECT 'apart' AS word",
  'CREATE OR REPLACE VIEW doubled AS SELECT 2 * price AS twice FROM prices',
  'FROM doubled',
];

describe('stale cells', () => {
  it('are those whose text changed and those that need them, and run in one go', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    const before = orders(notebook);
    await write(notebook, 0, 'CREATE OR REPLACE TABLE prices AS SELECT 8 AS price');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0, 2, 3]);
    assert.deepEqual(rowsOf(notebook, 3), [[16]]);
    assert.equal(orders(notebook)[1], before[1], 'what does not depend on it did not run');
  });

  it('are none where nothing changed, or where the change was taken back', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await write(notebook, 1, 'SELECT 1 AS other');
    await write(notebook, 1, chain[1] ?? '');
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });

  it('run one by one with the stale cells that they need', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await write(notebook, 0, 'CREATE OR REPLACE TABLE prices AS SELECT 9 AS price');
    await write(notebook, 1, 'SELECT 2 AS other');
    const ran = await ranBy(notebook, commands.runStale, notebook.cellAt(3));
    assert.deepEqual(ran, [0, 2, 3]);
    assert.deepEqual(rowsOf(notebook, 3), [[18]]);
  });

  it('are those that need a cell which ran again', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await runCells(notebook, 0, 1);
    assert.deepEqual(await ranBy(notebook, commands.runStale), [2, 3]);
  });

  it('run up to the first that fails', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await write(notebook, 2, 'CREATE OR REPLACE VIEW doubled AS SELECT nonsense FROM prices');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [2]);
    assert.deepEqual(successes(notebook), [true, true, false, undefined]);
  });

  it('are none after a restart: there is no session that they could belong to', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await write(notebook, 0, 'CREATE OR REPLACE TABLE prices AS SELECT 1 AS price');
    await vscode.commands.executeCommand(commands.restartKernel);
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });
});

describe('a cell', () => {
  it('runs with what it needs, in that order, wherever that stands', async () => {
    const notebook = await showCells(
      'FROM doubled',
      "SELECT 'apart' AS word",
      chain[2] ?? '',
      chain[0] ?? '',
    );
    const ran = await ranBy(notebook, commands.runWithUpstream, notebook.cellAt(0));
    assert.deepEqual(ran, [3, 2, 0]);
    assert.deepEqual(rowsOf(notebook, 0), [[14]]);
  });

  it('runs with all that needs it', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    const ran = await ranBy(notebook, commands.runWithDependents, notebook.cellAt(2));
    assert.deepEqual(ran, [2, 3]);
  });
});

async function write(
  notebook: vscode.NotebookDocument,
  index: number,
  text: string,
): Promise<void> {
  const { document } = notebook.cellAt(index);
  const edit = new vscode.WorkspaceEdit();
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(Infinity));
  edit.replace(document.uri, whole, text);
  await vscode.workspace.applyEdit(edit);
  await until('the cell is written', () => document.getText() === text);
}
