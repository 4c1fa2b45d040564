/** Registers the file format; outputs are kept where the setting chooses. */

import path from 'node:path';
import * as vscode from 'vscode';
import { notebookType, settings, settingsSection } from '../ids';
import type { Log } from '../log';
import { outputsSetting } from '../settings';
import { OutputKeeper } from './keepOutputs';
import { OutputStore } from './outputStore';
import { SignalsSerializer } from './serializer';

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
  const reload = 'Reload Window';
  const sentence = 'Reload the window to change where outputs are kept.';
  if ((await vscode.window.showInformationMessage(sentence, reload)) === reload) {
    await vscode.commands.executeCommand('workbench.action.reloadWindow');
  }
}
