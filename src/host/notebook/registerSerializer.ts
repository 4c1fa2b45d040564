/**
 * The `.signals` file in the editor: bytes ↔ cells, and where outputs are kept. An unreadable file is an error, never
 * an empty notebook.
 */

import path from 'node:path';
import * as vscode from 'vscode';
import { conflictSentence, firstConflict } from '../../core/notebook/conflictMarkers';
import { openNotebook, writeNotebook } from '../../core/notebook/notebookFile';
import { notebookType, settings, settingsSection } from '../ids';
import type { Log } from '../log';
import { outputsSetting, type OutputsSetting } from '../settings';
import { OutputKeeper } from './keepOutputs';
import { fromNotebookData, toNotebookData } from './notebookData';
import { OutputStore } from './outputStore';
import { restoredOutputs } from './outputs';

/** A serializer's options are fixed, so a change of the setting needs a reload. */
export function registerSerializer(storage: vscode.Uri, log: Log): vscode.Disposable {
  const outputs = outputsSetting();
  const store =
    outputs === 'local' ? new OutputStore(path.join(storage.fsPath, 'outputs'), log) : null;
  const registration = vscode.workspace.registerNotebookSerializer(
    notebookType,
    new SignalsSerializer(outputs, store),
    { transientOutputs: outputs !== 'file' },
  );
  const change = vscode.workspace.onDidChangeConfiguration(event => {
    const isOurs = event.affectsConfiguration(`${settingsSection}.${settings.outputs}`);
    if (isOurs && outputsSetting() !== outputs) {
      void offerReload();
    }
  });
  const keeper = store ? [new OutputKeeper(store)] : [];
  return vscode.Disposable.from(registration, change, ...keeper);
}

async function offerReload(): Promise<void> {
  const reload = vscode.l10n.t('Reload Window');
  const sentence = vscode.l10n.t('Reload the window to change where outputs are kept.');
  if ((await vscode.window.showInformationMessage(sentence, reload)) === reload) {
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}

class SignalsSerializer implements vscode.NotebookSerializer {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** @param store Stores outputs on this computer; null if they are not stored. */
  constructor(
    private readonly outputs: OutputsSetting,
    private readonly store: OutputStore | null,
  ) {}

  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    let text = '';
    const notebook = openNotebook(content, bytes => (text = this.decoder.decode(bytes)));
    if (firstConflict(text)) {
      void vscode.window.showWarningMessage(conflictSentence());
    }
    const data = toNotebookData(notebook);
    const kept = (await this.store?.read(content)) ?? [];
    data.cells.forEach((cell, index) => {
      const bundles = kept[index];
      if (cell.kind === vscode.NotebookCellKind.Code && bundles && bundles.length > 0) {
        cell.outputs = restoredOutputs(bundles);
      }
    });
    return data;
  }

  serializeNotebook(data: vscode.NotebookData): Uint8Array {
    const notebook = fromNotebookData(data, this.outputs === 'file');
    return new TextEncoder().encode(writeNotebook(notebook));
  }
}
