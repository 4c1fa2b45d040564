/** The host's snapshots, read and written by requests of the kernel. */

import type { SnapshotKeeper } from '../../core/overlays/snapshot';
import type { KernelChannel } from '../../core/protocol/kernelRpc';
import type { ParentRpc } from '../parentRpc';

/** @param host Stores the files. */
export function remoteSnapshots(host: ParentRpc<KernelChannel>): SnapshotKeeper {
  return {
    keep: async (place, snapshot) => {
      await host.ask('keepSnapshot', { place, snapshot });
    },
    refs: (place, query) => host.ask('snapshotRefs', { place, query }),
    read: (place, id) => host.ask('readSnapshot', { place, id }),
    list: place => host.ask('listSnapshots', { place }),
  };
}
