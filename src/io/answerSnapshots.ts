/** Answers a kernel's requests for snapshots. */

import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { KernelChannel } from '../core/protocol/kernelRpc';
import type { ChildRpc } from './childRpc';

/** @param keeper Absent: the kernel gets no place for snapshots, so that it requests none. */
export function answerSnapshots(
  kernel: ChildRpc<KernelChannel>,
  keeper: SnapshotKeeper | undefined,
): void {
  if (!keeper) {
    return;
  }
  kernel.onQuestion('keepSnapshot', async ({ place, snapshot }) => {
    await keeper.keep(place, snapshot);
    return null;
  });
  kernel.onQuestion('snapshotRefs', ({ place, query }) => keeper.refs(place, query));
  kernel.onQuestion('readSnapshot', ({ place, id }) => keeper.read(place, id));
  kernel.onQuestion('listSnapshots', ({ place }) => keeper.list(place));
}
