import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands, mimeTypes, notebookType } from '../../../src/host/ids';
import { executeCells } from '../../../src/host/notebook/executeCells';
import { selectionOf } from '../../../src/host/notebook/notebookEditor';
import { insertIntoNotebook } from '../../../src/host/sidebar/insertCells';
import { kernelPids } from './kernelProcesses';
import {
  close,
  errorOf,
  resultOf,
  rowsOf,
  runAll,
  runCells,
  showCells,
  showFile,
  successes,
  until,
  untilRunning,
  writeFile,
} from './notebooks';

/** A query that takes minutes unless it is stopped. */
const endless =
  'SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE a.range + b.range = 7';

describe('cells run', () => {
  it('on the sandbox, and say that its data are made up', async () => {
    const notebook = await showCells('FROM bullish_stocks(amount := 5)');
    await runAll(notebook);
    assert.deepEqual(successes(notebook), [true]);
    const { table, provenance } = resultOf(notebook, 0);
    assert.equal(table?.rowCount, 5);
    assert.equal(provenance.synthetic, true);
    assert.equal(provenance.calls[0]?.function, 'bullish_stocks');
  });

  it('to a chart where one is asked for', async () => {
    const notebook = await showCells(
      'FROM bullish_stocks(amount := 5) VISUALISE bull_bear_score AS x, name AS y DRAW bar',
    );
    await runAll(notebook);
    assert.ok(resultOf(notebook, 0).chart);
  });

  it('with answers of this session, and with new ones where they are asked for', async () => {
    const notebook = await showCells('FROM bearish_stocks(amount := 2)');
    const wasCached = () => resultOf(notebook, 0).provenance.calls.map(call => call.cached);
    await runAll(notebook);
    assert.deepEqual(wasCached(), [false]);
    await runAll(notebook);
    assert.deepEqual(wasCached(), [true]);
    await vscode.commands.executeCommand(commands.runAllWithoutCache);
    await until('the answer is new', () => wasCached()[0] === false);
  });

  it('one after another, and share their tables', async () => {
    const query = "SELECT a * 6 AS b, {'list': [a, NULL]} AS c FROM t";
    const notebook = await showCells('CREATE TABLE t AS SELECT 7 AS a', query);
    await runAll(notebook);
    assert.deepEqual(rowsOf(notebook, 1), [[42, "{'list': [7, NULL]}"]]);
    const [first = 0, second] = notebook
      .getCells()
      .map(cell => cell.executionSummary?.executionOrder);
    assert.equal(second, first + 1);
  });

  it('with a plain text beside our own output, for other programs', async () => {
    const notebook = await showCells('SELECT 42 AS answer');
    await runAll(notebook);
    const items = notebook.cellAt(0).outputs[0]?.items ?? [];
    assert.deepEqual(
      items.map(({ mime }) => mime),
      [mimeTypes.result, 'text/plain'],
    );
    assert.match(Buffer.from(items[1]?.data ?? []).toString(), /^answer\n42\n/);
  });

  it('until one fails: the rest of that run does not run', async () => {
    const notebook = await showCells('SELECT 1', 'SELECT nonsense_column', 'SELECT 3');
    await runAll(notebook);
    assert.deepEqual(successes(notebook), [true, false, undefined]);
    assert.equal(errorOf(notebook, 1).error.code, 'sql');
    assert.equal(notebook.cellAt(2).outputs.length, 0);
  });

  it('until one is cancelled, which stops its query and the rest of the run', async () => {
    const notebook = await showCells('SELECT 1', endless, 'SELECT 3');
    await runCells(notebook, 0, 1);
    const kernels = kernelPids();
    const run = runCells(notebook, 1, 3);
    await untilRunning(notebook.cellAt(1));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await run;
    assert.deepEqual(successes(notebook), [true, undefined, undefined]);
    assert.equal(notebook.cellAt(2).outputs.length, 0);
    await runCells(notebook, 2, 3);
    assert.deepEqual(rowsOf(notebook, 2), [[3]]);
    assert.deepEqual(kernelPids(), kernels, 'the kernel lives on');
  });

  it('right after they are inserted, also in a notebook that VS Code is still opening', async () => {
    const cells = [1, 2, 3].map(n => `\`\`\`{sql}\nSELECT ${n}\n\`\`\`\n`).join('\n');
    const uri = await writeFile('opening.signals', cells);
    const before = await vscode.window.showNotebookDocument(
      await vscode.workspace.openNotebookDocument(uri),
    );
    before.selections = [new vscode.NotebookRange(1, 2)];
    await until('the cell is selected', () => before.selection.start === 1);
    await close();
    const inserted = new Promise<vscode.NotebookCell>((resolve, reject) => {
      const subscription = vscode.window.onDidChangeActiveNotebookEditor(editor => {
        if (String(editor?.notebook.uri) === String(uri)) {
          subscription.dispose();
          insertIntoNotebook('SELECT 4', editor?.notebook).then(resolve, reject);
        }
      });
    });
    await vscode.commands.executeCommand('vscode.openWith', uri, notebookType);
    const cell = await inserted;
    assert.equal(cell.executionSummary?.success, true);
    assert.equal(cell.index, 2, 'below the cell that was selected when the notebook was closed');
    assert.deepEqual(vscode.window.activeNotebookEditor?.selection, new vscode.NotebookRange(2, 3));
    await close();
  });

  it('below the first cell where none is selected, which older versions report as no range at all', () => {
    assert.deepEqual(selectionOf({ selections: [] }), new vscode.NotebookRange(0, 0));
    const selections = [new vscode.NotebookRange(2, 4), new vscode.NotebookRange(6, 7)];
    assert.equal(selectionOf({ selections }), selections[0]);
  });

  it('in a notebook whose cells were all deleted', async () => {
    const notebook = await showCells('SELECT 1');
    await vscode.commands.executeCommand('notebook.cell.delete');
    await until('the notebook is empty', () => notebook.cellCount === 0);
    const cell = await insertIntoNotebook('SELECT 2');
    assert.equal(cell.executionSummary?.success, true);
    await close();
  });

  it('to nothing in the active notebook where another one was meant that was closed', async () => {
    const closed = await showFile(await writeFile('closed.signals', '```{sql}\nSELECT 1\n```\n'));
    await close();
    const active = await showCells('SELECT 2');
    await executeCells(closed, [new vscode.NotebookRange(0, 1)]);
    await runCells(active, 0, 1);
    assert.equal(active.cellAt(0).executionSummary?.executionOrder, 1);
    await close();
  });

  it('to no result where they are cancelled while the kernel starts', async () => {
    const notebook = await showCells(endless);
    const run = runAll(notebook);
    await untilRunning(notebook.cellAt(0));
    await vscode.commands.executeCommand('notebook.cancelExecution');
    await run;
    assert.deepEqual(successes(notebook), [undefined]);
    assert.equal(notebook.cellAt(0).outputs.length, 0);
  });
});

