/** What pages ask their host, and its answers. */

import type { HostMessage } from '../../../src/core/protocol/hostMessage';
import type {
  PageAnswerTo,
  PageQuestionName,
  PageQuestionParams,
} from '../../../src/core/protocol/questions';
import type { RendererMessage } from '../../../src/core/protocol/rendererMessage';

/** A question of that name. */
export type Asked<Name extends PageQuestionName> = PageQuestionParams<Name> & {
  readonly requestId: number;
};

/** @returns The question in the message, or undefined where the message asks something else or nothing. */
export function askedIn<Name extends PageQuestionName>(
  message: unknown,
  name: Name,
): Asked<Name> | undefined {
  const read = message as RendererMessage;
  if (read.type !== 'ask' || read.question.name !== name) {
    return undefined;
  }
  const params: unknown = read.question.params;
  return { ...(params as PageQuestionParams<Name>), requestId: read.requestId };
}

/** @returns The questions of that name among the messages, in their order. */
export function questionsIn<Name extends PageQuestionName>(
  messages: readonly unknown[],
  name: Name,
): Asked<Name>[] {
  return messages.flatMap(message => askedIn(message, name) ?? []);
}

export function answerTo<Name extends PageQuestionName>(
  requestId: number,
  name: Name,
  value: PageAnswerTo<Name>,
): HostMessage {
  return { type: 'answer', requestId, answer: { name, value } } as HostMessage;
}
