import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { uncancellable } from '../../../src/core/base/cancellation';
import type { CellOutcome } from '../../../src/core/protocol/outcome';
import type { Row } from '../../../src/core/sidebar/row';
import { commands } from '../../../src/host/ids';
import type { NotebookAnalyses } from '../../../src/host/language/analyses';
import { Log } from '../../../src/host/log';
import { GridMemory } from '../../../src/host/notebook/gridMemory';
import { KernelSessions } from '../../../src/host/notebook/kernelSessions';
import { OutputMessages } from '../../../src/host/notebook/outputMessages';
import { outputsOf } from '../../../src/host/notebook/outputs';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import {
  goToMaker,
  insertName,
  openRows,
  summariseRows,
  type SessionParts,
} from '../../../src/host/sidebar/sessionCommands';
import { SessionView } from '../../../src/host/sidebar/sessionView';
import { ResultTabs } from '../../../src/host/tab/resultTabs';
import { close, showCells, until, workspaceFolder, writeFile } from './notebooks';

const extension = vscode.extensions.all.find(({ packageJSON }) =>
  JSON.stringify(packageJSON).includes(`"${commands.runSession}"`),
);

async function untilSo(what: string, isSo: () => Promise<boolean>): Promise<void> {
  let last = false;
  await until(what, () => {
    void isSo().then(value => {
      last = value;
    });
    return last;
  });
}

