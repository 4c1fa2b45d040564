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
    const notebook = await showCells("SELECT range AS i, '=1+1' AS t FROM range(3000)");
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
