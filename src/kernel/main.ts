/** The kernel process: a session behind JSON-RPC over the process's channel. */

import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type CancellationToken,
} from 'vscode-jsonrpc/node';
import {
  kernelMethods,
  type AskAnswer,
  type ExportParams,
  type KernelOptions,
  type PageParams,
  type RunCellParams,
  type VariablesParams,
} from '../core/protocol/kernelRpc';
import type { Ask } from './ask';
import { Session } from './session';

const rpc = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));

const ask: Ask = (request, cancellation) =>
  rpc.sendRequest<AskAnswer>(kernelMethods.ask, request, cancellation as CancellationToken);

let opened: Promise<Session> | undefined;

function session(): Promise<Session> {
  return opened ?? Promise.reject(new Error('The kernel has not been started.'));
}

rpc.onRequest(kernelMethods.start, async (options: KernelOptions) => {
  opened = Session.open(options, ask, { now: () => Date.now() });
  await opened;
  return null;
});
rpc.onRequest(kernelMethods.runCell, async (params: RunCellParams, token: CancellationToken) =>
  (await session()).runCell(params, token, progress => {
    void rpc.sendNotification(kernelMethods.progress, progress);
  }),
);
rpc.onRequest(kernelMethods.page, async (params: PageParams) => (await session()).page(params));
rpc.onRequest(kernelMethods.exportResult, async (params: ExportParams) =>
  (await session()).exportResult(params),
);
rpc.onRequest(kernelMethods.setVariables, async (params: VariablesParams) => {
  await (await session()).setVariables(params);
  return null;
});

// The channel closes when the host ends or lets go: a kernel does not outlive it.
process.on('disconnect', () => process.exit(0));
rpc.listen();
