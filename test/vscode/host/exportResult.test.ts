import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { ExportFormat } from '../../../src/core/protocol/exportRecord';
import { commands } from '../../../src/host/ids';
import { readFile, resultOf, runAll, showCells, workspaceFolder, writeFile } from './notebooks';

function targetOf(name: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), name);
}

async function exportTo(name: string, format: ExportFormat, resultId?: string): Promise<string> {
  const target = targetOf(name);
  const argument = { format, target, ...(resultId === undefined ? {} : { resultId }) };
  await vscode.commands.executeCommand(commands.exportResult, argument);
  return (await readFile(target)).toString();
}

async function names(): Promise<string[]> {
  const files = await vscode.workspace.fs.readDirectory(workspaceFolder());
  return files.map(([name]) => name).filter(name => name.includes('exported'));
}

describe('exporting a result', () => {
  it('writes every row, and beside it where the rows come from', async () => {
    const listed = 'EXISTS (FROM bullish_stocks(amount := 1))';
    const notebook = await showCells(
      `SELECT range AS i, '=1+1' AS t FROM range(3000) WHERE ${listed}`,
    );
    await runAll(notebook);
    assert.ok((resultOf(notebook, 0).table?.rows.length ?? 0) < 3000);
    const csv = await exportTo('exported.csv', 'csv');
    const lines = csv.trimEnd().split('\n');
    assert.equal(lines.length, 3001);
    assert.equal(lines.at(-1), "2999,'=1+1");
    const record = (await readFile(targetOf('exported.csv.provenance.json'))).toString();
    const read = JSON.parse(record) as Record<string, unknown>;
    assert.deepEqual([read['rowCount'], read['synthetic']], [3000, true]);
    assert.deepEqual((await names()).sort(), ['exported.csv', 'exported.csv.provenance.json']);
  });

  it('takes the result that an output names, in one file where the format has room', async () => {
    const notebook = await showCells('SELECT 1 AS a', 'SELECT 2 AS a');
    await runAll(notebook);
    const id = resultOf(notebook, 1).table?.id;
    const json = JSON.parse(await exportTo('exported.json', 'json', id)) as { rows: unknown };
    assert.deepEqual(json.rows, [{ a: 2 }]);
    assert.ok(!(await names()).includes('exported.json.provenance.json'));
  });

  it('writes what a grid shows where the user says so, and says so', async () => {
    const notebook = await showCells('SELECT range AS i, range * 2 AS j FROM range(10)');
    await runAll(notebook);
    const target = targetOf('exported-part.json');
    const shown = {
      arrangement: {
        sort: [{ column: 0, descending: true }],
        filters: [{ kind: 'range', column: 0, from: '7', to: null }],
      },
      columns: [1],
    };
    const argument = { format: 'json', target, shown, part: 'shown' };
    await vscode.commands.executeCommand(commands.exportResult, argument);
    const json = JSON.parse((await readFile(target)).toString()) as {
      rows: unknown;
      provenance: Record<string, unknown>;
    };
    assert.deepEqual(json.rows, [{ j: 18 }, { j: 16 }, { j: 14 }]);
    assert.equal(json.provenance['rowCount'], 3);
    assert.deepEqual(json.provenance['shown'], {
      resultRowCount: 10,
      filters: ['i from 7'],
      sort: ['i descending'],
      columns: ['j'],
    });
  });

  it('writes workbooks and Arrow files from the packaged kernel', async () => {
    const notebook = await showCells('SELECT range AS i FROM range(3000)');
    await runAll(notebook);
    assert.match(await exportTo('exported.xlsx', 'xlsx'), /^PK/);
    assert.match(await exportTo('exported.arrow', 'arrow'), /^ARROW1/);
  });

  it('keeps the earlier file where the kernel that has the result is gone', async () => {
    const notebook = await showCells('SELECT 1 AS a');
    await runAll(notebook);
    await writeFile('earlier.csv', 'mine');
    await vscode.commands.executeCommand(commands.restartKernel, notebook);
    assert.equal(await exportTo('earlier.csv', 'csv'), 'mine');
  });

  it('overwrites no file that nobody was asked about', async () => {
    const notebook = await showCells('SELECT 1 AS a');
    await runAll(notebook);
    await writeFile('taken.csv', 'mine');
    assert.equal(await exportTo('taken.csv', 'csv'), 'mine');
    await writeFile('other.csv.provenance.json', '"mine"');
    const other = exportTo('other.csv', 'csv');
    await assert.rejects(other);
    assert.equal((await readFile(targetOf('other.csv.provenance.json'))).toString(), '"mine"');
  });
});
