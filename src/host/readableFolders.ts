/** The folders on this computer whose files cells may read. */

import * as vscode from 'vscode';
import type { Connections } from './connection/connections';

/** The paths of the workspace's folders that are on this computer. */
export function workspaceFolders(): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

/** @returns The folders of a trusted workspace, and the lakes of the user's connections; none in Restricted Mode. */
export function readableFolders(connections: Pick<Connections, 'all'>): string[] {
  const lakes = connections.all().flatMap(({ lake }) => lake ?? []);
  return vscode.workspace.isTrusted ? [...new Set([...workspaceFolders(), ...lakes])] : [];
}
