/** Messages of the tab of one result, beside those that it shares with the outputs of a notebook. */

import * as v from 'valibot';
import { resultOutputShape } from './output';
import { read, text, type Described } from './shape';

const tabReady = v.object({ type: v.literal('ready') });

/** Page → host, once its script runs: the host answers with the result. */
export type TabReady = Described<typeof tabReady>;

const tabMessage = v.variant('type', [
  v.object({
    type: v.literal('result'),
    /** Null for a page that cannot read it. */
    output: v.fallback(v.nullable(resultOutputShape), null),
  }),
  /** No kernel has the result any more. */
  v.object({ type: v.literal('ended'), sentence: text }),
]);

/** Host → page. */
export type TabMessage = Described<typeof tabMessage>;

/** @returns The page's message, or null where it is another one. */
export function readTabReady(message: unknown): TabReady | null {
  return read(tabReady, message);
}

/** @returns The host's message, or null where it is another one, or of another version. */
export function readTabMessage(message: unknown): TabMessage | null {
  return read(tabMessage, message);
}
