/** Results in editor tabs next to their notebooks: the same view, connected to the same kernel. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { uncancellable } from '../../core/base/cancellation';
import { isRecord } from '../../core/base/json';
import type { ResultOutput } from '../../core/protocol/output';
import { readLeftGrid, type LeftGrid } from '../../core/protocol/shownRows';
import {
  readTabRequest,
  type TabMessage,
  type TabPlace,
  type TabRequest,
} from '../../core/protocol/tabMessage';
import type { NamedState } from '../../core/protocol/exploration';
import { errorMessage } from '../../core/base/errorMessage';
import { activeNotebook } from '../notebook/activeNotebook';
import { resultsOf } from '../notebook/cellResults';
import { saveQuestion } from '../sidebar/questionsView';
import { isOverview } from '../../core/explorer/eventsQuestion';
import { loadMentions, type EventParts } from './exploreEvents';
import { askPlace } from './askedCells';
import { exportSource, sourceOf, type ExportSource } from '../export/exportSource';
import { explorerTabType, resultTabType, settingsSection } from '../ids';
import type { KernelSessions } from '../notebook/kernelSessions';
import { appearanceMessage, type OutputMessages } from '../notebook/outputMessages';
import { tabHtml } from './tabHtml';
import { placeOf } from './tabPlaces';

/** What a tab does with its result. */
interface TabKind {
  readonly type: string;
  readonly script: string;
  /** In the title of the tab, after the result's name. */
  readonly suffix: string;
  /** What there is none of, where no cell is selected. */
  readonly verb: string;
}

const shows: TabKind = {
  ...{ type: resultTabType, script: 'resultTab.js', suffix: '', verb: 'open' },
};
const explores: TabKind = {
  ...{
    type: explorerTabType,
    script: 'explorerTab.js',
    suffix: vscode.l10n.t(' · Explorer'),
    verb: 'explore',
  },
};

const ended = vscode.l10n.t(
  'The session that held this result has ended. The rows shown here stay. To load more rows, sort or export, run the cell again.',
);

interface ShownTab {
  readonly kind: TabKind;
  /** Tabs are shown once by their key. */
  readonly key: string;
  readonly source: ExportSource;
  readonly shown: LeftGrid | null;
  readonly question: NamedState | null;
  readonly isNarrow: boolean;
  readonly column?: vscode.ViewColumn;
}

