/** The kernel process: a session behind JSON-RPC over the process's channel. */

import { rmSync } from 'node:fs';
import type { CancellationToken } from 'vscode-jsonrpc/node';
import {
  kernelMethods,
  type AskAnswer,
  type ExportParams,
  type KernelOptions,
  type RunCellParams,
  type VariablesParams,
} from '../core/protocol/kernelRpc';
import type { PageParams, SummaryParams, ValuesParams } from '../core/protocol/resultQuestions';
import type { Ask } from './ask';
import { Session } from './session';
import { remoteSnapshots } from './remoteSnapshots';
import { answer, listen, rpc } from './processRpc';

const ask: Ask = (request, cancellation) =>
  rpc.sendRequest<AskAnswer>(kernelMethods.ask, request, cancellation as CancellationToken);

let opened: Promise<Session> | undefined;

/** Whoever asked may have ended first, and cannot remove what was spilled then. */
function removeAtExit(folder: string): void {
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Windows keeps files that are still open; the asker removes them.
    }
  });
}

function session(): Promise<Session> {
  return opened ?? Promise.reject(new Error('The kernel has not been started.'));
}

answer(kernelMethods.start, async (options: KernelOptions) => {
  removeAtExit(options.spillDirectory);
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

listen();
