import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readPageData } from '../../../src/core/page/pageData';
import { commands, settings, settingsSection } from '../../../src/host/ids';
import { frontMatterOf } from '../../../src/host/notebook/notebookData';
import {
  close,
  readFile,
  runAll,
  showCells,
  showFile,
  workspaceFolder,
  writeCell,
  writeFile,
} from './notebooks';

function targetOf(name: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder(), name);
}

async function exported(name: string): Promise<string> {
  const target = targetOf(name);
  await vscode.commands.executeCommand(commands.exportNotebook, { target });
  return (await readFile(target)).toString();
}

function resultsIn(html: string) {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  return (readPageData(text ?? 'null')?.results ?? []).filter(result => result !== null);
}

describe('exporting a notebook as a page', () => {
  it('writes all rows of the current outputs, and runs nothing', async () => {
    const notebook = await showCells(
      'SELECT range AS i FROM range(3000) WHERE EXISTS (FROM bullish_stocks(amount := 1))',
      'SELECT 1 AS x, 2 AS y VISUALISE x AS x, y AS y DRAW point',
      '--| echo: false\nSELECT random() AS once',
    );
    await runAll(notebook);
    const html = await exported('notebook-exported.html');
    const [long, chart, once] = resultsIn(html);
    assert.equal(long?.table?.rowCount, 3000);
    assert.deepEqual(long?.table?.values[0]?.at(-1), 2999);
    assert.equal(chart?.output.chart?.datasets[0]?.rows?.length, 1);
    assert.equal(html.split('Show query').length - 1, 2);
    assert.match(html, /Synthetic data: not real market data/);
    const [, , again] = resultsIn(await exported('notebook-exported-again.html'));
    assert.deepEqual(again?.table?.values, once?.table?.values);
  });

  it('writes what is left of outputs whose kernel is gone, and says what is not', async () => {
    const notebook = await showCells('SELECT range AS i FROM range(3000)');
    await runAll(notebook);
    await vscode.commands.executeCommand(commands.restartKernel, notebook);
    const html = await exported('notebook-exported-later.html');
    const kept = resultsIn(html)[0]?.table?.rowCount ?? 0;
    assert.ok(kept > 0 && kept < 3000, String(kept));
    assert.match(html, /The first \d+ rows of 3,000 rows are in this page\./);
  });

  it('says which results are out of date', async () => {
    const notebook = await showCells('SELECT 1 AS a', 'SELECT 2 AS b');
    await runAll(notebook);
    await writeCell(notebook.cellAt(0).document, 'SELECT 3 AS a');
    let html = '';
    // The change is analysed after it was typed.
    while (!html.includes('Stale.')) {
      html = await exported('notebook-exported-stale.html');
      await vscode.workspace.fs.delete(targetOf('notebook-exported-stale.html'));
    }
    assert.equal(html.split('Stale.').length - 1, 1);
    assert.deepEqual(
      resultsIn(html).map(({ table }) => table?.values),
      [[[1]], [[2]]],
    );
  });

  it('leaves a file as it is that nobody agreed to replace', async () => {
    await showCells('SELECT 1 AS a');
    await writeFile('mine.html', 'mine');
    assert.equal(await exported('mine.html'), 'mine');
  });
});

/** Answers have the time at which they came, and calls what they took. */
function withoutTimes(text: string): string {
  return text
    .replace(/"fetchedAt":"[^"]*"/g, '"fetchedAt":""')
    .replace(/"elapsedMs":[\d.]+/g, '"elapsedMs":0')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME');
}

/** Texts of megabytes: the first place where they differ is shown. */
function sameTexts(one: string, other: string, name: string): void {
  const [a, b] = [withoutTimes(one), withoutTimes(other)];
  const length = Math.max(a.length, b.length);
  const at = Array.from({ length }).findIndex((_, index) => a[index] !== b[index]);
  assert.equal(at, -1, `${name}: ${a.slice(at - 80, at + 120)} ≠ ${b.slice(at - 80, at + 120)}`);
}

