/** What the tests do with notebooks, through the API alone. */

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ErrorOutput, ResultOutput } from '../../../src/core/protocol/output';
import { commands, languages, mimeTypes, notebookType } from '../../../src/host/ids';

const pollMs = 20;
const watchdogMs = 60_000;

/** Waits until `read` gives a value. */
export async function until<T>(what: string, read: () => T | undefined | false): Promise<T> {
  const startedMs = Date.now();
  for (;;) {
    const value = read();
    if (value !== undefined && value !== false) {
      return value;
    }
    assert.ok(Date.now() - startedMs < watchdogMs, `still not so: ${what}`);
    await delay(pollMs);
  }
}

/** The notebook in front, reused: a browser build can take half a minute to show another. */
let shown: vscode.NotebookDocument | undefined;

/** Shows an untitled notebook with these SQL cells, without front matter and without a kernel. */
export async function showCells(...texts: readonly string[]): Promise<vscode.NotebookDocument> {
  const kind = vscode.NotebookCellKind.Code;
  const cells = texts.map(text => new vscode.NotebookCellData(kind, text, languages.sql));
  if (shown && vscode.window.activeNotebookEditor?.notebook === shown) {
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.NotebookRange(0, shown.cellCount);
    edit.set(shown.uri, [
      vscode.NotebookEdit.replaceCells(all, cells),
      vscode.NotebookEdit.updateNotebookMetadata({}),
    ]);
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand(commands.restartKernel);
    return shown;
  }
  const data = new vscode.NotebookData(cells);
  shown = await vscode.workspace.openNotebookDocument(notebookType, data);
  await vscode.window.showNotebookDocument(shown, { preview: false });
  return shown;
}

export async function showFile(uri: vscode.Uri): Promise<vscode.NotebookDocument> {
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await vscode.window.showNotebookDocument(notebook, { preview: false });
  return notebook;
}

/** Gives the notebook this front matter, as an editor's command would. */
export async function setFrontMatter(
  notebook: vscode.NotebookDocument,
  raw: string,
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const metadata = { ...notebook.metadata, frontMatter: { raw: `${raw}\n` } };
  edit.set(notebook.uri, [vscode.NotebookEdit.updateNotebookMetadata(metadata)]);
  await vscode.workspace.applyEdit(edit);
}

/** Writes a file of the workspace folder. */
export async function writeFile(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(workspaceFolder(), name);
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  await vscode.workspace.fs.writeFile(uri, bytes);
  return uri;
}

/** Writes a cell's whole text, as its author would. */
export async function writeCell(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  await until('the cell is written', () => document.getText() === text);
}

export async function readFile(uri: vscode.Uri): Promise<Buffer> {
  return Buffer.from(await vscode.workspace.fs.readFile(uri));
}

export function workspaceFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'the tests have a workspace folder');
  return folder.uri;
}

/** Starts the run of all cells, as the toolbar does; resolves when it is over. */
export async function runAll(notebook: vscode.NotebookDocument): Promise<void> {
  await runCells(notebook, 0, notebook.cellCount);
}

/** Runs the cells `from <= index < to`. */
export async function runCells(
  notebook: vscode.NotebookDocument,
  from: number,
  to: number,
): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.execute', {
    ranges: [{ start: from, end: to }],
    document: notebook.uri,
  });
  await until('the run is over', () =>
    notebook
      .getCells(new vscode.NotebookRange(from, to))
      .every(cell => isOver(cell) || cell.kind === vscode.NotebookCellKind.Markup),
  );
}

/** @returns The cells that a command ran to their end, in the order in which they ran. */
export async function ranBy(
  notebook: vscode.NotebookDocument,
  command: string,
  ...cells: readonly vscode.NotebookCell[]
): Promise<number[]> {
  const before = orders(notebook);
  await vscode.commands.executeCommand(command, ...cells);
  await until('no cell runs', () => notebook.getCells().every(isOver));
  return orders(notebook)
    .map((order, index) => ({ order, index }))
    .filter(({ order, index }) => order > (before[index] ?? 0))
    .sort((a, b) => a.order - b.order)
    .map(({ index }) => index);
}

/** Numbers of the cells' last runs; 0 for none. */
export function orders(notebook: vscode.NotebookDocument): number[] {
  return notebook.getCells().map(cell => cell.executionSummary?.executionOrder ?? 0);
}

/** Whether a cell ran, or was passed over, and nothing of it is under way. */
export function isOver(cell: vscode.NotebookCell): boolean {
  const { executionSummary: summary } = cell;
  return summary?.timing === undefined || summary.timing.endTime > 0;
}

/** Waits until VS Code shows the cell as running. */
export async function untilRunning(cell: vscode.NotebookCell): Promise<void> {
  await until('the cell runs', () => cell.executionSummary?.executionOrder !== undefined);
}

/** `true` and `false` as VS Code marks the cell; undefined where it has no mark. */
export function successes(notebook: vscode.NotebookDocument): (boolean | undefined)[] {
  return notebook.getCells().map(cell => cell.executionSummary?.success);
}

export function resultOf(notebook: vscode.NotebookDocument, index: number): ResultOutput {
  return outputOf<ResultOutput>(notebook, index, mimeTypes.result);
}

export function errorOf(notebook: vscode.NotebookDocument, index: number): ErrorOutput {
  return outputOf<ErrorOutput>(notebook, index, mimeTypes.error);
}

export function rowsOf(notebook: vscode.NotebookDocument, index: number): readonly unknown[] {
  return resultOf(notebook, index).table?.rows ?? [];
}

/** Closes the notebook in front; changes are given up. */
export async function close(): Promise<void> {
  if (vscode.window.activeNotebookEditor?.notebook === shown) {
    shown = undefined;
  }
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

function outputOf<T>(notebook: vscode.NotebookDocument, index: number, mimeType: string): T {
  const items = notebook.cellAt(index).outputs.flatMap(output => output.items);
  const item = items.find(({ mime }) => mime === mimeType);
  const all = items.map(({ mime, data }) => `${mime}: ${Buffer.from(data).toString()}`);
  assert.ok(item, `cell ${index} has no ${mimeType} but ${all.join('\n')}`);
  return JSON.parse(Buffer.from(item.data).toString()) as T;
}
