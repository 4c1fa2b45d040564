/** The host's answers to the questions of a page of outputs. The page reads them as it reads what it draws. */

import * as v from 'valibot';
import { columnSummaryShape, valueCountsShape } from './columnSummary';
import { chartShape, rowsShape } from './outcome';
import { count, read, text, type Described } from './shape';
import { suggestionsShape } from './suggestions';

/** Of the question. */
const requestId = count;

const hostMessage = v.variant('type', [
  v.object({
    type: v.literal('page'),
    requestId,
    offset: count,
    rows: rowsShape,
    /** Rows that fit the question's filters; absent: as many as the result has. */
    rowCount: v.optional(count),
  }),
  v.object({ type: v.literal('summary'), requestId, summary: columnSummaryShape }),
  v.object({ type: v.literal('values'), requestId, counts: valueCountsShape }),
  v.object({ type: v.literal('suggestions'), requestId, suggestions: suggestionsShape }),
  v.object({ type: v.literal('preview'), requestId, chart: chartShape }),
  /** The answer comes when the cell that runs has ended. */
  v.object({ type: v.literal('waits'), requestId }),
  v.object({ type: v.literal('failed'), requestId, message: text }),
]);

export type HostMessage = Described<typeof hostMessage>;

/** What a question asked for. */
export type HostAnswer = Exclude<HostMessage, { type: 'failed' | 'waits' }>;

const answer = v.object({ requestId });

const unreadable = 'The answer cannot be shown: it is too large for this page, or damaged.';

/** @returns The host's message, a failure where an answer cannot be read, or null where it is no answer. */
export function readHostMessage(message: unknown): HostMessage | null {
  const known = read(hostMessage, message);
  const answered = known ? null : read(answer, message);
  return answered ? { type: 'failed', ...answered, message: unreadable } : known;
}
