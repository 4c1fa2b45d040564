/** Moves an export to its target, with its record next to it if the format has no room for it. */

import { posix } from 'node:path';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { JsonObject } from '../../core/base/json';
import {
  hasSidecar,
  isExportRecord,
  sidecarName,
  type ExportFormat,
} from '../../core/protocol/exportRecord';
import type { ExportedFile } from '../../core/protocol/questions';
import { putBytes, putCopy } from './putFile';

export interface SaveTask {
  readonly target: vscode.Uri;
  readonly format: ExportFormat;
  readonly record: JsonObject;
  /** Whether the user agreed that a file of that name is replaced. */
  readonly mayReplace: boolean;
  readonly signal: AbortSignal;
  /** Lets the kernel write the rows. */
  readonly make: (record: JsonObject) => Promise<ExportedFile>;
}

/** @throws {Error} If the target exists or cannot be written. */
export async function saveExport(task: SaveTask): Promise<void> {
  const { target, format, record, mayReplace, signal, make } = task;
  if (!mayReplace && (await fileExists(target))) {
    throw new Error(vscode.l10n.t('{0} already exists.', nameOf(target)));
  }
  const sidecar = hasSidecar(format)
    ? target.with({ path: `${target.path.replace(/[^/]+$/, '')}${sidecarName(nameOf(target))}` })
    : null;
  if (sidecar) {
    await refuseToReplaceOthers(sidecar);
  }
  const made = await make(record);
  try {
    await putCopy(target, made.path, signal);
  } finally {
    await rm(made.path, { force: true });
  }
  if (sidecar) {
    await putBytes(sidecar, new TextEncoder().encode(`${JSON.stringify(record, null, 2)}\n`));
  }
}

/** The user was not asked about the file next to the export: only a record of ours may be replaced. */
async function refuseToReplaceOthers(sidecar: vscode.Uri): Promise<void> {
  const text = await textOf(sidecar);
  if (text !== null && !isRecordText(text)) {
    throw new Error(
      vscode.l10n.t(
        '{0} already exists and does not belong to an export. Choose another name.',
        nameOf(sidecar),
      ),
    );
  }
}

function isRecordText(text: string): boolean {
  try {
    return isExportRecord(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) {
      return false;
    }
    throw error;
  }
}

async function textOf(file: vscode.Uri): Promise<string | null> {
  return (await fileExists(file))
    ? new TextDecoder().decode(await vscode.workspace.fs.readFile(file))
    : null;
}

function nameOf(file: vscode.Uri): string {
  return posix.basename(file.path);
}

/** @returns Whether the file exists. A folder that cannot be read is an error. */
export async function fileExists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
      return false;
    }
    throw error;
  }
}
