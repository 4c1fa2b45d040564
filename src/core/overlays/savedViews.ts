/** Views of ranked lists: the two lists as a whole, and those that the user saved in the settings. */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { movedBefore } from '../base/moved';
import { entriesOf, isNamed, nameProblem } from '../base/namedEntries';
import { readOverlayQuery, type OverlayName, type OverlayQuery } from './overlayQuery';

/** A ranked list under a name. */
export interface ListView {
  /** Unique among the views. */
  readonly name: string;
  readonly query: OverlayQuery;
  /** Whether it is one of the user's; the others cannot be changed. */
  readonly isSaved: boolean;
  /** Pinned views are before the others. */
  readonly isPinned: boolean;
}

/** Places of the lists that are not saved. */
const usualAmount = '50';
const sides: Readonly<Record<string, OverlayName>> = {
  bullish: 'bullish_stocks',
  bearish: 'bearish_stocks',
};

/** The parameters of a saved view, by their names on the wire. */
export const viewParameters = [
  'amount',
  'industry',
  'time_horizon',
  'source_country',
  'stock_index',
] as const;

export const usualViews: readonly ListView[] = [
  usualView('Bullish', 'bullish_stocks'),
  usualView('Bearish', 'bearish_stocks'),
];

function usualView(name: string, operation: OverlayName): ListView {
  const query = { operation, parameters: { amount: usualAmount } };
  return { name, query, isSaved: false, isPinned: false };
}

export interface ReadViews {
  /** Pinned ones, the two lists, then the others, in the order of the setting. */
  readonly views: readonly ListView[];
  /** A sentence for each entry that is not usable. */
  readonly problems: readonly string[];
}

/** @param setting The unchecked value of `signals.overlays.views`; an entry that is not usable does not affect others. */
export function readViews(setting: unknown): ReadViews {
  const saved: ListView[] = [];
  const problems: string[] = [];
  for (const entry of entriesOf(setting)) {
    const view = readView(entry, [...usualViews, ...saved]);
    if (typeof view === 'string') {
      problems.push(view);
    } else {
      saved.push(view);
    }
  }
  const pinned = saved.filter(({ isPinned }) => isPinned);
  const others = saved.filter(({ isPinned }) => !isPinned);
  return { views: [...pinned, ...usualViews, ...others], problems };
}

/** @returns The setting with the views of these names before that of `target`, or at the end if it is null. */
export function withViewsMoved(
  setting: unknown,
  names: readonly string[],
  target: string | null,
): readonly unknown[] {
  return movedBefore(
    entriesOf(setting),
    entry => names.some(name => isNamed(entry, name)),
    target === null ? null : entry => isNamed(entry, target),
  );
}

/** @returns `technology · 1M · 25`: what the view restricts the list to. */
export function viewSummary({ query: { parameters } }: ListView): string {
  const { amount, ...filters } = parameters;
  const values = Object.values(filters).map(value => value.replaceAll('_', ' '));
  return [...values, ...(amount === undefined ? [] : [t('at most {0}', amount)])].join(' · ');
}

function readView(entry: unknown, others: readonly ListView[]): ListView | string {
  if (!isRecord(entry) || typeof entry['name'] !== 'string') {
    return t('An entry of signals.overlays.views needs a name.');
  }
  const name = entry['name'].trim();
  const problem = nameProblem(name, others, taken =>
    t('There is already a list named {0}.', taken),
  );
  if (problem !== undefined) {
    return t('A list of signals.overlays.views is ignored. {0}', problem);
  }
  const operation = typeof entry['side'] === 'string' ? sides[entry['side']] : undefined;
  if (operation === undefined) {
    return t('The list {0} is ignored: its side must be bullish or bearish.', name);
  }
  const parameters = Object.fromEntries(
    viewParameters.flatMap(parameter => {
      const value = entry[parameter];
      return value === undefined || value === null ? [] : [[parameter, String(value)] as const];
    }),
  );
  const query = readOverlayQuery({ operation, parameters });
  return query
    ? { name, query, isSaved: true, isPinned: entry['pinned'] === true }
    : t('The list {0} is ignored: one of its values is not allowed.', name);
}

/** @returns A view as the setting has it. */
export function viewEntry({ name, query, isPinned }: ListView): Record<string, unknown> {
  const side = query.operation === 'bullish_stocks' ? 'bullish' : 'bearish';
  const { amount, ...others } = query.parameters;
  return {
    ...{ name, side },
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...others,
    ...(isPinned ? { pinned: true } : {}),
  };
}
