/** Starts the kernel of a notebook: where its files are, and which of them it may read. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { KernelHandle, KernelStart } from '../../io/kernelProcess';
import type { Log } from '../log';
import type { Snapshots } from '../overlays/snapshots';
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
  readonly log: Log;
}

interface NotebookKernel extends Pick<KernelStart, 'ask' | 'sandbox'> {
  readonly notebook: vscode.NotebookDocument | undefined;
  /** Cells of an untrusted workspace read no files. */
  readonly trusted: boolean;
}

/** @throws {ProcessEnded} If the process does not start. */
export async function startNotebookKernel(
  { kernelPath, snapshots, companyName }: KernelParts,
  { notebook, trusted, ...ports }: NotebookKernel,
): Promise<KernelHandle> {
  const { startKernel } = await import('../../io/kernelProcess');
  const folders = workspaceFolders();
  const cwd = (notebook && folderOf(notebook)) ?? folders[0];
  return startKernel({
    modulePath: kernelPath,
    snapshots: await snapshots.store(),
    companyName: entity => companyName(notebook, entity),
    kernel: { ...kernelSettings(), readableDirectories: trusted ? folders : [] },
    ...(cwd === undefined ? {} : { cwd }),
    ...ports,
  });
}

/** The notebook's own folder, if it has one: file names are relative to it. */
function folderOf({ uri, isUntitled }: vscode.NotebookDocument): string | undefined {
  return uri.scheme === 'file' && !isUntitled ? path.dirname(uri.fsPath) : undefined;
}

function workspaceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}
