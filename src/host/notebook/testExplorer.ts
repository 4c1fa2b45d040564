/** The tests of notebooks in VS Code's Test Explorer: a cell with the option `test` is a test of its notebook. */

import * as vscode from 'vscode';
import { withUpstream } from '../../core/language/runPlans';
import { distinctNames, testOf } from '../../core/notebook/cellTest';
import { openNotebook } from '../../core/notebook/notebookFile';
import { readErrorOutput, readResultOutput } from '../../core/protocol/output';
import { errorText, resultText } from '../../core/protocol/plainText';
import { testSentence } from '../../core/protocol/testSentence';
import { mimeTypes, notebookPattern, notebookType } from '../ids';
import type { Analysed, NotebookAnalyses } from '../language/analyses';
import { cellId } from '../language/notebookText';
import { rangeOf } from '../language/spans';
import type { Log } from '../log';
import { runPlan } from './runPlanned';

const controllerLabel = 'Market Signals';

/** A workspace can have any number of files; these many are read. */
const MOST_FILES = 1000;

/** A test as it is written. */
interface WrittenTest {
  readonly name: string;
  /** Of the cell's document if the notebook is open; of the file otherwise. */
  readonly uri: vscode.Uri;
  readonly range: vscode.Range | undefined;
}

export class TestExplorer implements vscode.Disposable {
  /** Made with the first test: VS Code shows the Testing view as soon as there is a controller. */
  private controller: vscode.TestController | undefined;
  private readonly watcher = vscode.workspace.createFileSystemWatcher(`**/${notebookPattern}`);
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly analyses: NotebookAnalyses,
    private readonly log: Log,
  ) {
    const { workspace } = vscode;
    this.subscriptions = [
      this.watcher,
      this.watcher.onDidCreate(uri => void this.readFile(uri)),
      this.watcher.onDidChange(uri => void this.readFile(uri)),
      this.watcher.onDidDelete(uri => this.show(uri, [])),
      workspace.onDidOpenNotebookDocument(notebook => this.readOpen(notebook)),
      workspace.onDidChangeNotebookDocument(({ notebook }) => this.readOpen(notebook)),
      workspace.onDidCloseNotebookDocument(({ uri }) => void this.readFile(uri)),
    ];
    void this.readWorkspace();
  }

  dispose(): void {
    this.subscriptions.forEach(subscription => void subscription.dispose());
    this.controller?.dispose();
  }

  /** Reads the notebooks, also one that changed without an event: VS Code watches no excluded folder, and misses changes. */
  private async readWorkspace(token?: vscode.CancellationToken): Promise<void> {
    vscode.workspace.notebookDocuments.forEach(notebook => this.readOpen(notebook));
    let files: readonly vscode.Uri[] = [];
    try {
      files = await vscode.workspace.findFiles(
        `**/${notebookPattern}`,
        undefined,
        MOST_FILES,
        token,
      );
    } catch (error) {
      // Tests of notebooks that are opened are still listed.
      this.log.error('The notebooks of the workspace could not be searched for tests', error);
    }
    const shown = [...(this.controller?.items ?? [])].flatMap(([, { uri }]) => uri ?? []);
    const all = new Map([...files, ...shown].map(uri => [uri.toString(), uri]));
    for (const file of all.values()) {
      if (token?.isCancellationRequested) {
        return;
      }
      await this.readFile(file);
    }
  }

  private readOpen(notebook: vscode.NotebookDocument): void {
    if (notebook.notebookType === notebookType && !notebook.isClosed) {
      this.show(
        notebook.uri,
        testCells(notebook).map(({ test, cell: { document } }) => ({
          name: test.value,
          uri: document.uri,
          range: rangeOf(document, test.span),
        })),
      );
    }
  }

  /** An open notebook may differ from its file, which then does not count. */
  private async readFile(uri: vscode.Uri): Promise<void> {
    const tests = openNotebookAt(uri) ? [] : await this.testsInFile(uri);
    // It may have been opened meanwhile.
    const open = openNotebookAt(uri);
    if (open) {
      this.readOpen(open);
    } else {
      this.show(uri, tests);
    }
  }

  private async testsInFile(uri: vscode.Uri): Promise<readonly WrittenTest[]> {
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      const { cells } = openNotebook(bytes, read => this.decoder.decode(read));
      return cells
        .flatMap(({ language, text }) => testOf(language, text) ?? [])
        .map(({ value }) => ({ name: value, uri, range: undefined }));
    } catch {
      // A file that is gone, or no notebook, has no tests; opening it says why.
      return [];
    }
  }

  private show(uri: vscode.Uri, tests: readonly WrittenTest[]): void {
    const id = uri.toString();
    if (tests.length === 0) {
      this.controller?.items.delete(id);
      return;
    }
    const controller = this.ready();
    const label = vscode.workspace.asRelativePath(uri);
    const file = controller.items.get(id) ?? controller.createTestItem(id, label, uri);
    const names = distinctNames(tests.map(({ name }) => name));
    file.children.replace(
      tests.map((test, index) => {
        const name = names[index] ?? test.name;
        const item = controller.createTestItem(name, name, test.uri);
        item.range = test.range;
        item.sortText = String(index).padStart(4, '0');
        return item;
      }),
    );
    controller.items.add(file);
  }

  private ready(): vscode.TestController {
    if (!this.controller) {
      const { Run } = vscode.TestRunProfileKind;
      const controller = vscode.tests.createTestController('signals', controllerLabel);
      controller.createRunProfile(
        vscode.l10n.t('Run'),
        Run,
        (request, token) => this.run(request, token),
        true,
      );
      controller.refreshHandler = token => this.readWorkspace(token);
      this.controller = controller;
    }
    return this.controller;
  }

  private async run(
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const controller = this.ready();
    const run = controller.createTestRun(request);
    const files = filesOf(request, controller);
    for (const tests of files.values()) {
      tests.forEach(test => run.enqueued(test));
    }
    for (const [file, tests] of files) {
      try {
        if (!token.isCancellationRequested) {
          await this.runFile(file, tests, { run, token });
        }
      } catch (error) {
        this.log.error('The tests of a notebook could not be run', error);
        const message = new vscode.TestMessage(
          vscode.l10n.t('The notebook could not be run: see Show Log.'),
        );
        tests.forEach(test => run.errored(test, message));
      }
    }
    run.end();
  }

  /** Runs the tests of a notebook with the cells that they need, as its own Run does, and so in its editor. */
  private async runFile(
    file: vscode.TestItem,
    tests: readonly vscode.TestItem[],
    { run, token }: { run: vscode.TestRun; token: vscode.CancellationToken },
  ): Promise<void> {
    const uri = vscode.Uri.parse(file.id, true);
    const notebook = openNotebookAt(uri) ?? (await vscode.workspace.openNotebookDocument(uri));
    await vscode.window.showNotebookDocument(notebook, { preserveFocus: true, preview: false });
    const analysed = await this.analyses.current(notebook);
    if (!analysed) {
      throw new Error(vscode.l10n.t('The language process did not analyse the notebook.'));
    }
    const inOrder = testCells(notebook);
    const names = distinctNames(inOrder.map(({ test }) => test.value));
    const cells = new Map(inOrder.map(({ cell }, index) => [names[index], cell]));
    const found = tests.flatMap(test => {
      const cell = cells.get(test.id);
      return cell ? [{ test, cell, order: orderOf(cell) }] : [];
    });
    const wanted = found.flatMap(({ cell }) => indexOf(analysed, cell) ?? []);
    const cancelling = token.onCancellationRequested(() => void cancelCells(notebook));
    found.forEach(({ test }) => run.started(test));
    try {
      await runPlan(analysed, withUpstream(analysed.analysis.cells, wanted));
    } finally {
      cancelling.dispose();
    }
    for (const { test, cell, order } of found) {
      report(run, test, orderOf(cell) === order ? undefined : cell);
    }
  }
}

