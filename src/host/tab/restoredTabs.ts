/** Tabs of an earlier window: their results went with its kernels, so that each says so and leads to its cell. */

import * as vscode from 'vscode';
import {
  readTabPlace,
  readTabRequest,
  type TabMessage,
  type TabPlace,
} from '../../core/protocol/tabMessage';
import { notebookType, resultTabType } from '../ids';
import { messageOf, type Log } from '../log';
import { cellOf } from './tabPlaces';
import { fillTab, tabRoot } from './tabPage';

const gone =
  'The session that held this result ended with the window. Run its cell again, and open the result in a tab from there.';
const button = 'Open the notebook at the cell';

export class RestoredTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly registration = vscode.window.registerWebviewPanelSerializer(resultTabType, this);

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly log: Log,
  ) {}

  /** @param kept What the page kept, or anything else. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const place = readTabPlace(kept);
    const { webview } = panel;
    const listening = webview.onDidReceiveMessage((message: unknown) => {
      const request = readTabRequest(message);
      if (request?.type === 'ready') {
        const message: TabMessage = { type: 'gone', sentence: gone, button: place && button };
        void webview.postMessage(message);
      } else if (request?.type === 'showCell' && place) {
        void this.show(place);
      }
    });
    panel.onDidDispose(() => {
      listening.dispose();
    });
    webview.options = { enableScripts: true, localResourceRoots: [tabRoot(this.extensionUri)] };
    fillTab(panel, this.extensionUri);
    return Promise.resolve();
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async show(place: TabPlace): Promise<void> {
    try {
      const uri = vscode.Uri.parse(place.notebook, true);
      const notebook = await vscode.workspace.openNotebookDocument(uri);
      if (notebook.notebookType !== notebookType) {
        throw new Error('The notebook of this result is not there any more.');
      }
      const index = cellOf(place, notebook);
      const range = new vscode.NotebookRange(index, index + 1);
      const viewColumn = columnOf(uri) ?? vscode.ViewColumn.One;
      const options = { viewColumn, selections: [range] };
      const editor = await vscode.window.showNotebookDocument(notebook, options);
      editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
    } catch (error) {
      this.log.error('The notebook of a tab could not be opened', error);
      void vscode.window.showErrorMessage(messageOf(error));
    }
  }
}

/** Where the notebook is open, also where another tab is in front of it. */
function columnOf(notebook: vscode.Uri): vscode.ViewColumn | undefined {
  const isIt = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputNotebook && String(input.uri) === String(notebook);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isIt))?.viewColumn;
}
