import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { Log } from '../../../src/host/log';
import { GridMemory } from '../../../src/host/notebook/gridMemory';
import { KernelSessions } from '../../../src/host/notebook/kernelSessions';
import { OutputMessages } from '../../../src/host/notebook/outputMessages';
import { Snapshots } from '../../../src/host/overlays/snapshots';
import {
  asking,
  malformedMessages,
  pageMessages,
  pageQuestions,
} from '../../core/protocol/pageMessages';
import { isOver, resultOf, runAll, showCells, until, workspaceFolder } from './notebooks';

/** A place to remember things in. */
function memento(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => (kept.get(key) as T | undefined) ?? otherwise,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  };
}

describe('messages of a page', () => {
  // Never disposed: VS Code has one channel of a name, so it is the running extension's as well.
  const log = new Log();
  let sessions: KernelSessions;
  let messages: OutputMessages;

  before(() => {
    const kernelPath = path.join(workspaceFolder().fsPath, 'no-kernel-starts.js');
    const snapshots = new Snapshots(workspaceFolder());
    const companyName = (): Promise<null> => Promise.resolve(null);
    const connections = { all: () => [] };
    sessions = new KernelSessions({ kernelPath, snapshots, companyName, connections, log });
    messages = new OutputMessages(sessions, new GridMemory(memento()), log, {
      run: () => Promise.reject(new Error('No text is run.')),
      portfolios: { of: () => Promise.resolve([]) },
    });
  });

  after(() => {
    sessions.dispose();
  });

  /** What the host answers to the messages of a page, in order. */
  async function answers(all: readonly unknown[]): Promise<unknown[]> {
    const notebook = await showCells('SELECT 1 AS a');
    const posted: unknown[] = [];
    const post = (message: unknown): Promise<boolean> => {
      posted.push(message);
      return Promise.resolve(true);
    };
    for (const message of all) {
      await messages.receive({ key: sessions, notebook, post }, message);
    }
    return posted;
  }

  /** What a message could change: tabs, the notebook's cells, dialogs are tabs or take the focus. */
  function seen(): unknown {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const cells = vscode.window.activeNotebookEditor?.notebook.getCells() ?? [];
    return {
      tabs: tabs.map(({ label }) => label),
      cells: cells.map(cell => cell.document.getText()),
    };
  }

  it('have no effect where they are malformed', async () => {
    await showCells('SELECT 1 AS a');
    const before = seen();
    assert.deepEqual(await answers(malformedMessages()), []);
    assert.deepEqual(seen(), before);
  });

  it('are answered, with a failure where no kernel has the result', async () => {
    const { page, summary, values } = pageQuestions;
    const questions = Object.entries({ page, summary, values });
    const asked = questions.map(([name, params]) => asking(name, params));
    const said = await answers([...asked, pageMessages.appearance]);
    const types = said.map(answer => (answer as { type: string }).type);
    assert.deepEqual(types, ['failed', 'failed', 'failed', 'appearance']);
  });

  it('put the events around a day below the cell of the result, which undo takes back', async () => {
    const notebook = await showCells('SELECT 1 AS a', 'SELECT 2 AS b');
    await runAll(notebook);
    const { table } = resultOf(notebook, 0);
    const page = { key: sessions, notebook, post: () => Promise.resolve(true) };
    // A table that a layer of the cell's chart reads is one of the cell.
    for (const resultId of [table?.id, `${table?.id}:r9`]) {
      await messages.receive(page, { ...pageMessages.eventsAround, resultId });
      assert.equal(notebook.cellCount, 3);
      const text = notebook.cellAt(1).document.getText();
      assert.match(text, /^FROM company_events\(.*ticker = 'A'.*DATE '2026-11-10' - 3/m);
      await until('the cell ran', () => isOver(notebook.cellAt(1)));
      await vscode.commands.executeCommand('undo');
      await until('two cells', () => notebook.cellCount === 2);
    }
  });

  it('put what a click on a company promises below the cell, and run it', async () => {
    const notebook = await showCells('SELECT 1 AS a', 'SELECT 2 AS b');
    await runAll(notebook);
    const { table } = resultOf(notebook, 0);
    const page = { key: sessions, notebook, post: () => Promise.resolve(true) };
    for (const [link, expected] of [
      ['score', /^FROM bull_bear_score_ts\('company:a'/],
      ['events', /^FROM events_ts\('company:a'/],
      ['portfolios', /\nFROM portfolios\nWHERE list_contains\(entities, 'company:a'\)/],
    ] as const) {
      await messages.receive(page, { ...pageMessages.follow, resultId: table?.id, link });
      assert.equal(notebook.cellCount, 3);
      assert.match(notebook.cellAt(1).document.getText(), expected);
      await until(`the ${link} ran`, () => isOver(notebook.cellAt(1)));
      await vscode.commands.executeCommand('undo');
      await until('two cells', () => notebook.cellCount === 2);
    }
  });

  it('remember how grids are to look', async () => {
    const { gridChoices, rememberGrid } = pageMessages;
    const standard = { overview: false, rows: null };
    assert.deepEqual(await answers([gridChoices, rememberGrid, gridChoices]), [
      { type: 'gridChoices', choices: standard },
      { type: 'gridChoices', choices: rememberGrid.choices },
    ]);
  });
});