describe('a kernel', () => {
  it('that is restarted forgets its tables, and the next run starts a fresh one', async () => {
    const notebook = await showCells('CREATE TABLE t AS SELECT 1 AS a', 'FROM t');
    await runAll(notebook);
    await vscode.commands.executeCommand(commands.restartKernel);
    await runCells(notebook, 1, 2);
    assert.equal(errorOf(notebook, 1).error.code, 'sql');
    await runAll(notebook);
    assert.deepEqual(successes(notebook), [true, true]);
  });

  it('that is restarted while a cell runs ends the run as cancelled', async () => {
    const notebook = await showCells('SELECT 1', endless, 'SELECT 3');
    await runCells(notebook, 0, 1);
    const run = runCells(notebook, 1, 3);
    await untilRunning(notebook.cellAt(1));
    await vscode.commands.executeCommand(commands.restartKernel);
    await run;
    assert.deepEqual(successes(notebook), [true, undefined, undefined]);
    await runCells(notebook, 2, 3);
    assert.deepEqual(resultOf(notebook, 2).notes, []);
  });

  it('that crashes fails its cell, and the next run says that it is a fresh one', async () => {
    const others = kernelPids();
    const notebook = await showCells('SELECT 1', endless, 'SELECT 3');
    await runCells(notebook, 0, 1);
    const [pid] = kernelPids().filter(candidate => !others.includes(candidate));
    assert.ok(pid);
    const run = runCells(notebook, 1, 3);
    await untilRunning(notebook.cellAt(1));
    process.kill(pid, 'SIGKILL');
    await run;
    assert.deepEqual(successes(notebook), [true, false, undefined]);
    assert.equal(errorOf(notebook, 1).error.code, 'kernel');
    await runCells(notebook, 2, 3);
    assert.match(resultOf(notebook, 2).notes.join(' '), /fresh one was started/);
    assert.deepEqual(rowsOf(notebook, 2), [[3]]);
  });

  it('ends when its notebook closes', async () => {
    const others = kernelPids();
    const notebook = await showCells('SELECT 1');
    await runAll(notebook);
    const own = kernelPids().filter(pid => !others.includes(pid));
    assert.equal(own.length, 1);
    await close();
    await until('the kernel is gone', () => !kernelPids().some(pid => own.includes(pid)));
  });

  it('is not started for cells whose notebook closed before their turn; opened again, all of them run', async () => {
    const others = kernelPids();
    const text = '```{sql}\nSELECT 1\n```\n\n'.repeat(40);
    const uri = await writeFile('closedWhileItRuns.signals', text);
    const closed = await showFile(uri);
    void vscode.commands.executeCommand('notebook.cell.execute', {
      ranges: [{ start: 0, end: closed.cellCount }],
      document: uri,
    });
    await until('the third cell has run', () => closed.cellAt(2).executionSummary?.success);
    await close();
    const notebook = await showFile(uri);
    await runAll(notebook);
    assert.ok(successes(notebook).every(success => success === true));
    const own = kernelPids().filter(pid => !others.includes(pid));
    assert.equal(own.length, 1, 'the closed notebook has no kernel');
    await close();
  });
});
