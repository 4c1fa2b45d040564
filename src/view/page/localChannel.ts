/** A channel that is answered in the page itself, from the rows that it holds. */

import { errorMessage } from '../../core/base/errorMessage';
import type { LocalRows } from '../../core/page/localRows';
import type { HostMessage, SentToPage } from '../../core/protocol/hostMessage';
import type { RendererMessageOf } from '../../core/protocol/rendererMessage';
import { readRendererMessage } from '../../core/protocol/rendererMessage';
import { HostChannel } from '../hostChannel';

export function localChannel(rows: LocalRows): HostChannel {
  const listeners: ((message: unknown) => void)[] = [];
  const post = (message: SentToPage): void => listeners.forEach(listener => listener(message));
  const messaging = {
    postMessage: (message: unknown): void => {
      const read = readRendererMessage(message);
      if (read?.type === 'ask') {
        // As from a host, after the caller has gone on.
        setTimeout(() => post(answered(rows, read)));
      }
    },
    onDidReceiveMessage: (listener: (message: unknown) => void) => listeners.push(listener),
  };
  return new HostChannel(messaging, false);
}

function answered(
  rows: LocalRows,
  { requestId, question }: RendererMessageOf<'ask'>,
): SentToPage | Extract<HostMessage, { type: 'failed' }> {
  try {
    const answer = { name: question.name, value: rows.answer(question) };
    return { type: 'answer', requestId, answer };
  } catch (error) {
    return { type: 'failed', requestId, message: errorMessage(error) };
  }
}
