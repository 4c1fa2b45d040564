/** Signals: Open as Page. The notebook's page beside it, which follows its cells as they run. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { readLivePageState, type PageMessage } from '../../core/protocol/pageMessage';
import { outputKey } from '../../core/protocol/staleOutputs';
import { readTabRequest } from '../../core/protocol/tabMessage';
import { notebookType, pageType, settingsSection } from '../ids';
import type { Log } from '../log';
import { notebookOf } from '../notebook/activeNotebook';
import type { KernelSessions } from '../notebook/kernelSessions';
import { appearanceMessage, type OutputMessages } from '../notebook/outputMessages';
import type { ParameterValues } from '../notebook/parameterValues';
import type { Staleness } from '../notebook/staleness';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';
import { livePageHtml } from './livePageHtml';
import { pageSource } from './pageSource';

/** Changes that follow one another within this time are shown together: those of outputs, and of typed texts. */
const OUTPUTS_MS = 100;
const TYPING_MS = 400;

export interface PageParts {
  readonly extensionUri: vscode.Uri;
  readonly sessions: KernelSessions;
  readonly messages: OutputMessages;
  readonly staleness: Staleness;
  readonly values: ParameterValues;
  readonly portfolios: KnownPortfolios;
  readonly log: Log;
}

export class PagePanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly panels = new Map<vscode.NotebookDocument, vscode.WebviewPanel>();

  private readonly registration = vscode.window.registerWebviewPanelSerializer(pageType, this);

  constructor(private readonly parts: PageParts) {}

  dispose(): void {
    this.registration.dispose();
  }

  /**
   * A page of an earlier window: shows the notebook as it is now, and runs nothing.
   *
   * @param kept What the page stored, or anything else.
   */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const notebook = await notebookAt(readLivePageState(kept)?.pageOf);
    if (notebook && !this.panels.has(notebook)) {
      this.draw(panel, notebook);
    } else {
      panel.dispose();
    }
  }

  /** @param argument The toolbar's, or nothing: the active notebook. */
  open(argument: unknown): void {
    const notebook = notebookOf(argument);
    if (notebook) {
      const known = this.panels.get(notebook);
      if (known) {
        known.reveal();
      } else {
        this.show(notebook);
      }
    }
  }

  private show(notebook: vscode.NotebookDocument): void {
    const panel = vscode.window.createWebviewPanel(
      pageType,
      vscode.l10n.t('{0} · page', posix.basename(notebook.uri.path)),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { retainContextWhenHidden: true },
    );
    this.draw(panel, notebook);
  }

  private draw(panel: vscode.WebviewPanel, notebook: vscode.NotebookDocument): void {
    const dist = vscode.Uri.joinPath(this.parts.extensionUri, 'dist');
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.panels.set(notebook, panel);
    const subscriptions = this.follow(panel, notebook);
    panel.onDidDispose(() => {
      this.panels.delete(notebook);
      subscriptions.dispose();
    });
    const { webview } = panel;
    const address = (...path: string[]): string =>
      String(webview.asWebviewUri(vscode.Uri.joinPath(dist, ...path)));
    webview.html = livePageHtml({
      script: address('view', 'livePage.js'),
      style: address('page', 'pageStyle.css'),
      source: webview.cspSource,
      title: panel.title,
    });
  }

  private follow(panel: vscode.WebviewPanel, notebook: vscode.NotebookDocument): vscode.Disposable {
    const { webview } = panel;
    const { messages, staleness, log } = this.parts;
    const post = (message: object) => webview.postMessage(message);
    let pause: NodeJS.Timeout | undefined;
    let sent: ReadonlySet<string> = new Set();
    const send = async (): Promise<void> => {
      const message = await pageMessage(notebook, staleness, sent);
      sent = new Set(message.results.map(({ key }) => key));
      await post(message);
    };
    const update = (ms = OUTPUTS_MS): void => {
      clearTimeout(pause);
      pause = setTimeout(() => {
        send().catch((error: unknown) =>
          log.error('The page of a notebook could not be made', error),
        );
      }, ms);
    };
    return vscode.Disposable.from(
      webview.onDidReceiveMessage((message: unknown) => {
        if (readTabRequest(message)) {
          sent = new Set();
          update();
        } else if (!notebook.isClosed) {
          void messages.receive({ key: panel, notebook, post }, message);
        }
      }),
      vscode.workspace.onDidChangeNotebookDocument(change => {
        if (change.notebook === notebook) {
          const isTyped = change.cellChanges.some(({ document }) => document !== undefined);
          update(isTyped ? TYPING_MS : OUTPUTS_MS);
        }
      }),
      staleness.onDidChange(changed => {
        if (changed === notebook) {
          update();
        }
      }),
      vscode.workspace.onDidChangeConfiguration(change => {
        if (change.affectsConfiguration(`${settingsSection}.charts`)) {
          void post(appearanceMessage());
        }
      }),
      vscode.workspace.onDidCloseNotebookDocument(closed => {
        if (closed === notebook) {
          panel.dispose();
        }
      }),
      new vscode.Disposable(() => clearTimeout(pause)),
    );
  }
}

/**
 * The page asks for rows as the outputs of the notebook do, so it is sent those that its outputs hold.
 *
 * @param sent Keys of the results that the page has.
 */
async function pageMessage(
  notebook: vscode.NotebookDocument,
  staleness: Staleness,
  sent: ReadonlySet<string>,
): Promise<PageMessage> {
  const { pageSections } = await import('../../core/page/makePage');
  const source = await pageSource(notebook, staleness, output => Promise.resolve(output));
  const { head, cells, foot, results } = pageSections(source);
  const unsent = results.map(output => {
    const key = outputKey(output);
    return { key, output: sent.has(key) ? null : output };
  });
  return { type: 'page', notebook: String(notebook.uri), head, cells, foot, results: unsent };
}

/** @returns Undefined if there is no such notebook any more. */
async function notebookAt(
  address: string | undefined,
): Promise<vscode.NotebookDocument | undefined> {
  const isOurs = ({ notebookType: type }: vscode.NotebookDocument): boolean =>
    type === notebookType;
  const open = vscode.workspace.notebookDocuments.find(({ uri }) => String(uri) === address);
  if (open || address === undefined || !address.endsWith('.signals')) {
    return open && isOurs(open) ? open : undefined;
  }
  try {
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.parse(address, true));
    return isOurs(notebook) ? notebook : undefined;
  } catch {
    // Its file was moved or deleted.
    return undefined;
  }
}
