/** The host's snapshots, as the kernel asks for them. */

import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { KernelChannel } from '../core/protocol/kernelRpc';
import type { ParentRpc } from './parentRpc';

/** @param host Keeps the files. */
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
