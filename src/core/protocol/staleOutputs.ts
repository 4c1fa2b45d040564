/** Which outputs of a notebook are out of date: the host tells the page, which dims them and says why. */

import * as v from 'valibot';
import { outputResultId, type ResultOutput } from './output';
import { list, name, read, text, type Described } from './shape';

const mostOutputs = 10_000;

const staleOutputs = v.object({
  type: v.literal('stale'),
  /** All of the notebook: those that are not here are fresh. */
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

/** @returns What tells the output from others of its notebook: the rows of one may be none, and ids begin anew with a session. */
export function outputKey(output: ResultOutput): string {
  return `${output.provenance.fetchedAt} ${outputResultId(output) ?? ''}`;
}

/** @returns The message, or null if it is another one. */
export function readStaleOutputs(message: unknown): StaleOutputsMessage | null {
  return read(staleOutputs, message);
}
