/** Stale outputs of a notebook: the host sends them to the page, which dims them and shows the reasons. */

import * as v from 'valibot';
import { outputResultId, type ErrorOutput, type ResultOutput } from './output';
import { list, name, read, text, type Described } from './shape';

const mostOutputs = 10_000;

const staleOutputs = v.object({
  type: v.literal('stale'),
  /** All stale outputs of the notebook: the others are fresh. */
  outputs: list(
    v.object({
      key: name,
      /** Sentences that can be shown as they are. */
      reasons: list(text, mostOutputs),
    }),
    mostOutputs,
  ),
});

/** Host → renderer: when a page begins, and whenever it changes. */
export type StaleOutputsMessage = Described<typeof staleOutputs>;

/** @returns A key that is unique in the notebook: an output may have no rows, and ids restart with a session. */
export function outputKey(output: ResultOutput | ErrorOutput): string {
  const id = 'error' in output ? null : outputResultId(output);
  return `${output.provenance.fetchedAt} ${id ?? ''}`;
}

/** @returns The message, or null if it is another one. */
export function readStaleOutputs(message: unknown): StaleOutputsMessage | null {
  return read(staleOutputs, message);
}
