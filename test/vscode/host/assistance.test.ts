import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { runCells, showCells } from './notebooks';

const watchdogMs = 30_000;

/** The last cell of a notebook with these cells, and the place of `|` in it. */
async function showAt(...texts: string[]): Promise<[vscode.TextDocument, vscode.Position]> {
  const marked = texts.pop() ?? '';
  const offset = marked.indexOf('|');
  const notebook = await showCells(...texts, marked.replace('|', ''));
  const { document } = notebook.cellAt(texts.length);
  return [document, document.positionAt(offset)];
}

async function completions(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  const { Snippet, Text } = vscode.CompletionItemKind;
  return items.filter(({ kind }) => kind !== Text && kind !== Snippet);
}

/** Asks until the item is offered: what an analysis or a session tells comes a moment later. */
async function untilOffered(
  [document, position]: [vscode.TextDocument, vscode.Position],
  label: string,
): Promise<vscode.CompletionItem> {
  const startedMs = Date.now();
  for (;;) {
    const items = await completions(document, position);
    const item = items.find(each => labelOf(each) === label);
    if (item) {
      return item;
    }
    const labels = items.slice(0, 20).map(labelOf).join(', ');
    assert.ok(Date.now() - startedMs < watchdogMs, `${label} is not among ${labels}`);
  }
}

/** The text of the document with the item in it. */
function taken(
  document: vscode.TextDocument,
  { range, insertText }: vscode.CompletionItem,
): string {
  assert.ok(range instanceof vscode.Range && typeof insertText === 'string');
  const text = document.getText();
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return text.slice(0, from) + insertText + text.slice(to);
}

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

describe('what helps while typing', () => {
  it('offers the values of an enumeration before anything ran', async () => {
    const at = await showAt("FROM bullish_stocks(time_horizon := '|')");
    assert.equal(
      taken(at[0], await untilOffered(at, '1W')),
      "FROM bullish_stocks(time_horizon := '1W')",
    );
  });

  it('offers the tables of cells above with their columns', async () => {
    const at = await showAt('CREATE TABLE made_above AS SELECT 1 AS my_column', 'FROM |');
    await untilOffered(at, 'made_above');
    const inside = await showAt(
      'CREATE TABLE made_above AS SELECT 1 AS my_column',
      'SELECT m.| FROM made_above m',
    );
    await untilOffered(inside, 'my_column');
  });

  it("offers DuckDB's words where its grammar takes them", async () => {
    const at = await showAt('SELECT 1 AS a |');
    await untilOffered(at, 'FROM');
    const offered = (await completions(...at)).map(labelOf);
    assert.ok(!offered.includes('TRUNCATE'), offered.join(', '));
  });

  it('offers the companies of the sandbox before anything ran, by name', async () => {
    const at = await showAt("FROM bull_bear_score_ts('hal|')");
    const item = await untilOffered(at, 'Halervik Medical');
    assert.equal(taken(at[0], item), "FROM bull_bear_score_ts('company:demo0363')");
  });

  it('offers the entities that a run has taught, by their keys', async () => {
    const notebook = await showCells('FROM bullish_stocks(amount := 3)', "FROM events_ts('')");
    await runCells(notebook, 0, 1);
    const { document } = notebook.cellAt(1);
    const position = document.positionAt("FROM events_ts('".length);
    const items = await untilEntities(document, position);
    assert.match(String(items[0]?.insertText), /^company:/);
    assert.ok(items.length >= 3);
  });

  it('says in a hover what a function does and what the call sends', async () => {
    const [document, position] = await showAt('FROM bullish|_stocks(amount := 5)');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      position,
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map(content => (content instanceof vscode.MarkdownString ? content : undefined)),
    );
    const own = texts.find(markdown => markdown?.value.includes('signal/bullish_stocks?amount=5'));
    assert.ok(own, 'the request is shown');
    assert.ok(!own.isTrusted);
  });

  it('shows the arguments of a call, the one at the cursor marked', async () => {
    const [document, position] = await showAt("FROM events_ts('a', date_to := |)");
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp>(
      'vscode.executeSignatureHelpProvider',
      document.uri,
      position,
    );
    const { label, parameters } = help.signatures[0] ?? assert.fail('there is no signature');
    const [from, to] = parameters[help.activeParameter]?.label ?? [0, 0];
    assert.match(label.slice(Number(from), Number(to)), /^date_to/);
  });

  it('leaves comments alone', async () => {
    assert.deepEqual(await completions(...(await showAt('-- FROM |'))), []);
  });
});

async function untilEntities(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const startedMs = Date.now();
  for (;;) {
    const items = await completions(document, position);
    if (items.length > 0) {
      return items;
    }
    assert.ok(Date.now() - startedMs < watchdogMs, 'no entities are offered');
  }
}
