/** Signals: Export Notebook. Writes the notebook with its current outputs as one HTML file, and runs nothing. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { offerSaved } from '../export/offerSaved';
import { putBytes } from '../export/putFile';
import { targetFolder } from '../export/saveDialog';
import { fileExists } from '../export/saveExport';
import { readPageProgram } from '../../io/pageProgram';
import { notebookOf } from '../notebook/activeNotebook';
import { paletteSetting } from '../settings';
import type { PageParts } from './pagePanels';
import { pageSource } from './pageSource';

/** @param argument The toolbar's, or `{target}`: a file that exists is refused then; the dialog asks the user. */
export async function exportNotebook(argument: unknown, parts: PageParts): Promise<void> {
  const notebook = notebookOf(argument);
  const given = isRecord(argument) ? argument['target'] : undefined;
  if (!notebook) {
    return;
  }
  if (given instanceof vscode.Uri && (await fileExists(given))) {
    throw new Error(`${posix.basename(given.path)} already exists.`);
  }
  const target = given instanceof vscode.Uri ? given : await askTarget(notebook);
  if (target) {
    const name = posix.basename(target.path);
    const location = vscode.ProgressLocation.Window;
    await vscode.window.withProgress({ location, title: `Exporting to ${name}` }, async () =>
      putBytes(target, new TextEncoder().encode(await page(notebook, parts))),
    );
    offerSaved(`Exported the notebook to ${name}.`, target);
  }
}

async function page(
  notebook: vscode.NotebookDocument,
  { extensionUri, sessions, staleness }: PageParts,
): Promise<string> {
  const { HeldRows, makePage } = await import('../../core/page/makePage');
  const { token } = new vscode.CancellationTokenSource();
  const rows = new HeldRows(params => sessions.of(notebook).ask('page', params, token));
  const program = await readPageProgram(vscode.Uri.joinPath(extensionUri, 'dist').fsPath);
  const source = await pageSource(notebook, staleness, output => rows.of(output));
  return makePage(source, paletteSetting(), program);
}

/** The dialog asks before it returns the name of an existing file. */
async function askTarget(notebook: vscode.NotebookDocument): Promise<vscode.Uri | undefined> {
  const folder = targetFolder(notebook);
  const name = `${posix.basename(notebook.uri.path, '.signals')}.html`;
  return vscode.window.showSaveDialog({
    title: 'Export Notebook',
    saveLabel: 'Export',
    filters: { 'Web page': ['html'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
}
