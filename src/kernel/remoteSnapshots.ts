/** The host's snapshots, as the kernel asks for them. */

import type { MessageConnection } from 'vscode-jsonrpc/node';
import type {
  ReadSnapshot,
  SnapshotKeeper,
  SnapshotList,
  SnapshotRef,
} from '../core/overlays/snapshot';
import {
  kernelMethods,
  type KeepSnapshotParams,
  type ListSnapshotsParams,
  type ReadSnapshotParams,
  type SnapshotRefsParams,
} from '../core/protocol/kernelRpc';

/** @param rpc The channel to the host, which keeps the files. */
export function remoteSnapshots(rpc: MessageConnection): SnapshotKeeper {
  return {
    keep: async (place, snapshot) => {
      const params: KeepSnapshotParams = { place, snapshot };
      await rpc.sendRequest<null>(kernelMethods.keepSnapshot, params);
    },
    refs: (place, query) => {
      const params: SnapshotRefsParams = { place, query };
      return rpc.sendRequest<SnapshotRef[]>(kernelMethods.snapshotRefs, params);
    },
    read: (place, id) => {
      const params: ReadSnapshotParams = { place, id };
      return rpc.sendRequest<ReadSnapshot>(kernelMethods.readSnapshot, params);
    },
    list: place => {
      const params: ListSnapshotsParams = { place };
      return rpc.sendRequest<SnapshotList>(kernelMethods.listSnapshots, params);
    },
  };
}
