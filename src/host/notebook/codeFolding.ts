/**
 * Folds the code of cells: VS Code collapses their inputs, and the file stores which of them are folded when it is
 * opened.
 *
 * VS Code reports neither which inputs are collapsed nor that one was. Folding by our commands and keys is written to
 * the file; folding by the button next to a cell is not.
 */

import * as vscode from 'vscode';
import { takesOptions } from '../../core/notebook/cellOptions';
import { foldEdit, isFolded } from '../../core/notebook/codeFold';
import { notebookType } from '../ids';
import { rangeOf } from '../language/spans';
import { activeNotebook, hasTab, notebookOf, notebookUriOf } from './activeNotebook';
import { selectedCells } from './cellResults';

const stateKey = 'signals.resultsOnly';

export class CodeFolding implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** A notebook switched to results only, or back to its code. */
  readonly onDidChange = this.changed.event;
  /** Notebooks whose tab was shown, by URI: what is unfolded there stays unfolded. */
  private readonly opened = new Map<string, vscode.NotebookDocument>();
  /** The last fold options in the texts of cells, so that an undone edit folds or unfolds with them. */
  private readonly options = new WeakMap<vscode.TextDocument, boolean>();
  /** Untitled notebooks: their names are reused, so nothing about them is stored. */
  private readonly untitled = new WeakSet<vscode.NotebookDocument>();
  private readonly subscription = vscode.Disposable.from(
    this.changed,
    vscode.window.onDidChangeVisibleNotebookEditors(() => this.open()),
    vscode.window.onDidChangeNotebookEditorVisibleRanges(() => this.open()),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => this.close(closed)),
    vscode.workspace.onDidChangeNotebookDocument(event => this.foldAdded(event)),
    vscode.workspace.onDidChangeTextDocument(event => this.followUndo(event)),
  );

  constructor(private readonly state: vscode.Memento) {
    this.open();
  }

  dispose(): void {
    this.subscription.dispose();
  }

  isResultsOnly(notebook: vscode.NotebookDocument): boolean {
    return this.untitled.has(notebook) || this.kept().includes(notebook.uri.toString());
  }

  /** @param argument A cell, or nothing for the selected ones. */
  async fold(argument: unknown): Promise<void> {
    const cells = selectedCells(argument);
    if (cells.some(({ document }) => document === vscode.window.activeTextEditor?.document)) {
      // Otherwise typing would continue in the hidden editor.
      await vscode.commands.executeCommand('notebook.cell.quitEdit');
    }
    await collapse(cells, 'front');
    await write(cells, true);
  }

  /** @param argument A cell, or nothing for the selected ones. */
  async unfold(argument: unknown): Promise<void> {
    const cells = selectedCells(argument);
    await write(cells, false);
    await expand(cells, 'front');
  }

  /** Folds every code cell and remembers that, but does not write it to the file. */
  async showResultsOnly(argument: unknown): Promise<void> {
    const notebook = notebookOf(argument);
    if (notebook) {
      await this.remember(notebook, true);
      await expandProse(notebook, 'front');
      await collapse(codeOf(notebook), 'front');
    }
  }

  /** Unfolds the cells that the file does not fold, and all Markdown. */
  async showCode(argument: unknown): Promise<void> {
    const notebook = notebookOf(argument);
    if (notebook) {
      await this.remember(notebook, false);
      await expand(
        notebook.getCells().filter(cell => !opensFolded(cell)),
        'front',
      );
    }
  }

  /** VS Code ignores commands to an editor that does not show cells yet. */
  private open(): void {
    for (const { notebook, visibleRanges } of vscode.window.visibleNotebookEditors) {
      const uri = notebook.uri.toString();
      const isShown = visibleRanges.some(range => !range.isEmpty);
      if (notebook.notebookType === notebookType && isShown && this.opened.get(uri) !== notebook) {
        this.opened.set(uri, notebook);
        notebook.getCells().forEach(({ document }) => this.note(document));
        void this.foldAsWritten(notebook);
      }
    }
  }

  private async foldAsWritten(notebook: vscode.NotebookDocument): Promise<void> {
    const isAll = this.isResultsOnly(notebook);
    const isToFold = (cell: vscode.NotebookCell): boolean =>
      isAll ? isCode(cell) : opensFolded(cell);
    const cells = notebook.getCells();
    // VS Code folds the cells of an untitled notebook like those of the last one of that name.
    await (notebook.isUntitled
      ? expand(cells.filter(cell => !isToFold(cell)))
      : expandProse(notebook));
    await collapse(cells.filter(isToFold));
  }

  private close(tabs: readonly vscode.Tab[]): void {
    for (const uri of tabs.map(notebookUriOf)) {
      if (uri !== undefined && !hasTab(uri)) {
        this.opened.delete(uri);
      }
    }
  }

  /** Cells that were pasted, restored by Undo, moved, or are in a file that changed on disk. */
  private foldAdded({ notebook, contentChanges }: vscode.NotebookDocumentChangeEvent): void {
    if (this.opened.has(notebook.uri.toString())) {
      const added = contentChanges.flatMap(({ addedCells }) => addedCells);
      added.forEach(({ document }) => this.note(document));
      const isReplaced = contentChanges.some(({ removedCells }) => removedCells.length > 0);
      const isAll = isReplaced && this.isResultsOnly(notebook);
      void collapse(added.filter(cell => opensFolded(cell) || (isAll && isCode(cell))));
    }
  }

  private followUndo({ document, reason }: vscode.TextDocumentChangeEvent): void {
    const before = this.options.get(document);
    if (before === undefined) {
      return;
    }
    const now = this.note(document);
    const cell = now === before || reason === undefined ? undefined : cellOf(document);
    if (cell && now) {
      void collapse([cell]);
    } else if (cell && !this.isResultsOnly(cell.notebook)) {
      void expand([cell]);
    }
  }

  private note(document: vscode.TextDocument): boolean {
    const now = isFolded(document.languageId, document.getText());
    this.options.set(document, now);
    return now;
  }

  private async remember(notebook: vscode.NotebookDocument, resultsOnly: boolean): Promise<void> {
    const uri = notebook.uri.toString();
    if (!notebook.isUntitled) {
      const others = this.kept().filter(each => each !== uri);
      await this.state.update(stateKey, resultsOnly ? [...others, uri] : others);
    } else if (resultsOnly) {
      this.untitled.add(notebook);
    } else {
      this.untitled.delete(notebook);
    }
    this.changed.fire();
  }

  private kept(): string[] {
    return this.state.get<string[]>(stateKey, []);
  }
}

