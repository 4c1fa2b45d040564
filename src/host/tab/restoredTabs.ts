/** Tabs of an earlier window: their results ended with its kernels, so each shows a message and a link to its cell. */

import { errorMessage } from '../../core/base/errorMessage';
import * as vscode from 'vscode';
import { readTabPlace, type TabPlace } from '../../core/protocol/tabMessage';
import { explorerTabType, notebookType, resultTabType, showTabCellCommand } from '../ids';
import type { Log } from '../log';
import { sentenceHtml } from './tabHtml';
import { cellOf } from './tabPlaces';

const gone =
  'The session that held this result ended with the window. Run its cell again, and open the result in a tab from there.';
const label = 'Open the notebook at the cell';

export class RestoredTabs implements vscode.WebviewPanelSerializer, vscode.Disposable {
  private readonly registrations = vscode.Disposable.from(
    ...[resultTabType, explorerTabType].map(type =>
      vscode.window.registerWebviewPanelSerializer(type, this),
    ),
    vscode.commands.registerCommand(showTabCellCommand, (argument: unknown) => {
      const place = readTabPlace(argument);
      return place ? this.show(place) : undefined;
    }),
  );

  constructor(private readonly log: Log) {}

  /** @param kept The state that the page stored, or anything else. */
  deserializeWebviewPanel({ webview, title }: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const place = readTabPlace(kept);
    webview.options = { enableCommandUris: [showTabCellCommand], localResourceRoots: [] };
    webview.html = sentenceHtml(gone, title, place ? { href: commandTo(place), label } : undefined);
    return Promise.resolve();
  }

  dispose(): void {
    this.registrations.dispose();
  }

  private async show(place: TabPlace): Promise<void> {
    try {
      const uri = vscode.Uri.parse(place.notebook, true);
      const notebook = await vscode.workspace.openNotebookDocument(uri);
      if (notebook.notebookType !== notebookType) {
        throw new Error('The notebook of this result no longer exists.');
      }
      const index = cellOf(place, notebook);
      const range = new vscode.NotebookRange(index, index + 1);
      const viewColumn = columnOf(uri) ?? vscode.ViewColumn.One;
      const options = { viewColumn, selections: [range] };
      const editor = await vscode.window.showNotebookDocument(notebook, options);
      editor.revealRange(range, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
    } catch (error) {
      this.log.error('The notebook of a tab could not be opened', error);
      void vscode.window.showErrorMessage(errorMessage(error));
    }
  }
}

function commandTo(place: TabPlace): string {
  return `command:${showTabCellCommand}?${encodeURIComponent(JSON.stringify([place]))}`;
}

/** The tab of the open notebook, even if another tab is in front of it. */
function columnOf(notebook: vscode.Uri): vscode.ViewColumn | undefined {
  const isIt = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputNotebook && String(input.uri) === String(notebook);
  return vscode.window.tabGroups.all.find(({ tabs }) => tabs.some(isIt))?.viewColumn;
}
