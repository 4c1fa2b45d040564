/** The kernel process: serves a session as JSON-RPC over the process's channel. */

import { t } from '../core/base/translations';
import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { KernelChannel } from '../core/protocol/kernelRpc';
import { Session } from './session/session';
import { ParentRpc } from './parentRpc';
import { endWithParent } from './parentWatch';

const host = new ParentRpc<KernelChannel>();
/**
 * The parent may have ended first, and then cannot remove the spilled files. Nothing blocks this thread for long within
 * the first second, in which a short command ends.
 */
const removeAtEnd = endWithParent(1000);

let opened: Promise<Session> | undefined;

function session(): Promise<Session> {
  return opened ?? Promise.reject(new Error(t('The kernel has not been started.')));
}

host.onRequest('start', async options => {
  removeAtEnd(options.spillDirectory);
  opened = Session.open(
    options,
    (request, cancellation) => host.ask('ask', request, cancellation),
    { now: () => Date.now() },
    {
      snapshots: remoteSnapshots(),
      prices: () => host.ask('sandboxPrices', {}),
      companyName: entity => host.ask('companyName', { entity }),
      earlier: (asked, cancellation) => host.ask('askEarlier', asked, cancellation),
    },
  );
  await opened;
  return null;
});
host.onRequest('runCell', async (params, cancellation) =>
  (await session()).runCell(params, cancellation, progress => host.notify('progress', progress)),
);
host.onRequest('ask', async ({ name, params, progressId }, cancellation) =>
  (await session()).ask(name, params, cancellation, rowCount => {
    if (progressId !== undefined) {
      host.notify('questionProgress', { progressId, rowCount });
    }
  }),
);
host.onRequest('facts', async () => (await session()).facts());
host.onRequest('tables', async () => (await session()).tables());
host.onRequest('contents', async () => (await session()).contents());
host.onRequest('lakeSnapshots', async lake => (await session()).lakeLists(lake).list());
host.onRequest('readLakeSnapshot', async ({ lake, id }) =>
  (await session()).lakeLists(lake).read(id),
);
host.onRequest('setVariables', async params => {
  await (await session()).setVariables(params);
  return null;
});

host.listen();

/** The snapshots that the host stores, read and written by requests. */
function remoteSnapshots(): SnapshotKeeper {
  return {
    keep: async (place, snapshot) => {
      await host.ask('keepSnapshot', { place, snapshot });
    },
    refs: (place, query) => host.ask('snapshotRefs', { place, query }),
    read: (place, id) => host.ask('readSnapshot', { place, id }),
    list: place => host.ask('listSnapshots', { place }),
  };
}
