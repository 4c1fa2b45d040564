import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { semanticTypes } from '../../../src/core/language/semanticTypes';
import { settings, settingsSection } from '../../../src/host/ids';
import { processesRunning } from '../../support/processes';
import { setFrontMatter, showCells } from './notebooks';

const options: vscode.FormattingOptions = { tabSize: 2, insertSpaces: true };

async function applied(document: vscode.TextDocument, edits: vscode.TextEdit[]): Promise<string> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(document.uri, edits);
  await vscode.workspace.applyEdit(edit);
  return document.getText();
}

describe('the layout of a cell', () => {
  it('is made by Format Document: all of the cell, then nothing more', async () => {
    const notebook = await showCells(
      'select entity, rank from bullish_stocks(amount := 3) where rank > 1 visualise rank as x, rank as y draw point',
    );
    const { document } = notebook.cellAt(0);
    const edits = (): Thenable<vscode.TextEdit[] | undefined> =>
      vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', document.uri, options);
    assert.equal(
      await applied(document, (await edits()) ?? []),
      [
        'SELECT',
        '  entity,',
        '  rank',
        'FROM',
        '  bullish_stocks(amount := 3)',
        'WHERE',
        '  rank > 1',
        'VISUALISE rank AS x, rank AS y',
        'DRAW point',
      ].join('\n'),
    );
    assert.deepEqual((await edits()) ?? [], []);
  });

  it('is made for every cell that waits when the language process ends', async () => {
    const notebook = await showCells('from  a', 'from  b', 'from  c', 'from  d', 'from  e');
    const cells = notebook.getCells();
    const edits = ({ document }: vscode.NotebookCell): Thenable<vscode.TextEdit[] | undefined> =>
      vscode.commands.executeCommand('vscode.executeFormatDocumentProvider', document.uri, options);
    const counts = async (): Promise<number[]> =>
      (await Promise.all(cells.map(edits))).map(each => each?.length ?? 0);
    assert.deepEqual(await counts(), [1, 1, 1, 1, 1]);
    const [language] = processesRunning('language.js').filter(
      ({ parent }) => parent === process.pid,
    );
    assert.ok(language);
    process.kill(language.pid, 'SIGSTOP');
    const waiting = counts();
    process.kill(language.pid, 'SIGKILL');
    assert.deepEqual(await waiting, [1, 1, 1, 1, 1]);
  });

  it('is made of the statements of a selection alone, and of the one that a semicolon ends', async () => {
    const notebook = await showCells('from  a;from  b;from  c');
    const { document } = notebook.cellAt(0);
    const range = new vscode.Range(0, 9, 0, 12);
    const ofRange = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatRangeProvider',
      document.uri,
      range,
      options,
    );
    assert.equal(await applied(document, ofRange), 'from  a;FROM\n  b;from  c');
    const typed = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatOnTypeProvider',
      document.uri,
      new vscode.Position(0, 8),
      ';',
      options,
    );
    assert.equal(await applied(document, typed), 'FROM\n  a;FROM\n  b;from  c');
  });

  it('has tokens for what a grammar cannot tell', async () => {
    const notebook = await showCells("FROM bullish_stocks(industry := 'energy')");
    const { uri } = notebook.cellAt(0).document;
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      'vscode.provideDocumentSemanticTokensLegend',
      uri,
    );
    assert.deepEqual(legend.tokenTypes, [...semanticTypes]);
    const { data } = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      'vscode.provideDocumentSemanticTokens',
      uri,
    );
    const types = [...data].filter((_, index) => index % 5 === 3);
    assert.deepEqual(
      types.map(type => legend.tokenTypes[type]),
      ['function', 'parameter', 'enumMember'],
    );
  });

  it('shows days and counts between the words, each of which can be turned off', async () => {
    const notebook = await showCells(
      "FROM events_ts(portfolio('five'), date_from := getvariable('since'))",
    );
    await setFrontMatter(
      notebook,
      'signals: 1\nparameters:\n  - { name: since, type: date, default: 2026-01-05 }\nportfolios:\n  five: [a, b, c, d, e]',
    );
    const { document } = notebook.cellAt(0);
    const shown = async (): Promise<string[]> => {
      const range = new vscode.Range(0, 0, 0, 100);
      const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
        'vscode.executeInlayHintProvider',
        document.uri,
        range,
      );
      return hints.map(({ label }) => (typeof label === 'string' ? label : ''));
    };
    assert.deepEqual(await shown(), ['= 5 entities', '= 2026-01-05']);
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    for (const [key, rest] of [
      [settings.dateHints, ['= 5 entities']],
      [settings.countHints, ['= 2026-01-05']],
    ] as const) {
      await configuration.update(key, false, true);
      assert.deepEqual(await shown(), rest);
      await configuration.update(key, undefined, true);
    }
  });
});
