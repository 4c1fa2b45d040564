/** Opens copies of the notebooks that ship with the extension, so that the originals stay unchanged. */

import * as vscode from 'vscode';
import { sampleNotebooks } from '../../core/gallery/sampleNotebooks';
import { openNotebook } from '../../core/notebook/notebookFile';
import { showNotebook } from './newNotebook';
import { toNotebookData } from './notebookData';

/** @param argument The file of one of the notebooks; otherwise the user is asked. */
export async function openSample(extensionUri: vscode.Uri, argument: unknown): Promise<void> {
  const chosen =
    sampleNotebooks.find(({ file }) => file === argument) ??
    (await vscode.window.showQuickPick(
      sampleNotebooks.map(sample => ({ ...sample, label: sample.title })),
      { placeHolder: 'Open a copy of a sample notebook', matchOnDetail: true },
    ));
  if (chosen) {
    await openCopy(extensionUri, chosen.file);
  }
}

export async function openTour(extensionUri: vscode.Uri): Promise<void> {
  await openCopy(extensionUri, 'tour');
}

async function openCopy(extensionUri: vscode.Uri, name: string): Promise<void> {
  const file = vscode.Uri.joinPath(extensionUri, 'notebooks', `${name}.signals`);
  const bytes = await vscode.workspace.fs.readFile(file);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  await showNotebook(toNotebookData(openNotebook(bytes, content => decoder.decode(content))));
}
