/** Writes a file that the user chose, completely or not at all, on any file system. */

import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { replaceWithBytes, replaceWithCopy } from '../../io/replaceFile';

/** Replaces `target` by a copy of the local file `source`. */
export async function putCopy(
  target: vscode.Uri,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  if (target.scheme === 'file') {
    await replaceWithCopy(target.fsPath, source, signal);
  } else {
    await putElsewhere(target, temporary =>
      vscode.workspace.fs.copy(vscode.Uri.file(source), temporary),
    );
  }
}

export async function putBytes(target: vscode.Uri, bytes: Uint8Array): Promise<void> {
  if (target.scheme === 'file') {
    await replaceWithBytes(target.fsPath, bytes);
  } else {
    await putElsewhere(target, temporary => vscode.workspace.fs.writeFile(temporary, bytes));
  }
}

async function putElsewhere(
  target: vscode.Uri,
  write: (temporary: vscode.Uri) => Thenable<void>,
): Promise<void> {
  const temporary = target.with({ path: `${target.path}.${randomUUID()}.tmp` });
  try {
    await write(temporary);
    await vscode.workspace.fs.rename(temporary, target, { overwrite: true });
  } catch (error) {
    await removeQuietly(temporary);
    throw error;
  }
}

/** The earlier failure is the one to report. */
async function removeQuietly(file: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.delete(file);
  } catch (error) {
    if (!(error instanceof vscode.FileSystemError)) {
      throw error;
    }
  }
}
