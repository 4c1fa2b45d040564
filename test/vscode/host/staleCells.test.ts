import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/ids';
import {
  isOver,
  orders,
  ranBy,
  rowsOf,
  runAll,
  runCells,
  showCells,
  successes,
  until,
  writeCell,
} from './notebooks';

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
    await writeCell(
      notebook.cellAt(0).document,
      'CREATE OR REPLACE TABLE prices AS SELECT 8 AS price',
    );
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0, 2, 3]);
    assert.deepEqual(rowsOf(notebook, 3), [[16]]);
    assert.equal(orders(notebook)[1], before[1], 'what does not depend on it did not run');
  });

  it('are none where nothing changed, or where the change was taken back', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await writeCell(notebook.cellAt(1).document, 'SELECT 1 AS other');
    await writeCell(notebook.cellAt(1).document, chain[1] ?? '');
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });

  it('are none where a cell was laid out or a comment changed', async () => {
    const notebook = await showCells(
      "create or replace table laid as select 7 as price,'a' as name -- why",
      'select name,price from laid visualise price as x,name as y draw bar',
    );
    await runAll(notebook);
    for (const cell of notebook.getCells()) {
      await format(cell);
      assert.match(cell.document.getText(), /\n/);
    }
    await writeCell(
      notebook.cellAt(0).document,
      `${notebook.cellAt(0).document.getText()}\n-- more`,
    );
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
    const drawn = notebook.cellAt(1).document.getText();
    await writeCell(notebook.cellAt(1).document, drawn.replace('bar', 'point'));
    assert.deepEqual(await ranBy(notebook, commands.runStale), [1]);
  });

  it('are errors too, once their cell changed', async () => {
    const notebook = await showCells('FROM nowhere_to_be_found');
    await runCells(notebook, 0, 1);
    assert.deepEqual(successes(notebook), [false]);
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
    await writeCell(notebook.cellAt(0).document, 'SELECT 1 AS one');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0]);
    assert.deepEqual(rowsOf(notebook, 0), [[1]]);
  });

  it('are none in a circle that ran in one go', async () => {
    const notebook = await showCells(
      'CREATE OR REPLACE TABLE later AS SELECT 1 AS x',
      'CREATE OR REPLACE TABLE sooner AS FROM later',
      'CREATE OR REPLACE TABLE later AS SELECT x + 1 AS x FROM sooner',
    );
    await runAll(notebook);
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(0, 1))]);
    await vscode.workspace.applyEdit(edit);
    await writeCell(
      notebook.cellAt(1).document,
      'CREATE OR REPLACE TABLE later AS SELECT x + 2 AS x FROM sooner',
    );
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0, 1]);
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });

  it('run one by one with the stale cells that they need', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await writeCell(
      notebook.cellAt(0).document,
      'CREATE OR REPLACE TABLE prices AS SELECT 9 AS price',
    );
    await writeCell(notebook.cellAt(1).document, 'SELECT 2 AS other');
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
    await writeCell(
      notebook.cellAt(2).document,
      'CREATE OR REPLACE VIEW doubled AS SELECT nonsense FROM prices',
    );
    assert.deepEqual(await ranBy(notebook, commands.runStale), [2]);
    assert.deepEqual(successes(notebook), [true, true, false, undefined]);
  });

  it('are none after a restart: there is no session that they could belong to', async () => {
    const notebook = await showCells(...chain);
    await runAll(notebook);
    await writeCell(
      notebook.cellAt(0).document,
      'CREATE OR REPLACE TABLE prices AS SELECT 1 AS price',
    );
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

describe('a planned run', () => {
  it('that is cancelled at its second cell leaves the rest alone, and these are stale or never ran', async () => {
    const slow = 'FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = 7';
    const notebook = await showCells(
      'CREATE OR REPLACE TABLE a AS SELECT 1 AS x',
      'CREATE OR REPLACE TABLE b AS SELECT x FROM a',
      'CREATE OR REPLACE TABLE c AS SELECT x FROM b',
      'CREATE OR REPLACE TABLE d AS SELECT x FROM c',
      'SELECT x FROM d',
    );
    await runAll(notebook);
    const before = orders(notebook);
    await writeCell(
      notebook.cellAt(1).document,
      `CREATE OR REPLACE TABLE b AS SELECT x, (SELECT count(*) ${slow}) FROM a`,
    );
    const run = vscode.commands.executeCommand(commands.runWithUpstream, notebook.cellAt(4));
    await until('the second cell runs', () => (orders(notebook)[1] ?? 0) > (before[4] ?? 0));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await run;
    await until('no cell runs', () => notebook.getCells().every(isOver));
    const none = undefined;
    assert.deepEqual(successes(notebook), [true, none, none, none, none]);
    assert.deepEqual(rowsOf(notebook, 4), [[1]], 'the rest did not run and keeps what it showed');
    await writeCell(
      notebook.cellAt(1).document,
      'CREATE OR REPLACE TABLE b AS SELECT x + 1 AS x FROM a',
    );
    assert.deepEqual(await ranBy(notebook, commands.runStale), [1, 2, 3, 4]);
    assert.deepEqual(rowsOf(notebook, 4), [[2]]);
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });
});

async function format({ document }: vscode.NotebookCell): Promise<void> {
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
    'vscode.executeFormatDocumentProvider',
    document.uri,
    { tabSize: 2, insertSpaces: true },
  );
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, edits);
  await vscode.workspace.applyEdit(edit);
}
