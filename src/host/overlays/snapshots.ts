/** The snapshots of ranked lists on this computer, in the extension's own storage, never in a notebook. */

import path from 'node:path';
import * as vscode from 'vscode';
import type { Connection } from '../../core/client/serviceClient';
import type { Lake } from '../../core/lake/lakeFile';
import { MergedSnapshots } from '../../core/overlays/mergedSnapshots';
import type { SnapshotKeeper } from '../../core/overlays/snapshot';
import type { SnapshotStore } from '../../io/snapshotStore';
import { outputsSetting, snapshotDays } from '../settings';
import type { LakeKernels } from './lakeKernels';

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

  /** @returns The connection's snapshots, those in its lake included; null if it has neither a place nor a lake. */
  async of(
    connection: Connection,
    lakes: Pick<LakeKernels, 'listsOf'>,
  ): Promise<{ readonly keeper: SnapshotKeeper; readonly place: string } | null> {
    const place = await this.placeOf(connection);
    const lake = vscode.workspace.isTrusted ? await this.lakeOf(connection) : undefined;
    const own = place === undefined ? null : await this.store();
    const keeper = lake ? new MergedSnapshots(own, lakes.listsOf(lake)) : own;
    const named = place ?? lake?.place;
    return keeper && named !== undefined ? { keeper, place: named } : null;
  }
}

async function open(folder: string): Promise<SnapshotStore> {
  const { SnapshotStore } = await import('../../io/snapshotStore');
  return new SnapshotStore(folder, snapshotDays);
}
