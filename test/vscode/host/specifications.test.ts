import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { close, showFile, writeFile } from './notebooks';

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
});
