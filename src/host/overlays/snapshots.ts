/** The snapshots of ranked lists on this computer, in the extension's own storage, never in a notebook. */

import path from 'node:path';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import type { Lake } from '../../core/lake/lakeFile';
import type { SnapshotStore } from '../../io/snapshotStore';
import { outputsSetting, snapshotDays } from '../settings';

export class Snapshots {
  private opened: Promise<SnapshotStore> | undefined;

  constructor(private readonly storage: vscode.Uri) {}

  /** Loaded when it is first needed. */
  store(): Promise<SnapshotStore> {
    this.opened ??= open(path.join(this.storage.fsPath, 'snapshots'));
    return this.opened;
  }

  /** @returns The place of a connection's snapshots; undefined if the user stores no content of the service. */
  async placeOf(connection: Connection): Promise<string | undefined> {
    if (snapshotDays() === 0 || outputsSetting() === 'none') {
      return undefined;
    }
    const { snapshotPlace } = await import('../../io/snapshotStore');
    return snapshotPlace(connection);
  }

  /** @returns The connection's lake with what names its addresses; undefined if it has none. */
  async lakeOf(connection: Connection): Promise<Lake | undefined> {
    if (connection.lake === undefined) {
      return undefined;
    }
    const { snapshotPlace } = await import('../../io/snapshotStore');
    return { directory: connection.lake, place: snapshotPlace(connection) };
  }
}

async function open(folder: string): Promise<SnapshotStore> {
  const { SnapshotStore } = await import('../../io/snapshotStore');
  return new SnapshotStore(folder, snapshotDays);
}
