/** Opens copies of the notebooks that ship with the extension, so that the originals stay unchanged. */

import * as vscode from 'vscode';
import { sampleNotebooks } from '../../core/gallery/sampleNotebooks';
import { openNotebook, type Notebook } from '../../core/notebook/notebookFile';
import { hasTab } from './activeNotebook';
import { executeCells } from './executeCells';
import { showNotebook } from './newNotebook';
import { toNotebookData } from './notebookData';

/** @param argument The file of one of the notebooks; otherwise the user is asked. */
export async function openSample(extensionUri: vscode.Uri, argument: unknown): Promise<void> {
  const chosen =
    sampleNotebooks.find(file => file === argument) ??
    (
      await vscode.window.showQuickPick(
        Promise.all(sampleNotebooks.map(file => item(extensionUri, file))),
        { placeHolder: vscode.l10n.t('Open a copy of a sample notebook'), matchOnDetail: true },
      )
    )?.file;
  if (chosen !== undefined) {
    await openCopy(extensionUri, chosen);
  }
}

/** @returns The notebook under its own title, with its own description. */
async function item(
  extensionUri: vscode.Uri,
  file: string,
): Promise<vscode.QuickPickItem & { readonly file: string }> {
  const { frontMatter } = await read(extensionUri, file);
  const { readFrontMatter } = await import('../../core/notebook/frontMatter');
  const { title, description } = readFrontMatter(frontMatter.raw);
  return { file, label: title ?? file, detail: description ?? '' };
}

/** The copy of the tour that was opened last. */
let tour: vscode.NotebookDocument | undefined;

export async function openTour(extensionUri: vscode.Uri): Promise<void> {
  tour = await openCopy(extensionUri, 'tour');
}

/**
 * Runs all cells of the tour, of the open copy or of a new one, and shows its first chart. The tour is ours, so it runs in
 * Restricted Mode too.
 */
export async function runTour(extensionUri: vscode.Uri): Promise<void> {
  if (!tour || tour.isClosed || !hasTab(tour.uri.toString())) {
    tour = await openCopy(extensionUri, 'tour');
  }
  const isDrawn = ({ document }: vscode.NotebookCell): boolean =>
    /^VISUALISE\b/m.test(document.getText());
  const chart = Math.max(0, tour.getCells().findIndex(isDrawn));
  const range = new vscode.NotebookRange(chart, chart + 1);
  const editor = await vscode.window.showNotebookDocument(tour, { selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.AtTop);
  await executeCells(tour, [new vscode.NotebookRange(0, tour.cellCount)]);
}

async function openCopy(extensionUri: vscode.Uri, name: string): Promise<vscode.NotebookDocument> {
  return showNotebook(toNotebookData(await read(extensionUri, name)));
}

async function read(extensionUri: vscode.Uri, name: string): Promise<Notebook> {
  const file = vscode.Uri.joinPath(extensionUri, 'notebooks', `${name}.signals`);
  const bytes = await vscode.workspace.fs.readFile(file);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return openNotebook(bytes, content => decoder.decode(content));
}