/**
 * In one undo step. VS Code undoes text edits in their own cell's editor, which is hidden here, unless the notebook
 * changes with them.
 */
async function write(cells: readonly vscode.NotebookCell[], fold: boolean): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { document, index, metadata, notebook } of cells) {
    const change = foldEdit(document.languageId, document.getText(), fold);
    if (change) {
      edit.replace(document.uri, rangeOf(document, change.span), change.text);
      edit.set(notebook.uri, [
        vscode.NotebookEdit.updateCellMetadata(index, { ...metadata, codeFold: fold }),
      ]);
    }
  }
  if (edit.size > 0 && !(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The fold could not be written: is the notebook read-only?'));
  }
  if (fold && cells.some(({ document }) => !takesOptions(document.languageId))) {
    const sentence = vscode.l10n.t('Signals: only the folds of SQL cells are written to the file');
    vscode.window.setStatusBarMessage(sentence, 5000);
  }
}

/**
 * Folds code cells; Markdown is left out, since VS Code prints its first line over the rendered text.
 *
 * @param place The active editor or any, if a notebook is shown twice.
 */
async function collapse(
  cells: readonly vscode.NotebookCell[],
  place: Place = 'any',
): Promise<void> {
  const code = cells.filter(isCode);
  await toInputs('notebook.cell.collapseCellInput', code, place);
  const front = activeNotebook();
  if (code[0] && front && front !== code[0].notebook) {
    // VS Code would fold cells of the active editor if the notebook's own was closed meanwhile.
    await expandProse(front);
  }
}

function expand(cells: readonly vscode.NotebookCell[], place: Place = 'any'): Promise<void> {
  return toInputs('notebook.cell.expandCellInput', cells, place);
}

function expandProse(notebook: vscode.NotebookDocument, place: Place = 'any'): Promise<void> {
  return expand(
    notebook.getCells().filter(cell => !isCode(cell)),
    place,
  );
}

type Place = 'front' | 'any';

/** @param cells Of one notebook, whether they are in view or not. */
async function toInputs(
  command: string,
  cells: readonly vscode.NotebookCell[],
  place: Place,
): Promise<void> {
  const notebook = cells[0]?.notebook;
  if (notebook && !notebook.isClosed && hasTab(notebook.uri.toString())) {
    // Without a document VS Code takes the active editor, which may show another notebook by then.
    const editors = vscode.window.visibleNotebookEditors.filter(one => one.notebook === notebook);
    const isFront = vscode.window.activeNotebookEditor?.notebook === notebook;
    await vscode.commands.executeCommand(command, {
      ranges: cells.map(({ index }) => ({ start: index, end: index + 1 })),
      ...(place === 'front' && isFront && editors.length > 1 ? {} : { document: notebook.uri }),
    });
  }
}

function codeOf(notebook: vscode.NotebookDocument): vscode.NotebookCell[] {
  return notebook.getCells().filter(isCode);
}

function isCode({ kind }: vscode.NotebookCell): boolean {
  return kind === vscode.NotebookCellKind.Code;
}

function opensFolded({ document }: vscode.NotebookCell): boolean {
  return isFolded(document.languageId, document.getText());
}

function cellOf(document: vscode.TextDocument): vscode.NotebookCell | undefined {
  return vscode.workspace.notebookDocuments
    .flatMap(notebook => notebook.getCells())
    .find(cell => cell.document === document);
}
