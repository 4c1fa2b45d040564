/** Signals: Export Notebook. Writes the notebook with its current outputs in the format of the file's name, and runs nothing. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { isRecord } from '../../core/base/json';
import { offerSaved } from '../export/offerSaved';
import { putBytes } from '../export/putFile';
import { fileNameOf, targetFolder } from '../export/saveDialog';
import { fileExists } from '../export/saveExport';
import { notebookFormats } from '../../core/page/notebookFormats';
import {
  heldRows,
  isForeignPicture,
  picturesFolder,
  writtenNotebook,
  type WrittenNotebook,
} from '../../io/writtenNotebook';
import { notebookOf } from '../notebook/activeNotebook';
import { paletteSetting } from '../settings';
import type { PageParts } from './pagePanels';
import { jupyterSource } from './jupyterSource';

/** @param argument The toolbar's, or `{target}`: a file that exists is refused then; the dialog asks the user. */
export async function exportNotebook(argument: unknown, parts: PageParts): Promise<void> {
  const notebook = notebookOf(argument);
  const given = isRecord(argument) ? argument['target'] : undefined;
  if (!notebook) {
    return;
  }
  if (given instanceof vscode.Uri && (await fileExists(given))) {
    throw new Error(vscode.l10n.t('{0} already exists.', posix.basename(given.path)));
  }
  const target = given instanceof vscode.Uri ? given : await askTarget(notebook);
  if (target) {
    const name = posix.basename(target.path);
    const location = vscode.ProgressLocation.Window;
    await vscode.window.withProgress(
      { location, title: vscode.l10n.t('Exporting to {0}', name) },
      async () => {
        const { text, pictures } = await written(notebook, name, parts);
        await putPictures(target, pictures);
        await putBytes(target, new TextEncoder().encode(text));
      },
    );
    offerSaved(vscode.l10n.t('Exported the notebook to {0}.', name), target);
  }
}

async function written(
  notebook: vscode.NotebookDocument,
  fileName: string,
  parts: PageParts,
): Promise<WrittenNotebook> {
  const { extensionUri, sessions } = parts;
  const ending = posix.extname(fileName).slice(1).toLowerCase();
  const format =
    notebookFormats.find(({ name }) => name === ending)?.name ?? notebookFormats[0].name;
  const { token } = new vscode.CancellationTokenSource();
  const held = heldRows(format, params => sessions.of(notebook).ask('page', params, token));
  const source = await jupyterSource(notebook, parts, held);
  const folder = vscode.Uri.joinPath(extensionUri, 'dist').fsPath;
  return writtenNotebook(format, source, {
    ...{ folder, palette: paletteSetting() },
    target: fileName,
  });
}

/**
 * Writes the pictures of a file into the folder beside it.
 *
 * @throws {Error} If one would replace another file: the user was asked about the file alone.
 */
async function putPictures(
  target: vscode.Uri,
  pictures: WrittenNotebook['pictures'],
): Promise<void> {
  const folder = vscode.Uri.joinPath(target, '..', picturesFolder(posix.basename(target.path)));
  const files = pictures.map(({ name, text }) => ({
    ...{ name, text },
    file: vscode.Uri.joinPath(folder, name),
  }));
  for (const { name, file } of files) {
    if ((await fileExists(file)) && isForeignPicture(name, await textOf(file))) {
      throw new Error(
        vscode.l10n.t(
          '{0}/{1} already exists and is not of an export. Choose another name.',
          posix.basename(folder.path),
          name,
        ),
      );
    }
  }
  for (const { text, file } of files) {
    await vscode.workspace.fs.createDirectory(folder);
    await putBytes(file, new TextEncoder().encode(text));
  }
}

async function textOf(file: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

/** The dialog asks before it returns the name of an existing file. */
async function askTarget(notebook: vscode.NotebookDocument): Promise<vscode.Uri | undefined> {
  const folder = targetFolder(notebook);
  const title = await fileNameOf(notebook, undefined, { spec: undefined });
  const name = `${title}.${notebookFormats[0].name}`;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Notebook'),
    saveLabel: vscode.l10n.t('Export'),
    filters: Object.fromEntries(notebookFormats.map(({ label, name }) => [label(), [name]])),
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
}
