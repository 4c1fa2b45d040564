/** The view *Session*: what the kernel of the active notebook holds. While the view is hidden, it asks the kernel nothing. */

import path from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import { outputResultId } from '../../core/protocol/output';
import type { SessionContents } from '../../core/protocol/sessionContents';
import { pageSize, rowsOfState, type Row, type ViewState } from '../../core/sidebar/row';
import {
  cellTitle,
  fileRows,
  filesGroup,
  groupRows,
  itemOfRow,
  mostFiles,
  readableFiles,
  rowsBelow,
  sessionItems,
  sessionState,
  type SessionItem,
  type SessionState,
  type ShownResult,
} from '../../core/sidebar/sessionTree';
import { contextKeys } from '../ids';
import type { Log } from '../log';
import { activeNotebook, hasTab } from '../notebook/activeNotebook';
import { resultsOf } from '../notebook/cellResults';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { RowSource } from './rowTree';

/** Folders whose files nobody analyses. */
const skippedFiles = '**/{node_modules,.*}/**';

export class SessionView implements RowSource, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscription: vscode.Disposable;
  /** Rows of a level that are shown, where they are more than at first. */
  private readonly shown = new Map<string, number>();
  private isVisible = false;
  private hasChanged = false;
  private followed: vscode.NotebookDocument | undefined = activeNotebook();
  /** What the kernel answered, or will answer; undefined: it is asked when rows are next shown. */
  private asked: Promise<ViewState<SessionContents> | null> | undefined;
  private items: readonly SessionItem[] = [];
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly sessions: KernelSessions,
    private readonly log: Log,
  ) {
    const { window, workspace } = vscode;
    this.subscription = vscode.Disposable.from(
      window.onDidChangeActiveNotebookEditor(() => this.follow()),
      window.tabGroups.onDidChangeTabs(() => this.follow()),
      sessions.onDidChangeTables(notebook => {
        if (notebook === this.followed) {
          this.refresh();
        }
      }),
      // Results are shown after the kernel reported the run.
      workspace.onDidChangeNotebookDocument(({ notebook, contentChanges, cellChanges }) => {
        const areOutputs = cellChanges.some(({ outputs }) => outputs !== undefined);
        if (notebook === this.followed && (areOutputs || contentChanges.length > 0)) {
          this.report();
        }
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.refresh()),
    );
  }

  /** The notebook whose session is shown: the active one, or else the last that was, while it has a tab. */
  get notebook(): vscode.NotebookDocument | undefined {
    return this.followed;
  }

  /** What changed while the view was hidden is read when it is shown. */
  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (isVisible && this.hasChanged) {
      this.report();
    }
  }

  /** Asks the kernel again, now or when the view is next shown. */
  refresh(): void {
    this.asked = undefined;
    this.report();
  }

  showMore(below: string): void {
    this.shown.set(below, this.shownBelow(below) + pageSize);
    this.changed.fire();
  }

  itemOf(row: Row | undefined): SessionItem | undefined {
    return itemOfRow(row, this.items);
  }

  async rows(parent: Row | undefined): Promise<readonly Row[]> {
    if (parent?.id === filesGroup) {
      const { isTrusted } = vscode.workspace;
      const names = isTrusted && this.followed ? await fileNames(this.followed) : [];
      return fileRows(names, { isTrusted, shown: this.shownBelow(filesGroup) });
    }
    return parent ? rowsBelow(parent, this.items, this.shownBelow(parent.id)) : this.firstLevel();
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async firstLevel(): Promise<readonly Row[]> {
    const notebook = this.followed;
    if (!notebook) {
      return this.none('noNotebook');
    }
    const state = await (this.asked ??= this.ask(notebook));
    if (notebook !== this.followed) {
      return this.firstLevel();
    }
    if (state === null) {
      return this.none('noKernel');
    }
    const hasFiles = (vscode.workspace.workspaceFolders ?? []).some(
      ({ uri }) => uri.scheme === 'file',
    );
    const rows = rowsOfState(
      'session',
      state,
      contents => {
        this.items = sessionItems(contents, shownResults(notebook));
        return groupRows(this.items, hasFiles);
      },
      'refreshSession',
    );
    setState(state.kind === 'content' ? sessionState(this.items, hasFiles) : 'content');
    return rows;
  }

  private none(state: SessionState): readonly Row[] {
    this.items = [];
    setState(state);
    return [];
  }

  /** @returns Null if no kernel runs. */
  private async ask(notebook: vscode.NotebookDocument): Promise<ViewState<SessionContents> | null> {
    if (notebook.isClosed) {
      return null;
    }
    try {
      const content = await this.sessions.of(notebook).contents();
      return content && { kind: 'content', content };
    } catch (error) {
      this.log.error('The contents of a session could not be read', error);
      const sentence = vscode.l10n.t('The session could not be read');
      return { kind: 'failed', sentence, detail: errorMessage(error) };
    }
  }

  private follow(): void {
    const before = this.followed;
    const kept = before && !before.isClosed && hasTab(before.uri.toString()) ? before : undefined;
    this.followed = activeNotebook() ?? kept;
    if (this.followed !== before) {
      this.shown.clear();
      this.refresh();
    }
  }

  private report(): void {
    this.hasChanged = !this.isVisible;
    if (this.isVisible) {
      this.changed.fire();
    }
  }

  private shownBelow(id: string): number {
    return this.shown.get(id) ?? pageSize;
  }
}

function setState(state: SessionState): void {
  void vscode.commands.executeCommand('setContext', contextKeys.session, state);
}

function shownResults(notebook: vscode.NotebookDocument): ShownResult[] {
  return notebook.getCells().flatMap(cell =>
    resultsOf(cell).flatMap((output): ShownResult[] => {
      const id = outputResultId(output);
      const { chart, restored } = output;
      const title = cellTitle(cell.document.getText(), chart?.spec);
      return id === undefined || restored
        ? []
        : [{ id, cell: cell.index, title, isChart: chart !== null }];
    }),
  );
}

/** @returns Names of files as the notebook's cells write them, sorted. */
async function fileNames(notebook: vscode.NotebookDocument): Promise<readonly string[]> {
  const files = await vscode.workspace.findFiles(readableFiles, skippedFiles, mostFiles);
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const isSaved = notebook.uri.scheme === 'file' && !notebook.isUntitled;
  const folder = isSaved ? path.dirname(notebook.uri.fsPath) : first?.uri.fsPath;
  return files
    .filter(({ scheme }) => scheme === 'file')
    .map(({ fsPath }) => {
      const relative = folder === undefined ? fsPath : path.relative(folder, fsPath);
      return (relative.startsWith('..') ? fsPath : relative).replaceAll('\\', '/');
    })
    .sort();
}
