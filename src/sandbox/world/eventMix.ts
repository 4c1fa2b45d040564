/** How often each event type occurs, what it is called, and what it does to scores and prices. */

import { eventIds, eventNames } from '../../core/service/eventTypes';
import { weekdayOf } from './sessions';

/** The type of a report of results, and the additional one if results have grown. */
const announcement = 'E1_C';
const growth = 'E1_A';
/** The share of reports of growth. */
export const growthShare = 0.55;
/** The share of reports among all events: they follow the calendar, whatever else is in the news. */
const reportedShare = 0.06;

/**
 * Relative frequency of events other than reports, children of other events included. Ids that are not here share
 * `unnamedWeight`.
 */
const weights = new Map(
  (
    'E41_A 14 E41_B 13 E1_C 0 E1_A 0 E2_A 7 E2_C 6 E19_B 7 E6_B 6 E6_C 4 E8_B 6 E5_A 4 E9_A 3 E9_B 3 ' +
    'E10_A 1 E13_A 2 E17_A 0.6 E17_C 0.5 E17_D 0.3 E33_A 0.8 E33_B 1 E34_A 0.6 E34_E 0.2 E42_A 1 ' +
    'E45_C 0.6 E47_A 0.7 E53_A 2 E53_B 1.5 E55_A 0.8 E6_F 0.4 E2_B 0.7'
  )
    .split(' ')
    .reduce<[string, number][]>((pairs, word, place, words) => {
      return place % 2 === 0 ? [...pairs, [word, Number(words[place + 1])]] : pairs;
    }, []),
);
const unnamedWeight = 4;

/** Good or bad news: the direction in which an event pushes the company's score. */
const moods = new Map<string, number>([
  ...'E41_A E9_A E10_A'.split(' ').map(id => [id, 1] as const),
  ...'E2_A E5_A E19_B E6_C E17_D E33_B E34_A E34_E'.split(' ').map(id => [id, 0.5] as const),
  ...'E41_B E9_B'.split(' ').map(id => [id, -1] as const),
  ...'E53_A E53_B E55_A E17_A E17_C E47_A E13_A E2_B E45_C'
    .split(' ')
    .map(id => [id, -1.5] as const),
]);

/** Log return of the session on or after the event's day: planted, so that analyses can find it again. */
const returns = new Map([
  ['E41_A', 0.015],
  ['E41_B', -0.015],
  ['E53_A', -0.02],
  ['E17_C', -0.025],
  ['E6_C', 0.005],
]);

/** The events caused by a parent event within `childDays` days: the child's id and its probability. */
export const children: readonly (readonly [parent: string, child: string, probability: number])[] =
  [
    ['E53_B', 'E53_A', 0.45],
    ['E53_B', 'E55_A', 0.3],
    ['E6_B', 'E42_A', 0.1],
  ];
export const childDays = 60;

export interface EventKind {
  readonly id: string;
  readonly name: string;
  /** The shift of the score in its standard deviations, before it decays; zero on average over the mix and over reports. */
  readonly mood: number;
  readonly logReturn: number;
  /** Reports of results: they come once a quarter and raise volume. */
  readonly isEarnings: boolean;
}

const unnamedCount = eventIds.filter(id => !weights.has(id)).length;
const totalWeights = eventIds.map(id => weights.get(id) ?? unnamedWeight / unnamedCount);
const total = sum(totalWeights);
const meanMood =
  sum(eventIds.map((id, n) => (moods.get(id) ?? 0) * (totalWeights[n] ?? 0))) / total;
/** Growth is good news, and results without it are bad news. */
const reportMoods = new Map([
  [announcement, -growthShare],
  [growth, 1],
]);

/** In the order of the specification's list; an event type is an index into it. */
export const eventKinds: readonly EventKind[] = eventIds.map(id => ({
  id,
  name: eventNames.get(id) ?? `Event ${id} (sandbox)`,
  mood: reportMoods.get(id) ?? (moods.get(id) ?? 0) - meanMood,
  logReturn: returns.get(id) ?? 0,
  isEarnings: reportMoods.has(id),
}));

/** Places in `eventKinds`. */
export const reportKinds = { announcement: kindNumber(announcement), growth: kindNumber(growth) };

/** The share of events that are neither reports nor caused by other events. */
export const spontaneousShare =
  (1 - reportedShare) *
  (1 - sum(children.map(([parent, , p]) => (weights.get(parent) ?? 0) * p)) / total);

const ends = cumulative(
  totalWeights.map((weight, n) => {
    const asChild = children.filter(([, child]) => child === eventIds[n]);
    return weight - sum(asChild.map(([parent, , p]) => (weights.get(parent) ?? 0) * p));
  }),
);

/** @returns The type of a spontaneous event. @param uniform In (0, 1). */
export function eventKindOfDraw(uniform: number): number {
  let low = 0;
  let high = ends.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 1) <= uniform) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** @returns The place in `eventKinds`. */
export function kindNumber(id: string): number {
  return eventIds.indexOf(id);
}

const weekdayFactors = [0.22, 1, 1.02, 1.02, 1, 0.9, 0.28];

/** @returns Events of the day's weekday relative to a Monday. */
export function weekdayFactor(day: number): number {
  return weekdayFactors[weekdayOf(day)] ?? 1;
}

/** @returns Where each type's share of the events ends. */
function cumulative(shares: readonly number[]): Float64Array {
  const all = sum(shares);
  let running = 0;
  return Float64Array.from(shares, share => {
    running += share / all;
    return running;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