/** The tests of an open notebook in its order. */
function testCells(notebook: vscode.NotebookDocument) {
  return notebook.getCells().flatMap(cell => {
    const { document } = cell;
    const test = testOf(document.languageId, document.getText());
    return test ? [{ test, cell }] : [];
  });
}

function openNotebookAt(uri: vscode.Uri): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find(
    notebook => notebook.uri.toString() === uri.toString(),
  );
}

/** The tests that a request is about, by the item of their notebook. */
function filesOf(
  { include, exclude = [] }: vscode.TestRunRequest,
  { items }: vscode.TestController,
): Map<vscode.TestItem, vscode.TestItem[]> {
  const all = include ?? [...items].map(([, item]) => item);
  const files = new Map<vscode.TestItem, vscode.TestItem[]>();
  for (const item of all) {
    const file = item.parent ?? item;
    const tests = item.parent ? [item] : [...item.children].map(([, child]) => child);
    const isWanted = (test: vscode.TestItem): boolean =>
      !exclude.includes(test) && !exclude.includes(file);
    const own = [...(files.get(file) ?? []), ...tests.filter(isWanted)];
    files.set(file, [...new Set(own)]);
  }
  return files;
}

function indexOf({ text }: Analysed, { document }: vscode.NotebookCell): number | undefined {
  const index = text.cells.findIndex(({ id }) => id === cellId(document));
  return index < 0 ? undefined : index;
}

function orderOf({ executionSummary }: vscode.NotebookCell): number | undefined {
  return executionSummary?.executionOrder;
}

async function cancelCells(notebook: vscode.NotebookDocument): Promise<void> {
  await vscode.commands.executeCommand('notebook.cell.cancelExecution', {
    ranges: [{ start: 0, end: notebook.cellCount }],
    document: notebook.uri,
  });
}

/** @param cell Undefined: it did not run. */
function report(
  run: vscode.TestRun,
  test: vscode.TestItem,
  cell: vscode.NotebookCell | undefined,
): void {
  const items = cell?.outputs.flatMap(output => output.items) ?? [];
  const read = (mimeType: string): unknown => {
    const item = items.find(({ mime }) => mime === mimeType);
    return item && JSON.parse(new TextDecoder().decode(item.data));
  };
  const error = readErrorOutput(read(mimeTypes.error));
  const result = readResultOutput(read(mimeTypes.result));
  const { startTime = 0, endTime = 0 } = cell?.executionSummary?.timing ?? {};
  if (error) {
    run.errored(test, messageAt(test, errorText(error)), endTime - startTime);
  } else if (result?.test) {
    const { failedRows } = result.test;
    run.appendOutput(`${testSentence(result.test)}\r\n`, undefined, test);
    if (failedRows === 0) {
      run.passed(test, endTime - startTime);
    } else {
      run.failed(test, messageAt(test, resultText(result)), endTime - startTime);
    }
  } else if (cell) {
    run.skipped(test);
  } else {
    run.errored(
      test,
      messageAt(test, vscode.l10n.t('The test did not run: a cell that it needs failed.')),
    );
  }
}

function messageAt({ uri, range }: vscode.TestItem, text: string): vscode.TestMessage {
  const message = new vscode.TestMessage(text);
  if (uri && range) {
    message.location = new vscode.Location(uri, range);
  }
  return message;
}
