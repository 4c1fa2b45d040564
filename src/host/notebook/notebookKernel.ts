/** Starts the kernel of a notebook: where its files are, and which of them it may read. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { KernelHandle, KernelStart } from '../../io/kernelProcess';
import type { Connections } from '../connection/connections';
import type { Log } from '../log';
import type { Snapshots } from '../overlays/snapshots';
import { workspaceFolders } from '../readableFolders';
import { kernelSettings } from '../settings';

/** The parts that the kernels of a window share. */
export interface KernelParts {
  /** Path of `kernel.js`. */
  readonly kernelPath: string;
  readonly snapshots: Snapshots;
  /** The name of a company of the notebook's connection, where it is known without a request. */
  readonly companyName: (
    notebook: vscode.NotebookDocument | undefined,
    entity: string,
  ) => Promise<string | null>;
  /** Its lakes are folders that cells may read. */
  readonly connections: Pick<Connections, 'all'>;
  readonly log: Log;
}

interface NotebookKernel extends Pick<KernelStart, 'ask' | 'sandbox'> {
  readonly notebook: vscode.NotebookDocument | undefined;
  /** The folders whose files cells may read. */
  readonly readableDirectories: readonly string[];
}

/** @throws {ProcessEnded} If the process does not start. */
export async function startNotebookKernel(
  { kernelPath, snapshots, companyName }: KernelParts,
  { notebook, readableDirectories, ...ports }: NotebookKernel,
): Promise<KernelHandle> {
  const { startKernel } = await import('../../io/kernelProcess');
  const { startProcess } = await import('../../io/startProcess');
  const store = await snapshots.store();
  const kernel = { ...kernelSettings(), readableDirectories };
  const cwd = (notebook && folderOf(notebook)) ?? workspaceFolders()[0];
  return startKernel({
    process: startProcess(kernelPath, { cwd }),
    snapshots: store,
    companyName: entity => companyName(notebook, entity),
    kernel,
    ...ports,
  });
}

/** The notebook's own folder, if it has one: file names are relative to it. */
function folderOf({ uri, isUntitled }: vscode.NotebookDocument): string | undefined {
  return uri.scheme === 'file' && !isUntitled ? path.dirname(uri.fsPath) : undefined;
}
