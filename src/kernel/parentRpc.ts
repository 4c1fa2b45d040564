/** The channel of a forked process to its parent: JSON-RPC, typed by its protocol. */

import {
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
} from 'vscode-jsonrpc/node';
import type { Cancellation } from '../core/base/cancellation';
import { useTranslations } from '../core/base/translations';
import {
  translationsNotice,
  type AnswerOf,
  type Channel,
  type Method,
  type ParamsOf,
} from '../core/protocol/channel';
import { engineErrorOf } from './engine/engineError';

export class ParentRpc<Protocol extends Channel> {
  private readonly rpc = createMessageConnection(
    new IPCMessageReader(process),
    new IPCMessageWriter(process),
  );

  /** Registers a handler; what it throws reaches the caller as one sentence. */
  onRequest<Name extends Method<Protocol['requests']>>(
    name: Name,
    answer: (
      params: ParamsOf<Protocol['requests'], Name>,
      cancellation: Cancellation,
    ) => Promise<AnswerOf<Protocol['requests'], Name>>,
  ): void {
    type Params = ParamsOf<Protocol['requests'], Name>;
    const respond = async (params: Params, cancellation: CancellationToken): Promise<unknown> => {
      try {
        return await answer(params, cancellation);
      } catch (error) {
        throw new ResponseError(ErrorCodes.InternalError, engineErrorOf(error).message);
      }
    };
    this.rpc.onRequest<unknown, unknown>(name, respond);
  }

  ask<Name extends Method<Protocol['questions']>>(
    name: Name,
    params: ParamsOf<Protocol['questions'], Name>,
    cancellation?: Cancellation,
  ): Promise<AnswerOf<Protocol['questions'], Name>> {
    return cancellation
      ? this.rpc.sendRequest(name, params, cancellation as CancellationToken)
      : this.rpc.sendRequest(name, params);
  }

  /** Sends a notification, which has no answer. */
  notify<Name extends Method<Protocol['notices']>>(
    name: Name,
    what: Protocol['notices'][Name],
  ): void {
    void this.rpc.sendNotification(name, what);
  }

  /** Starts to answer requests. */
  listen(): void {
    this.rpc.onNotification(translationsNotice, (bundle: Readonly<Record<string, string>>) => {
      useTranslations(bundle);
    });
    this.rpc.listen();
  }
}
