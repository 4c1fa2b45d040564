/** The message with which a notebook's page beside it is drawn and kept up to date. */

import * as v from 'valibot';
import { resultOutputShape } from './output';
import { list, name, read, type Described } from './shape';

const maxCells = 10_000;

const address = v.pipe(v.string(), v.maxLength(10_000));

/** HTML that the host made of cells: their texts in it are escaped. */
const html = v.string();

const pageMessage = v.object({
  type: v.literal('page'),
  /** The address of the notebook. */
  notebook: address,
  head: html,
  /** A section a cell. */
  cells: list(html, maxCells),
  foot: html,
  /** The results that `data-result` in the sections numbers. */
  results: list(
    v.object({
      /** From `outputKey`. */
      key: name,
      /** Null for one that the page has had, or cannot read. */
      output: v.fallback(v.nullable(resultOutputShape), null),
    }),
    maxCells,
  ),
});

/** Host → page. */
export type PageMessage = Described<typeof pageMessage>;

const livePageState = v.object({ pageOf: address });

/** What a page beside its notebook keeps. */
export type LivePageState = Described<typeof livePageState>;

/** @returns Null if a page did not keep it. */
export function readLivePageState(kept: unknown): LivePageState | null {
  return read(livePageState, kept);
}

/** @returns The host's message, or null if it is another one. */
export function readPageMessage(message: unknown): PageMessage | null {
  return read(pageMessage, message);
}
