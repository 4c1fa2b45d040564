import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { close, showFile, until, writeCell, writeFile } from './notebooks';

const watchdogMs = 60_000;

/** Shows a notebook with a table of SQL and a specification; `|` is the cursor. */
async function showSpecification(
  name: string,
  marked: string,
): Promise<[vscode.TextDocument, vscode.Position]> {
  const text = marked.replace('|', '');
  const content = `\`\`\`{sql}\nCREATE TABLE quotes (day DATE, price DOUBLE);\n\`\`\`\n\n\`\`\`{vega-lite}\n${text}\n\`\`\`\n`;
  const notebook = await showFile(await writeFile(name, content));
  const document = notebook.cellAt(1).document;
  assert.equal(document.getText(), text);
  return [document, document.positionAt(marked.indexOf('|'))];
}

/** What is offered there, once all of it is: the servers of languages start when they are first asked. */
async function offeredWith(
  document: vscode.TextDocument,
  position: vscode.Position,
  expected: readonly string[],
): Promise<string[]> {
  const startedMs = Date.now();
  for (;;) {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      position,
    );
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    if (expected.every(label => labels.includes(label))) {
      return labels;
    }
    assert.ok(Date.now() - startedMs < watchdogMs, `${labels.join(' ')} is offered`);
    await delay(100);
  }
}

describe('specifications', () => {
  const cases = [
    ['keys of the schema', '{ "|" }', ['mark', 'encoding']],
    ['values of the schema', '{ "mark": "|" }', ['"bar"', '"line"']],
    ['tables of the cells above', '{ "data": { "name": "|" } }', ['quotes']],
    [
      'columns of the data',
      '{ "data": { "name": "quotes" }, "mark": "line", "encoding": { "x": { "field": "|" } } }',
      ['day', 'price'],
    ],
  ] as const;
  for (const [index, [what, marked, expected]] of cases.entries()) {
    it(`offer ${what} while they are written`, async () => {
      const [document, position] = await showSpecification(
        `specification-${index}.signals`,
        marked,
      );
      await offeredWith(document, position, expected);
      await close();
    });
  }

  it('are held against the schema as they are typed, and put right by a quick fix', async () => {
    const [document] = await showSpecification(
      'specification-checked.signals',
      '{ "data": { "name": "quotes" }, "mark": "line" }|',
    );
    const problems = () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .map(({ code, message }) => `${String(code)} ${message}`);
    await writeCell(document, '{ "data": { "name": "quotes" }, "mark": "lin" }');
    await until('the value is told', () => problems().length > 0);
    assert.deepEqual(problems(), [
      'specificationValue Vega-Lite does not take this value here. Did you mean "line"?',
    ]);
    const [diagnostic] = vscode.languages.getDiagnostics(document.uri);
    assert.ok(diagnostic);
    const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      diagnostic.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.equal(fix?.title, 'Change to "line"');
    assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
    await until('nothing is told', () => problems().length === 0);
    await writeCell(document, '{ "data": { "name": "quotes" }, "mark": "line", }');
    await until('the comma is told', () => problems().length > 0);
    assert.deepEqual(problems(), ['specificationSyntax This is not valid JSON: trailing comma.']);
    await close();
  });

  it('are laid out, explained and part of the outline', async () => {
    const [document] = await showSpecification(
      'specification-laid-out.signals',
      '{"title": "Quotes by day", "data":{"name":"quotes"},"mark":"line"}|',
    );
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      document.positionAt(document.getText().indexOf('mark')),
    );
    const said = hovers.flatMap(({ contents }) =>
      contents.map(part => (typeof part === 'string' ? part : part.value)),
    );
    assert.match(said.join('\n'), /mark/);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      document.uri,
    );
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ['Quotes by day'],
    );
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
      'vscode.executeFormatDocumentProvider',
      document.uri,
      { tabSize: 2, insertSpaces: true },
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.equal(
      document.getText(),
      '{\n  "title": "Quotes by day",\n  "data": { "name": "quotes" },\n  "mark": "line"\n}',
    );
    await close();
  });
});
