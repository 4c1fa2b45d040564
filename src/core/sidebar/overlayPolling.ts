/** Polling of ranked lists: when the next poll is due, and what it found. */

import { plainDateOfInstant } from '../base/plainDate';
import { plural } from '../base/text';
import { t } from '../base/translations';
import { visibleText } from '../base/visibleText';
import { comparedAlone, type DatedOverlay } from '../overlays/overlayHistory';
import type { ListView } from '../overlays/savedViews';
import {
  listedStock,
  rankedList,
  stockRows,
  type ListedStock,
  type RankedList,
} from './overlayTree';
import type { Row } from './row';

const minutes = { least: 15, most: 1440 } as const;

/**
 * @param setting Minutes between two polls, as the user wrote them.
 * @returns Milliseconds between two polls; null: nothing is polled.
 */
export function pollIntervalMs(setting: unknown): number | null {
  return typeof setting === 'number' && setting > 0
    ? Math.min(minutes.most, Math.max(minutes.least, setting)) * 60_000
    : null;
}

export interface PollState {
  /** Null: polling is off. */
  readonly intervalMs: number | null;
  /** Whether the window has the focus. */
  readonly isFocused: boolean;
  /** Epoch milliseconds of the oldest list that is shown; null if none is. */
  readonly oldestMs: number | null;
  /** Epoch milliseconds of the last poll, whether or not it succeeded; null before the first one. */
  readonly polledMs: number | null;
}

/** @returns Milliseconds until the next poll, 0 if it is due; null: there is none, and so no timer. */
export function msToNextPoll(state: PollState, nowMs: number): number | null {
  const { intervalMs, isFocused, oldestMs, polledMs } = state;
  return intervalMs === null || !isFocused || oldestMs === null
    ? null
    : Math.max(0, Math.max(oldestMs, polledMs ?? oldestMs) + intervalMs - nowMs);
}

/** A list that was polled, with the stocks that changed since the answer before. */
export interface PolledList {
  readonly view: ListView;
  readonly changed: RankedList;
}

export function polledList(view: ListView, before: RankedList, after: RankedList): PolledList {
  const dated = ({ table, fetchedAtMs }: RankedList): DatedOverlay => ({
    query: view.query,
    day: plainDateOfInstant(fetchedAtMs),
    table,
  });
  const { changes, comparedWith } = comparedAlone(dated(after), dated(before));
  const changed = changes.filter(({ change }) => change !== null && change !== 'same');
  return { view, changed: rankedList({ ...after, changes: changed, comparedWith }) };
}

/** @returns The number of changes in all lists. */
export function changeCount(lists: readonly PolledList[]): number {
  return lists.reduce((sum, { changed }) => sum + changed.stocks.length, 0);
}

/** @returns `12 changes: 8 in Bullish, 4 in Bearish`, of the lists that changed. */
export function pollSentence(lists: readonly PolledList[]): string {
  const parts = lists
    .filter(({ changed }) => changed.stocks.length > 0)
    .map(({ view, changed }) => t('{0} in {1}', changed.stocks.length, visibleText(view.name)));
  return plural(changeCount(lists), '{0} change: {1}', '{0} changes: {1}', parts.join(', '));
}

/** A changed stock with the row that shows it. */
export interface ChangedStock {
  readonly list: string;
  readonly row: Row;
  readonly stock: ListedStock;
}

export function changedStocks(lists: readonly PolledList[]): readonly ChangedStock[] {
  return lists.flatMap(({ view, changed }) => {
    const shown = changed.stocks.length;
    const state = { kind: 'content', content: changed } as const;
    const rows = shown === 0 ? [] : stockRows(view, state, { filter: '', shown });
    return rows.flatMap((row, at) => {
      const stock = listedStock(changed, changed.stocks[at]?.change.entity ?? '');
      return stock ? [{ list: view.name, row, stock }] : [];
    });
  });
}
