/** JSON-RPC over the channel of a process that was forked for it. */

import {
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import { engineErrorOf } from './engineError';

export const rpc: MessageConnection = createMessageConnection(
  new IPCMessageReader(process),
  new IPCMessageWriter(process),
);

/** Registers an answer; what it throws reaches the asker as one sentence. */
export function answer<P>(
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

/** Begins to answer. The channel closes when the asker ends or lets go: the process does not outlive it. */
export function listen(): void {
  process.on('disconnect', () => process.exit(0));
  rpc.listen();
}
