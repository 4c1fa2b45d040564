import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../../src/sandbox/sandbox';
import { footerLine } from '../../../src/core/protocol/footer';
import { commands, settings, settingsSection } from '../../../src/host/ids';
import {
  errorOf,
  ranBy,
  resultOf,
  rowsOf,
  runCells,
  setFrontMatter,
  showCells,
  until,
  writeFile,
} from './notebooks';
import { syncLake } from './syncLake';

const name = 'Loopback';
const query = "FROM bullish_stocks(industry := 'technology', amount := 3)";

async function setConnections(value: readonly unknown[] | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(settingsSection)
    .update(settings.connections, value, vscode.ConfigurationTarget.Global);
}

async function runOn(connection: string): Promise<vscode.NotebookDocument> {
  const notebook = await showCells(query);
  await setFrontMatter(notebook, `connection: ${connection}`);
  await runCells(notebook, 0, 1);
  return notebook;
}

describe('a live connection', () => {
  let service: SandboxServer;

  before(async () => {
    const today = plainDateOfInstant(Date.UTC(2026, 5, 1));
    service = await listen(createSandbox(defaultSandboxConfig(today)), { port: 0 });
    const { quantUrl, dataUrl } = service;
    await setConnections([{ name, quantUrl, dataUrl }]);
  });

  after(async () => {
    await setConnections(undefined);
    await service.close();
  });

  it('that the front matter names is asked exactly, and without a token says what to do', async () => {
    const notebook = await runOn(name);
    const { error, actions, provenance } = errorOf(notebook, 0);
    assert.equal(error.request?.kind, 'unauthorized');
    assert.equal(actions[0], 'setToken');
    assert.equal(provenance.synthetic, false);
    const [request] = service.requests;
    assert.equal(service.requests.length, 1, 'a refused request is not tried again');
    assert.equal(request?.method, 'GET');
    const url = new URL(request?.url ?? '', service.quantUrl);
    assert.ok(url.pathname.endsWith('/signal/bullish_stocks'), url.pathname);
    assert.deepEqual([...url.searchParams].sort(), [
      ['amount', '3'],
      ['industry', 'technology'],
    ]);
    assert.equal(request?.headers['accept'], 'application/json');
    assert.equal(request?.headers['authorization'], undefined);
    assert.equal(request?.headers['content-type'], undefined);
  });

  it('makes results of another connection stale when it is named', async () => {
    const notebook = await showCells('FROM bullish_stocks(amount := 3)', 'SELECT 1 AS one');
    await setFrontMatter(notebook, 'connection: Sandbox');
    await runCells(notebook, 0, 2);
    assert.equal(resultOf(notebook, 0).provenance.connection, 'Sandbox');
    assert.deepEqual(await ranBy(notebook, commands.runStale), []);
    await setFrontMatter(notebook, `connection: ${name}`);
    assert.deepEqual(await ranBy(notebook, commands.runStale), [0]);
    assert.equal(errorOf(notebook, 0).error.request?.kind, 'unauthorized');
  });

  it('that a workspace defines is not there', async () => {
    const before = service.requests.length;
    const { quantUrl, dataUrl } = service;
    const evil = { 'signals.connections': [{ name: 'Evil', quantUrl, dataUrl }] };
    const file = await writeFile('.vscode/settings.json', JSON.stringify(evil));
    try {
      const notebook = await runOn('Evil');
      const { notes, provenance } = resultOf(notebook, 0);
      assert.match(notes.join(' '), /Evil, which is not in your settings/);
      assert.equal(provenance.connection, 'Sandbox');
      assert.equal(service.requests.length, before);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('is answered from its lake first, and a workspace cannot name another', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'market-signals-host-lake-'));
    const lake = path.join(folder, `it's a lake`);
    const { quantUrl, dataUrl } = service;
    const entry = { name, quantUrl, dataUrl };
    const [from, to] = ['2026-04-20', '2026-05-20'];
    const call = (end: string) =>
      `FROM bull_bear_score_ts(['company:demo0001'], date_from := DATE '${from}'${end})`;
    const notebook = await showCells(
      call(`, date_to := DATE '${to}'`),
      `SELECT count(*) AS n FROM '${lake.replaceAll("'", "''")}/bull_bear_score_ts/*/*.parquet'`,
      call(''),
    );
    await setFrontMatter(notebook, `connection: ${name}`);
    const evil = { 'signals.connections': [{ ...entry, lake: folder }] };
    let settingsFile: vscode.Uri | undefined;
    try {
      const range = ['--entities', 'company:demo0001', '--from', from, '--to', to];
      const words = [...range, '--only', 'bull_bear_score_ts'];
      await syncLake(lake, words, { ...entry, token: 'of-the-test' });
      settingsFile = await writeFile('.vscode/settings.json', JSON.stringify(evil));
      await runCells(notebook, 0, 1);
      assert.equal(errorOf(notebook, 0).error.request?.kind, 'unauthorized');
      await setConnections([{ ...entry, lake }]);
      const before = service.requests.length;
      await runCells(notebook, 0, 2);
      const { table, provenance, notes } = resultOf(notebook, 0);
      const rowCount = table?.rowCount ?? 0;
      assert.ok(rowCount > 20, `${rowCount}`);
      assert.deepEqual(provenance.calls[0]?.lake, { rowCount, isWhole: true });
      const footer = footerLine({ provenance, rowCount, restored: false });
      assert.match(footer, /^Loopback · bull_bear_score_ts · \d+ rows · .* · lake$/);
      assert.match(notes.join(' '), /The connection has another lake now, so a fresh kernel/);
      assert.equal(service.requests.length, before, 'nothing is requested');
      assert.deepEqual(rowsOf(notebook, 1), [[rowCount]]);

      await runCells(notebook, 2, 3);
      assert.equal(errorOf(notebook, 2).error.request?.kind, 'unauthorized');
      const { url } = service.requests.at(-1) ?? {};
      assert.equal(new URL(url ?? '', quantUrl).searchParams.get('date_from'), to);

      await setConnections([{ name, quantUrl: `${quantUrl}/other`, dataUrl, lake }]);
      await runCells(notebook, 0, 1);
      assert.match(errorOf(notebook, 0).error.message, /is of another connection \(127\.0\.0\.1\)/);
      await setConnections([{ ...entry, lake: `${lake} gone` }]);
      await runCells(notebook, 0, 1);
      assert.match(errorOf(notebook, 0).error.message, /^The lake .* gone does not exist\./);
    } finally {
      await setConnections([entry]);
      await (settingsFile && vscode.workspace.fs.delete(settingsFile));
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('keeps what is typed while the offer to find more companies is accepted', async () => {
    const notebook = await showCells("FROM bull_bear_score_ts('ha')");
    await setFrontMatter(notebook, `connection: ${name}`);
    const { document } = notebook.cellAt(0);
    const listed = document.positionAt("FROM bull_bear_score_ts('ha".length);
    const item = await untilFound(document, listed);
    // VS Code replaces what was typed after the list was made.
    const content = "FROM bull_bear_score_ts('hal Ä')";
    const text = await vscode.workspace.openTextDocument({ content });
    const typed = new vscode.Range(listed, listed.translate(0, 3));
    const editor = await vscode.window.showTextDocument(text, { selection: typed });
    assert.ok(item.insertText instanceof vscode.SnippetString);
    await editor.insertSnippet(item.insertText, typed);
    await until('the cursor is after what was typed', () => editor.selection.isEmpty);
    assert.deepEqual(editor.selection.active, typed.end);
    assert.equal(text.getText(), content);
  });
});

/** The item that finds more companies, which is offered when the connection is known. */
async function untilFound(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem> {
  for (;;) {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    const item = items.find(
      ({ label }) => typeof label !== 'string' && label.label === 'Find more companies…',
    );
    if (item) {
      return item;
    }
  }
}
