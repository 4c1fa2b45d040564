/** The kernel process: a session behind JSON-RPC over the process's channel. */

import {
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
} from 'vscode-jsonrpc/node';
import {
  kernelMethods,
  type AskAnswer,
  type ExportParams,
  type KernelOptions,
  type PageParams,
  type SummaryParams,
  type RunCellParams,
  type ValuesParams,
  type VariablesParams,
} from '../core/protocol/kernelRpc';
import type { Ask } from './ask';
import { engineErrorOf } from './engineError';
import { Session } from './session';
import { remoteSnapshots } from './remoteSnapshots';

const rpc = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));

const ask: Ask = (request, cancellation) =>
  rpc.sendRequest<AskAnswer>(kernelMethods.ask, request, cancellation as CancellationToken);

let opened: Promise<Session> | undefined;

function session(): Promise<Session> {
  return opened ?? Promise.reject(new Error('The kernel has not been started.'));
}

/** Registers an answer; what it throws reaches the asker as one sentence. */
function answer<P>(
  method: string,
  give: (params: P, cancellation: CancellationToken) => Promise<unknown>,
): void {
  rpc.onRequest(method, async (params: P, cancellation: CancellationToken) => {
    try {
      return await give(params, cancellation);
    } catch (error) {
      throw new ResponseError(ErrorCodes.InternalError, engineErrorOf(error).message);
    }
  });
}

answer(kernelMethods.start, async (options: KernelOptions) => {
  opened = Session.open(options, ask, { now: () => Date.now() }, remoteSnapshots(rpc));
  await opened;
  return null;
});
answer(kernelMethods.runCell, async (params: RunCellParams, cancellation) =>
  (await session()).runCell(params, cancellation, progress => {
    void rpc.sendNotification(kernelMethods.progress, progress);
  }),
);
answer(kernelMethods.page, async (params: PageParams, cancellation) =>
  (await session()).page(params, cancellation),
);
answer(kernelMethods.summary, async (params: SummaryParams, cancellation) =>
  (await session()).summary(params, cancellation),
);
answer(kernelMethods.values, async (params: ValuesParams, cancellation) =>
  (await session()).values(params, cancellation),
);
answer(kernelMethods.exportResult, async (params: ExportParams, cancellation) =>
  (await session()).exportResult(params, cancellation, rowCount => {
    const { progressId } = params;
    if (progressId !== undefined) {
      void rpc.sendNotification(kernelMethods.exportProgress, { progressId, rowCount });
    }
  }),
);
answer(kernelMethods.facts, async () => (await session()).facts());
answer(kernelMethods.tables, async () => (await session()).tables());
answer(kernelMethods.setVariables, async (params: VariablesParams) => {
  await (await session()).setVariables(params);
  return null;
});

// The channel closes when the host ends or lets go: a kernel does not outlive it.
process.on('disconnect', () => process.exit(0));
rpc.listen();