describe('exporting a notebook in any format', () => {
  const keepSnapshots = (days: number | undefined): Thenable<void> =>
    vscode.workspace
      .getConfiguration(settingsSection)
      .update(settings.snapshotDays, days, vscode.ConfigurationTarget.Global);
  // Other tests may have asked for the same lists before midnight, which the command line does not know.
  before(() => keepSnapshots(0));
  after(() => keepSnapshots(undefined));

  it('writes the bytes that the command line writes', async () => {
    const cells = [
      "FROM bullish_stocks(amount := getvariable('most'))",
      'SELECT entity, price, [1, 2] AS list FROM bullish_stocks(amount := 5)\nVISUALISE entity AS x, price AS y DRAW bar',
      'SELECT i AS i, i / 7 AS part FROM range(3000) t(i)',
      '--| test: none\nSELECT 1 WHERE false',
    ];
    const front =
      '---\nsignals: 1\ntitle: For others\nparameters:\n  - {name: most, type: integer, default: 3}\n---\n';
    const text = cells.map(cell => `\`\`\`{sql}\n${cell}\n\`\`\`\n`).join('\n');
    const uri = await writeFile('for-others.signals', `${front}\n# Prose\n\n${text}`);
    await runAll(await showFile(uri));
    const { extensionPath = '' } =
      vscode.extensions.getExtension('market-signals.market-signals') ?? {};
    const cli = path.join(extensionPath, 'dist', 'cli.js');
    for (const format of ['html', 'md', 'ipynb']) {
      const byEditor = await exported(`for-others.${format}`);
      const picture = targetOf('for-others_files/chart-1.svg');
      const drawn = format === 'md' ? (await readFile(picture)).toString() : '';
      // Over the file of the editor, which the command line takes for an earlier one of its own.
      const target = targetOf(`for-others.${format}`);
      const words = ['run', uri.fsPath, '--format', format, '--output', target.fsPath];
      const stored = ['--snapshots', targetOf('snapshots').fsPath];
      await promisify(execFile)(process.execPath, [cli, ...words, ...stored]);
      const byCommand = (await readFile(target)).toString();
      sameTexts(byEditor, byCommand, format);
      if (format === 'md') {
        assert.match(byEditor, /!\[.*\]\(for-others_files\/chart-1\.svg\)/);
        sameTexts(drawn, (await readFile(picture)).toString(), 'picture');
      }
    }
  });

  it('comes back from Jupyter as an unsaved notebook that has not run', async () => {
    const uri = targetOf('for-others.ipynb');
    await vscode.commands.executeCommand(commands.openJupyter, uri);
    const back = vscode.window.activeNotebookEditor?.notebook;
    const written = await vscode.workspace.openNotebookDocument(targetOf('for-others.signals'));
    assert.ok(back?.isUntitled && back.notebookType === written.notebookType);
    const texts = (notebook: vscode.NotebookDocument): string[] =>
      notebook.getCells().map(({ kind, document }) => `${kind} ${document.getText()}`);
    assert.deepEqual(texts(back), texts(written));
    assert.deepEqual(frontMatterOf(back).raw, frontMatterOf(written).raw);
    assert.ok(back.getCells().every(({ outputs }) => outputs.length === 0));
    await close();
  });

  it('leaves a picture of others as it is', async () => {
    const notebook = await showCells('SELECT 1 AS x, 2 AS y VISUALISE x AS x, y AS y DRAW point');
    await runAll(notebook);
    await vscode.workspace.fs.createDirectory(targetOf('own_files'));
    await writeFile('own_files/chart-1.svg', 'mine');
    await vscode.commands.executeCommand(commands.exportNotebook, { target: targetOf('own.md') });
    assert.equal((await readFile(targetOf('own_files/chart-1.svg'))).toString(), 'mine');
    await assert.rejects(async () => readFile(targetOf('own.md')));
  });
});

describe('copying a cell for those who work without the editor', () => {
  it('copies a cell with those that it needs as Python, and its requests as curl', async () => {
    const notebook = await showCells(
      'CREATE OR REPLACE TABLE named AS FROM bullish_stocks(amount := 2)',
      'SELECT 1 AS unrelated',
      "SELECT n.name FROM named AS n, trading_volume_ts(['company:it''s'], date_from := DATE '2026-01-01')",
    );
    const [, , cell] = notebook.getCells();
    await vscode.commands.executeCommand(commands.copyAsPython, cell);
    const python = await vscode.env.clipboard.readText();
    assert.match(python, /CREATE OR REPLACE TABLE named/);
    assert.doesNotMatch(python, /unrelated/);
    await vscode.commands.executeCommand(commands.copyAsCurl, cell);
    const curl = await vscode.env.clipboard.readText();
    assert.match(
      curl,
      /"\$SIGNALS_QUANT_URL"'\/trading\/portfolio\/trading_volume_ts_itemized\?date_from=2026-01-01'/,
    );
    assert.match(curl, /--data-raw '\["company:it'\\''s"\]'/);
  });
});
