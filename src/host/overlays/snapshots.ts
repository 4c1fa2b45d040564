/** The snapshots of ranked lists on this computer, in the extension's own storage, never in a notebook. */

import path from 'node:path';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
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
}

async function open(folder: string): Promise<SnapshotStore> {
  const { SnapshotStore } = await import('../../io/snapshotStore');
  return new SnapshotStore(folder, snapshotDays);
}
