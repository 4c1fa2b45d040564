/** Messages of the tab of one result, beside those that it shares with the outputs of a notebook. */

import * as v from 'valibot';
import { asksOf } from './exploration';
import { resultOutputShape } from './output';
import { count, read, text, type Described } from './shape';
import { leftGridShape } from './shownRows';

const tabRequest = v.variant('type', [
  /** Once the page's script runs: the host answers with the result. */
  v.object({ type: v.literal('ready') }),
  /** Saves the question of an explorer under a name that the user chooses. */
  v.object({ type: v.literal('saveQuestion'), question: asksOf }),
  /** Loads the mentions of what is selected in counted events. */
  v.object({ type: v.literal('loadMentions'), question: asksOf }),
  /** Runs the cell of the result again, and asks the same of its rows. */
  v.object({ type: v.literal('askAgain'), question: asksOf }),
]);

/** Page → host. */
export type TabRequest = Described<typeof tabRequest>;

const tabPlace = v.object({
  /** The notebook's address. */
  notebook: text,
  /** The cell's number, from 0, and its text: cells are moved. */
  cell: count,
  text,
});

/** The origin of a tab's result. The page stores it so that the tab can be restored in the next window. */
export type TabPlace = Described<typeof tabPlace>;

const tabMessage = v.variant('type', [
  v.object({
    type: v.literal('result'),
    /** Null for a page that cannot read it. */
    output: v.fallback(v.nullable(resultOutputShape), null),
    place: tabPlace,
    /** The state of the grid that it was opened from; null: the result unchanged. */
    shown: v.fallback(v.nullable(leftGridShape), null),
    /** What an explorer asks at first; null: nothing. */
    question: v.fallback(v.nullable(asksOf), null),
    /** Whether the rows are counted events, whose mentions can be loaded. */
    isOverview: v.fallback(v.boolean(), false),
  }),
  /** No kernel has the result any more. */
  v.object({ type: v.literal('ended'), sentence: text }),
]);

/** Host → page. */
export type TabMessage = Described<typeof tabMessage>;

/** @returns The page's message, or null if it is another one. */
export function readTabRequest(message: unknown): TabRequest | null {
  return read(tabRequest, message);
}

/** @returns The stored state of a page, or null if it is something else. */
export function readTabPlace(kept: unknown): TabPlace | null {
  return read(tabPlace, kept);
}

/** @returns The host's message, or null if it is another one, or of another version. */
export function readTabMessage(message: unknown): TabMessage | null {
  return read(tabMessage, message);
}
