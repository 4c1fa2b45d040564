/** The channel of a process that was forked for it: JSON-RPC with the types of what is said. */

import {
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
} from 'vscode-jsonrpc/node';
import type { Cancellation } from '../core/base/cancellation';
import type { AnswerOf, Channel, Method, ParamsOf } from '../core/protocol/channel';
import { engineErrorOf } from './engineError';

export class ParentRpc<Said extends Channel> {
  private readonly rpc = createMessageConnection(
    new IPCMessageReader(process),
    new IPCMessageWriter(process),
  );

  /** Registers an answer; what it throws reaches the asker as one sentence. */
  onRequest<Name extends Method<Said['requests']>>(
    name: Name,
    answer: (
      params: ParamsOf<Said['requests'], Name>,
      cancellation: Cancellation,
    ) => Promise<AnswerOf<Said['requests'], Name>>,
  ): void {
    type Params = ParamsOf<Said['requests'], Name>;
    const respond = async (params: Params, cancellation: CancellationToken): Promise<unknown> => {
      try {
        return await answer(params, cancellation);
      } catch (error) {
        throw new ResponseError(ErrorCodes.InternalError, engineErrorOf(error).message);
      }
    };
    this.rpc.onRequest<unknown, unknown>(name, respond);
  }

  ask<Name extends Method<Said['questions']>>(
    name: Name,
    params: ParamsOf<Said['questions'], Name>,
    cancellation?: Cancellation,
  ): Promise<AnswerOf<Said['questions'], Name>> {
    return cancellation
      ? this.rpc.sendRequest(name, params, cancellation as CancellationToken)
      : this.rpc.sendRequest(name, params);
  }

  /** Nobody answers. */
  tell<Name extends Method<Said['notices']>>(name: Name, what: Said['notices'][Name]): void {
    void this.rpc.sendNotification(name, what);
  }

  /** Begins to answer. */
  listen(): void {
    this.rpc.listen();
  }
}