export class ResultTabs implements vscode.Disposable {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly notebooks = new Map<vscode.WebviewPanel, vscode.NotebookDocument>();
  /** Requests of tabs that are being carried out. */
  private readonly asking = new Set<string>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly sessions: KernelSessions,
    private readonly messages: OutputMessages,
    private readonly parts: Pick<EventParts, 'connections' | 'companies'>,
  ) {}

  /** The notebook in front: the active one, otherwise that of the active tab. */
  get notebookInFront(): vscode.NotebookDocument | undefined {
    const tab = [...this.notebooks].find(([{ active }]) => active);
    return activeNotebook() ?? (tab?.[1].isClosed === false ? tab[1] : undefined);
  }

  /** @param argument As for an export: `{resultId, shown}`, a cell, or nothing. */
  open(argument: unknown): void {
    this.openAs(shows, argument);
  }

  /** @param argument As for `open`. */
  explore(argument: unknown): void {
    this.openAs(explores, argument);
  }

  /**
   * Explores the result of a cell that ran, if it has rows: a cell that failed, or found nothing, says so itself.
   *
   * @param question What is asked at first.
   * @param column Where; absent: beside the notebook.
   * @returns Whether there was a result to explore.
   */
  exploreCell(
    cell: vscode.NotebookCell,
    question: NamedState | null = null,
    column?: vscode.ViewColumn,
  ): boolean {
    const [result] = resultsOf(cell);
    const { table } = result ?? {};
    const source = table && table.rowCount > 0 ? exportSource({ resultId: table.id }) : undefined;
    if (table && source) {
      const key = `${explores.type} ${source.resultId}`;
      this.panels.get(key)?.dispose();
      const shown = { shown: null, question, isNarrow: false };
      this.show({ kind: explores, key, source, ...shown, ...(column && { column }) });
    }
    return source !== undefined;
  }

  /**
   * Runs the cell of a tab, and shows an explorer of its result in place of the tab.
   *
   * @param panel Stays if the cell has no result then.
   */
  askAgain(
    panel: vscode.WebviewPanel,
    place: TabPlace,
    question: NamedState | null,
  ): Promise<void> {
    return this.once(['askAgain', place, question], async () => {
      const column = panel.viewColumn;
      if (this.exploreCell(await askPlace(place), question, column)) {
        panel.dispose();
      }
    });
  }

  /** Ignores a request that is being carried out: a second press opened a second explorer, or asked a second time. */
  private async once(request: readonly unknown[], carryOut: () => Promise<void>): Promise<void> {
    const key = JSON.stringify(request);
    if (this.asking.has(key)) {
      return;
    }
    this.asking.add(key);
    try {
      await carryOut();
    } finally {
      this.asking.delete(key);
    }
  }

  private openAs(kind: TabKind, argument: unknown): void {
    const source = exportSource(argument);
    if (!source) {
      const sentence = vscode.l10n.t(
        'There is no result to {0}: select a cell with a result and run it.',
        kind.verb,
      );
      void vscode.window.showInformationMessage(sentence);
      return;
    }
    const key = `${kind.type} ${source.resultId}`;
    const known = this.panels.get(key);
    if (known) {
      known.reveal();
    } else {
      const asked: Record<string, unknown> = isRecord(argument) ? argument : {};
      const shown = readLeftGrid(asked['shown']);
      const isNarrow = this.messages.isNarrow(source.notebook);
      this.show({ kind, key, source, shown, question: null, isNarrow });
    }
  }

  /**
   * Opens rows that no cell shows, in place of those that were opened under the same key.
   *
   * @param name In the title of the tab, after the notebook's.
   */
  openRows(
    key: string,
    shown: { readonly notebook: vscode.NotebookDocument; readonly name: string },
    output: ResultOutput,
  ): void {
    const source = sourceOf({ ...shown, cell: undefined, output });
    if (source) {
      this.panels.get(key)?.dispose();
      const shownAs = { shown: null, question: null, isNarrow: false };
      this.show({ kind: shows, key, source, ...shownAs });
    }
  }

  dispose(): void {
    for (const panel of [...this.panels.values()]) {
      panel.dispose();
    }
  }

  private show({ kind, key, source, isNarrow, column, ...tab }: ShownTab): void {
    const root = tabRoot(this.extensionUri);
    const panel = vscode.window.createWebviewPanel(
      kind.type,
      `${titleOf(source)}${kind.suffix}`,
      { viewColumn: column ?? this.columnFor(isNarrow), preserveFocus: false },
      // While hidden, the page keeps its order, filters and place.
      { enableScripts: true, localResourceRoots: [root], retainContextWhenHidden: true },
    );
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'signals-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'signals-dark.svg'),
    };
    this.panels.set(key, panel);
    this.notebooks.set(panel, source.notebook);
    const subscriptions = this.follow(panel, source, tab);
    panel.onDidDispose(() => {
      this.panels.delete(key);
      this.notebooks.delete(panel);
      subscriptions.dispose();
      if (source.cell === undefined) {
        void this.drop(source);
      }
    });
    fillTab(panel, this.extensionUri, kind);
  }

  private async carryOut(
    panel: vscode.WebviewPanel,
    source: ExportSource,
    { type, question }: Exclude<TabRequest, { type: 'ready' }>,
  ): Promise<void> {
    try {
      if (type === 'saveQuestion') {
        if (!source.cell) {
          throw new Error(
            vscode.l10n.t('These rows belong to no cell, so there is no query to save.'),
          );
        }
        await saveQuestion(source.cell.document.getText(), question);
      } else if (type === 'loadMentions') {
        const parts = { ...this.parts, tabs: this };
        await this.once([type, placeOf(source), question], () =>
          loadMentions(source, question, parts, panel.viewColumn),
        );
      } else {
        await this.askAgain(panel, placeOf(source), question);
      }
    } catch (error) {
      void vscode.window.showErrorMessage(errorMessage(error));
    }
  }

  /** Nothing else shows these rows. */
  private async drop({ notebook, resultId }: ExportSource): Promise<void> {
    try {
      if (!notebook.isClosed) {
        await this.sessions.of(notebook).ask('drop', { resultId }, uncancellable);
      }
    } catch {
      // The kernel ended, and its relations with it.
    }
  }

  /** Next to the notebook, also if a tab beside it is in front; a window that is already split has room there. */
  private columnFor(isNarrow: boolean): vscode.ViewColumn {
    const isBeside = [...this.panels.values()].some(({ active }) => active);
    const isSplit = vscode.window.tabGroups.all.length > 1;
    return isBeside || (isNarrow && !isSplit) ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
  }

  private follow(
    panel: vscode.WebviewPanel,
    source: ExportSource,
    { shown, question }: Pick<ShownTab, 'shown' | 'question'>,
  ): vscode.Disposable {
    const { webview } = panel;
    const { notebook, output } = source;
    let isOver = source.restored;
    const place = placeOf(source);
    const post = (message: TabMessage | object) => webview.postMessage(message);
    const end = (): void => {
      isOver = true;
      void post({ type: 'ended', sentence: ended } satisfies TabMessage);
    };
    return vscode.Disposable.from(
      webview.onDidReceiveMessage((message: unknown) => {
        const request = readTabRequest(message);
        if (request?.type === 'ready') {
          // The result is drawn in the language of the window.
          void post(appearanceMessage());
          const text = source.cell?.document.getText() ?? '';
          const result = { output: shownOutput(output, isOver), place, shown, question };
          void post({
            type: 'result',
            ...result,
            isOverview: isOverview(text),
          } satisfies TabMessage);
        } else if (request) {
          void this.carryOut(panel, source, request);
        } else if (!notebook.isClosed) {
          // A closed notebook has no session, and must not get another.
          void this.messages.receive({ key: panel, notebook, source, post }, message);
        }
      }),
      this.sessions.of(notebook).onDidEnd(end),
      vscode.workspace.onDidCloseNotebookDocument(closed => {
        if (closed === notebook) {
          end();
        }
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.charts`)) {
          void post(appearanceMessage());
        }
      }),
    );
  }
}

function shownOutput(output: ResultOutput, isOver: boolean): ResultOutput {
  return isOver ? { ...output, restored: true } : output;
}

function titleOf({ notebook, name }: ExportSource): string {
  return `${posix.basename(notebook.uri.path)} · ${name}`;
}

/** The page may only load the view. */
function tabRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'view');
}

function fillTab(
  { webview, title }: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  { script: name }: TabKind,
): void {
  const script = vscode.Uri.joinPath(tabRoot(extensionUri), name);
  webview.html = tabHtml(String(webview.asWebviewUri(script)), title);
}