describe('the view Session', () => {
  let owned: vscode.Disposable;
  let sessions: KernelSessions;
  let view: SessionView;
  let parts: SessionParts;
  let notebook: vscode.NotebookDocument;
  /** Questions to the kernel about its contents. */
  let questions: number;

  beforeEach(async () => {
    assert.ok(extension);
    const log = new Log();
    const snapshots = new Snapshots(workspaceFolder());
    const kernelPath = path.join(extension.extensionPath, 'dist', 'kernel.js');
    sessions = new KernelSessions({
      ...{ kernelPath, snapshots, log },
      companyName: () => Promise.resolve(null),
      connections: { all: () => [] },
    });
    notebook = await showCells('CREATE TABLE "a b" AS FROM range(300)', "SELECT 'x' AS word");
    const session = sessions.of(notebook);
    const contents = session.contents.bind(session);
    questions = 0;
    session.contents = () => {
      questions++;
      return contents();
    };
    view = new SessionView(sessions, log);
    const state: vscode.Memento = {
      keys: () => [],
      get: () => undefined,
      update: () => Promise.resolve(),
    };
    const messages = new OutputMessages(sessions, new GridMemory(state), log, {
      run: (_, text) => run(text),
      portfolios: { of: () => Promise.resolve([]) },
    });
    // No mentions are loaded here.
    const unused = {} as ConstructorParameters<typeof ResultTabs>[3];
    const tabs = new ResultTabs(extension.extensionUri, sessions, messages, unused);
    const analyses = { current: () => Promise.resolve(undefined) };
    parts = {
      ...{ view, tabs, analyses: analyses as unknown as NotebookAnalyses },
      run: (_notebook, text) => run(text),
    };
    owned = vscode.Disposable.from(sessions, view, tabs);
  });

  afterEach(async () => {
    owned.dispose();
    await vscode.commands.executeCommand('workbench.action.closeEditorsInOtherGroups');
    await close();
  });

  function run(text: string): Promise<CellOutcome> {
    return sessions.of(notebook).run({
      client: () => Promise.reject(new Error('No cell of this test asks the service.')),
      ...{ cancellation: uncancellable, onProgress: () => undefined, notes: [], variables: [] },
      params: {
        ...{ language: 'signals-sql', text, cell: null, useCache: true, access: 'session' },
        connection: { name: 'Sandbox', synthetic: true, epoch: '1' },
        ...{ portfolios: {}, firstPageRows: 100 },
      },
    });
  }

  /** Runs a cell, and shows its outputs there. */
  async function runCell(index: number): Promise<void> {
    const cell = notebook.cellAt(index);
    const { document, kind } = cell;
    const shown = new vscode.NotebookCellData(kind, document.getText(), document.languageId);
    shown.outputs = outputsOf(await run(document.getText()));
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.NotebookRange(index, index + 1);
    edit.set(notebook.uri, [vscode.NotebookEdit.replaceCells(range, [shown])]);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  async function rowsOf(group: string): Promise<readonly Row[]> {
    const parent = (await view.rows(undefined)).find(({ id }) => id === group);
    return parent ? view.rows(parent) : [];
  }

  async function row(group: string, label: string): Promise<{ readonly row: Row }> {
    const found = (await rowsOf(group)).find(each => each.label === label);
    assert.ok(found, label);
    return { row: found };
  }

  it('asks the kernel nothing while it is hidden, and once after all runs when it is shown', async () => {
    let changes = 0;
    const listener = view.onDidChange(() => changes++);
    view.setVisible(false);
    await runCell(0);
    await runCell(1);
    assert.deepEqual([questions, changes], [0, 0]);
    view.setVisible(true);
    assert.equal(changes, 1);
    await view.rows(undefined);
    await view.rows(undefined);
    assert.equal(questions, 1);
    view.setVisible(false);
    view.setVisible(true);
    assert.deepEqual([questions, changes], [1, 1]);
    listener.dispose();
  });

  it('has no rows and starts no kernel before a cell has run, and follows each run and an end', async () => {
    view.setVisible(true);
    assert.deepEqual(await view.rows(undefined), []);
    await runCell(0);
    await runCell(1);
    const texts = async (group: string) =>
      (await rowsOf(group)).map(({ label, description }) => `${label} | ${description}`);
    assert.deepEqual(await texts('tables'), ['a b | 300 rows · 1 column']);
    assert.deepEqual(await texts('results'), ["Cell 2: SELECT 'x' AS word | 1 row"]);
    await run('DROP TABLE "a b"');
    assert.deepEqual(await texts('tables'), []);
    await sessions.of(notebook).restart();
    assert.deepEqual(await view.rows(undefined), []);
  });

  it('shows files that cells can read, by names that they can write', async () => {
    await writeFile('session files/it’s.csv', 'a\n1\n');
    await writeFile('node_modules/skipped.csv', 'a\n1\n');
    await runCell(1);
    const files = await rowsOf('files');
    assert.ok(!files.some(({ label }) => label === 'skipped.csv'));
    const file = await row('files', 'it’s.csv');
    assert.equal(file.row.description, 'session files');
    assert.equal((await run(`FROM ${view.itemOf(file.row)?.sql}`)).table?.rowCount, 1);
  });

  it('opens the rows of a table with an odd name beside the notebook, once', async () => {
    await runCell(0);
    await openRows(await row('tables', 'a b'), parts);
    await openRows(await row('tables', 'a b'), parts);
    await run('CREATE TABLE other AS SELECT 1 AS a');
    await openRows(await row('tables', 'other'), parts);
    await until('the window has two groups', () => vscode.window.tabGroups.all.length === 2);
    const kept = async () => (await sessions.of(notebook).contents())?.results.length;
    await untilSo('the rows of the replaced tab are dropped', async () => (await kept()) === 2);
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap(group => group.tabs.map(({ label }) => ({ label, column: group.viewColumn })))
        .filter(({ label }) => label.endsWith('· a b'));
    await until('the rows have a tab', () => tabs().length === 1);
    assert.notEqual(tabs()[0]?.column, vscode.ViewColumn.One);
    await vscode.commands.executeCommand('workbench.action.closeEditorsInGroup');
    await untilSo('those of closed tabs are dropped', async () => (await kept()) === 0);
    assert.equal(view.notebook, notebook, 'the notebook behind the tab is still followed');
  });

  it('writes a name at the end of the selected cell, and a summary into a cell below', async () => {
    await runCell(0);
    await vscode.window.showNotebookDocument(notebook, {
      selections: [new vscode.NotebookRange(1, 2)],
    });
    await insertName(await row('tables', 'a b'), parts);
    assert.match(notebook.cellAt(1).document.getText(), /"a b"/);
    await summariseRows(await row('tables', 'a b'), parts);
    assert.equal(notebook.cellAt(2).document.getText(), 'SUMMARIZE "a b"');
    const summary = await run('SUMMARIZE "a b"');
    assert.equal(summary.table?.rowCount, 1);
  });

  it('selects the cell of a result, and says where no cell makes a name', async () => {
    await runCell(1);
    await run('CREATE TABLE apart AS SELECT 1 AS a');
    await goToMaker(await row('results', "Cell 2: SELECT 'x' AS word"), parts);
    assert.equal(vscode.window.activeNotebookEditor?.selection.start, 1);
    await assert.rejects(
      goToMaker(await row('tables', 'apart'), parts),
      /^Error: No cell of this notebook makes apart\.$/,
    );
  });
});
