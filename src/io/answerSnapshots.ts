/** Answers a kernel's questions about snapshots. */

import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { SnapshotKeeper } from '../core/overlays/snapshot';
import {
  kernelMethods,
  type KeepSnapshotParams,
  type ListSnapshotsParams,
  type ReadSnapshotParams,
  type SnapshotRefsParams,
} from '../core/protocol/kernelRpc';

/** @param keeper Absent: the kernel is told of no place, so that it does not ask. */
export function answerSnapshots(rpc: MessageConnection, keeper: SnapshotKeeper | undefined): void {
  if (!keeper) {
    return;
  }
  rpc.onRequest(kernelMethods.keepSnapshot, async ({ place, snapshot }: KeepSnapshotParams) => {
    await keeper.keep(place, snapshot);
    return null;
  });
  rpc.onRequest(kernelMethods.snapshotRefs, ({ place, query }: SnapshotRefsParams) =>
    keeper.refs(place, query),
  );
  rpc.onRequest(kernelMethods.readSnapshot, ({ place, id }: ReadSnapshotParams) =>
    keeper.read(place, id),
  );
  rpc.onRequest(kernelMethods.listSnapshots, ({ place }: ListSnapshotsParams) =>
    keeper.list(place),
  );
}
