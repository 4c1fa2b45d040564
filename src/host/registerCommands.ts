/** Every command of the manifest and what it does. */

import { errorMessage } from '../core/base/errorMessage';
import * as vscode from 'vscode';
import { addConnection, editConnection, removeConnection } from './connection/changeConnections';
import { selectConnection } from './connection/selectConnection';
import type { Connections } from './connection/connections';
import type { Tokens } from './connection/tokens';
import { forgetToken, setToken } from './connection/tokenCommands';
import { openDocumentation } from './documentation';
import { commands } from './ids';
import { exportResult } from './export/exportResult';
import type { ConnectionCompanies } from './language/connectionCompanies';
import type { Log } from './log';
import { notebookOf } from './notebook/activeNotebook';
import { choosePriceFile } from './notebook/choosePriceFile';
import { editAsVegaLite } from './notebook/editAsVegaLite';
import type { CodeFolding } from './notebook/codeFolding';
import { suggestCharts } from './notebook/suggestCharts';
import type { SignalsController } from './notebook/controller';
import type { KernelSessions } from './notebook/kernelSessions';
import { runStale, runWithDependents, runWithUpstream } from './notebook/runPlanned';
import { setParameter, type ParameterParts } from './notebook/setParameter';
import { clearSnapshots } from './overlays/clearSnapshots';
import type { Snapshots } from './overlays/snapshots';
import { compareWith, whatChanged } from './overlays/whatChanged';
import type { RendererMessages } from './notebook/rendererMessages';
import { newNotebook } from './notebook/newNotebook';
import { openSample, openTour } from './notebook/sampleNotebooks';
import type { ResultTabs } from './tab/resultTabs';
import type { WriteGrants } from './notebook/writeGrants';

interface CommandParts extends ParameterParts {
  readonly connections: Connections;
  readonly tokens: Tokens;
  readonly controller: SignalsController;
  readonly sessions: KernelSessions;
  readonly snapshots: Snapshots;
  readonly folding: CodeFolding;
  readonly companies: ConnectionCompanies;
  readonly grants: WriteGrants;
  readonly tabs: ResultTabs;
  readonly pages: RendererMessages;
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
}

type CommandName = keyof typeof commands;

export function registerCommands(parts: CommandParts): vscode.Disposable {
  const { connections, tokens, controller, sessions, grants, tabs, folding, log } = parts;
  const handlers: Record<CommandName, (argument: unknown) => unknown> = {
    newNotebook,
    openTour: () => openTour(parts.extensionUri),
    openSample: argument => openSample(parts.extensionUri, argument),
    choosePriceFile,
    selectConnection: () => selectConnection(connections),
    addConnection: () => addConnection(connections),
    editConnection: argument => editConnection(parts, connections.liveNamed(argument)),
    removeConnection: () => removeConnection(connections, tokens),
    setToken: () => setToken(connections, tokens),
    forgetToken: () => forgetToken(connections, tokens),
    restartKernel: argument => restart(argument, sessions),
    runWithoutCache: argument => runWithoutCache(argument, controller),
    runAllWithoutCache: argument => runAllWithoutCache(argument, controller),
    runWithUpstream: argument => runWithUpstream(argument, parts),
    runWithDependents: argument => runWithDependents(argument, parts),
    runStale: argument => runStale(argument, parts),
    setParameter: argument => setParameter(argument, parts),
    exportResult: argument => exportResult(argument, sessions),
    editAsVegaLite,
    suggestCharts: argument => suggestCharts(argument, parts.pages),
    openResult: argument => tabs.open(argument),
    collapseInput: argument => folding.fold(argument),
    expandInput: argument => folding.unfold(argument),
    showResultsOnly: argument => folding.showResultsOnly(argument),
    showCode: argument => folding.showCode(argument),
    whatChanged: argument => whatChanged(argument),
    compareWith: argument => compareWith(argument, parts),
    clearSnapshots: () => clearSnapshots(parts),
    allowWriting: () => grants.toggle(),
    openDocumentation: place => openDocumentation(parts.extensionUri, place),
    showLog: () => log.show(),
  };
  const names = Object.keys(handlers) as CommandName[];
  return vscode.Disposable.from(
    ...names.map(name =>
      vscode.commands.registerCommand(commands[name], (argument: unknown) =>
        guarded(name, () => handlers[name](argument), log),
      ),
    ),
  );
}

/** A command's failure is shown once, as a sentence, and logged completely. */
async function guarded(name: CommandName, work: () => unknown, log: Log): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(commands[name], error);
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

async function restart(argument: unknown, sessions: KernelSessions): Promise<void> {
  const notebook = notebookOf(argument);
  if (notebook) {
    await sessions.of(notebook).restart();
    void vscode.window.setStatusBarMessage('Signals: the kernel was restarted', 3000);
  }
}

/** The cell of the pressed button, otherwise the selected cells. */
async function runWithoutCache(argument: unknown, controller: SignalsController): Promise<void> {
  const cell = vscode.window.activeNotebookEditor?.notebook
    .getCells()
    .find(candidate => candidate === argument);
  const notebook = notebookOf(argument);
  if (cell) {
    const range = new vscode.NotebookRange(cell.index, cell.index + 1);
    await controller.runWithoutCache(cell.notebook, [range]);
  } else if (notebook) {
    const selections = vscode.window.activeNotebookEditor?.selections ?? [];
    await controller.runWithoutCache(notebook, selections);
  }
}

async function runAllWithoutCache(argument: unknown, controller: SignalsController): Promise<void> {
  const notebook = notebookOf(argument);
  if (notebook) {
    const all = new vscode.NotebookRange(0, notebook.cellCount);
    await controller.runWithoutCache(notebook, [all]);
  }
}
