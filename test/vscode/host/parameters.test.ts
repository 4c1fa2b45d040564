import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/ids';
import { ranBy, resultOf, rowsOf, runAll, setFrontMatter, showCells, until } from './notebooks';

const frontMatter = `parameters: # what is shown
  - { name: amount, type: integer, default: 2, choices: [2, 3] }
  - { name: since, type: date, default: 2026-01-05 } # the first day`;

const cells = [
  "CREATE OR REPLACE TABLE t AS SELECT * FROM range(getvariable('amount'))",
  'SELECT count(*) AS n FROM t',
  "SELECT getvariable('since') AS since",
];

describe('a parameter', () => {
  it('that is set makes stale what reads it and what needs that, and nothing else', async () => {
    const notebook = await shown();
    await runAll(notebook);
    assert.deepEqual(rowsOf(notebook, 1), [[2]]);
    await set('amount', '3');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0, 1]);
    assert.deepEqual(rowsOf(notebook, 1), [[3]]);
    await set('since', '2026-02-01');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [2]);
    assert.match(JSON.stringify(resultOf(notebook, 2).table?.rows), /2026-02-01/);
    assert.match(raw(notebook), /default: 2,.*\n.*default: 2026-01-05/, 'the file is as it was');
  });

  it('that is set back makes nothing stale', async () => {
    const notebook = await shown();
    await runAll(notebook);
    await set('amount', '3');
    await set('amount', '2');
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });

  it('keeps its value where another is none of its type or choices', async () => {
    const notebook = await shown();
    await runAll(notebook);
    await set('amount', '4');
    await set('since', 'soon');
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
  });

  it('is saved as default in the notebook in one step that Undo takes back', async () => {
    const notebook = await shown();
    await runAll(notebook);
    await set('since', '2026-03-01');
    await vscode.commands.executeCommand(commands.setParameter, {
      name: 'since',
      action: 'save',
    });
    const saved = `${frontMatter.replace('2026-01-05', '2026-03-01')}\n`;
    await until('the default is saved', () => raw(notebook) === saved);
    assert.deepEqual(await ranBy(notebook, commands.runStale), [2]);
    await vscode.commands.executeCommand('undo');
    await until('the default is as before', () => raw(notebook) === `${frontMatter}\n`);
    assert.deepEqual(await ranBy(notebook, commands.runStale), [], 'the session keeps its value');
  });
});

describe('a date that is counted from today', () => {
  it('is that day for cells, and is saved as it was typed', async () => {
    const notebook = await showCells("SELECT getvariable('since') - current_date AS days");
    await setFrontMatter(
      notebook,
      'parameters:\n  - { name: since, label: First day, default: current_date - 30, unit: day }',
    );
    await vscode.commands.executeCommand(commands.setParameter, { name: 'since', action: 'reset' });
    await runAll(notebook);
    assert.deepEqual(rowsOf(notebook, 0).flat().map(Number), [-30]);
    await set('since', 'current_date - 7');
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0]);
    assert.deepEqual(rowsOf(notebook, 0).flat().map(Number), [-7]);
    await vscode.commands.executeCommand(commands.setParameter, { name: 'since', action: 'save' });
    await until('the default is saved', () =>
      raw(notebook).includes('default: "current_date - 7", unit: day'),
    );
  });
});

async function shown(): Promise<vscode.NotebookDocument> {
  const notebook = await showCells(...cells);
  await setFrontMatter(notebook, frontMatter);
  for (const name of ['amount', 'since']) {
    await vscode.commands.executeCommand(commands.setParameter, { name, action: 'reset' });
  }
  return notebook;
}

async function set(name: string, value: string): Promise<void> {
  await vscode.commands.executeCommand(commands.setParameter, { name, value });
}

function raw(notebook: vscode.NotebookDocument): string {
  const metadata = notebook.metadata as { readonly frontMatter?: { readonly raw: string } };
  return metadata.frontMatter?.raw ?? '';
}
