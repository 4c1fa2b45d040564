import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { commands, languages } from '../../../src/host/ids';
import {
  close,
  readFile,
  resultOf,
  runAll,
  runCells,
  showCells,
  showFile,
  until,
  workspaceFolder,
  writeFile,
} from './notebooks';

const query = 'SELECT name, bull_bear_score AS score, side FROM bullish_stocks(amount := 5)';

function texts(notebook: vscode.NotebookDocument): string[] {
  return notebook.getCells().map(cell => cell.document.getText());
}

async function isDrawn(notebook: vscode.NotebookDocument, index: number): Promise<void> {
  await until(
    'the chart is there',
    () => index < notebook.cellCount && notebook.cellAt(index).outputs.length > 0,
  );
  assert.ok(resultOf(notebook, index).chart);
}

/** VS Code turns a save away, without an error, while it is still taking in what just changed. */
async function save(notebook: vscode.NotebookDocument): Promise<void> {
  while (!(await notebook.save())) {
    await new Promise(resolve => setTimeout(resolve, 100));
  }
}

describe('charts', () => {
  it('of one company name it in the first cell that is run', async () => {
    const drawn = 'VISUALISE date AS x, score AS y DRAW line';
    const notebook = await showCells(`FROM bull_bear_score_ts('demo0048') ${drawn}`);
    await runCells(notebook, 0, 1);
    assert.match(
      resultOf(notebook, 0).chart?.description ?? '',
      /^[A-Z][a-z]+ .+ · company:demo0048\. /,
    );
  });

  it('become Vega-Lite cells below, run, in one step to undo', async () => {
    const text = `${query}\nVISUALISE score AS x, name AS y, side AS fill DRAW bar`;
    const notebook = await showCells(text, 'SELECT 1 AS after_it');
    await runCells(notebook, 0, 1);
    await vscode.commands.executeCommand(commands.editAsVegaLite, notebook.cellAt(0));
    await isDrawn(notebook, 2);
    const [, data, specification, after] = texts(notebook);
    assert.equal(data, `CREATE OR REPLACE TABLE chart_data AS\n${query};`);
    assert.match(specification ?? '', /"data": \{ "name": "chart_data" \}/);
    assert.equal(notebook.cellAt(2).document.languageId, languages.vegaLite);
    assert.equal(after, 'SELECT 1 AS after_it');
    const [drawn, edited] = [resultOf(notebook, 0).chart, resultOf(notebook, 2).chart];
    assert.deepEqual(edited?.datasets[0]?.rows, drawn?.datasets[0]?.rows);
    await vscode.commands.executeCommand('undo');
    await until('the cells are gone', () => notebook.cellCount === 2);
    assert.deepEqual(texts(notebook), [text, 'SELECT 1 AS after_it']);
  });

  it('edited as Vega-Lite are drawn again by a notebook that was saved and opened', async () => {
    await close();
    const clause = 'VISUALISE score AS x DRAW histogram SETTING bins => 3';
    const uri = await writeFile('drawn.signals', `\`\`\`{sql}\n${query}\n${clause}\n\`\`\`\n`);
    let notebook = await showFile(uri);
    await runAll(notebook);
    const { table, provenance } = resultOf(notebook, 0);
    const argument = { resultId: table?.id, fetchedAt: provenance.fetchedAt };
    await vscode.commands.executeCommand(commands.editAsVegaLite, argument);
    await isDrawn(notebook, 2);
    const before = resultOf(notebook, 2).chart;
    await save(notebook);
    assert.match((await readFile(uri)).toString(), /```\{vega-lite\}/);
    await close();
    notebook = await showFile(vscode.Uri.joinPath(workspaceFolder(), 'drawn.signals'));
    await vscode.commands.executeCommand(commands.restartKernel);
    await runAll(notebook);
    const after = resultOf(notebook, 2);
    assert.equal(after.restored, false);
    assert.deepEqual(after.chart?.spec, before?.spec);
    assert.deepEqual(after.chart?.datasets[0]?.rows, before?.datasets[0]?.rows);
    await close();
  });
});
