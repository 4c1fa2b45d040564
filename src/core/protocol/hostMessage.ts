/** The host's answers to the questions of a page of outputs. The page reads them as it reads what it draws. */

import { t } from '../base/translations';
import * as v from 'valibot';
import { answerToPage, type PageQuestionName } from './questions';
import { count, read, text, type Described } from './shape';

/** The id of the question. */
const requestId = count;

const hostMessage = v.variant('type', [
  v.object({ type: v.literal('answer'), requestId, answer: answerToPage }),
  /** The answer comes after the running cell ends. */
  v.object({ type: v.literal('waits'), requestId }),
  v.object({ type: v.literal('failed'), requestId, message: text }),
]);

export type HostMessage = Described<typeof hostMessage>;

/** A message as the host sends it: the page checks the value. */
export type SentToPage =
  | Exclude<HostMessage, { type: 'answer' }>
  | {
      readonly type: 'answer';
      readonly requestId: number;
      readonly answer: { readonly name: PageQuestionName; readonly value: unknown };
    };

const answer = v.object({ requestId });

/** @returns The host's message, a failure if an answer cannot be read, or null if it is not an answer. */
export function readHostMessage(message: unknown): HostMessage | null {
  const known = read(hostMessage, message);
  const answered = known ? null : read(answer, message);
  const text = t('The answer cannot be shown: it is too large for this page, or damaged.');
  return answered ? { type: 'failed', ...answered, message: text } : known;
}
