/** The random traits of an event besides its type: certainty, time, and reports. */

import { draw, drawBits } from './random';

const fields = { temporality: 30, factuality: 31, mentions: 32, mention: 33 } as const;

/** Percent; the rest to 100 belongs to the first. */
const temporalityShares: readonly (readonly [string, number])[] = [
  ['PAST', 55],
  ['PRESENT', 25],
  ['FUTURE', 14],
  ['UNKNOWN', 4],
  ['NONE', 2],
];
/** Among events that are not facts. */
const doubtShares: readonly (readonly [string, number])[] = [
  ['PROBABLE', 7],
  ['POSSIBLE', 6],
  ['UNKNOWN', 4],
  ['NONE', 2],
  ['COUNTERFACT', 1.5],
  ['COUNTERPROBABLE', 0.8],
  ['COUNTERPOSSIBLE', 0.7],
];
/** A future event is rarely a fact; over all events 78 % are. */
const factOfFuture = 0.15;
const factOfOther = (0.78 - 0.14 * factOfFuture) / 0.86;

/** @returns One of the service's temporalities, upper case. @param key The event's bits. */
export function temporalityOf(key: number): string {
  return choose(temporalityShares, draw(key, fields.temporality));
}

/** @returns One of the service's factualities, upper case. @param key The event's bits. */
export function factualityOf(key: number): string {
  const isFuture = temporalityOf(key) === 'FUTURE';
  const fact = isFuture ? factOfFuture : factOfOther;
  const uniform = draw(key, fields.factuality);
  return uniform < fact ? 'FACT' : choose(doubtShares, (uniform - fact) / (1 - fact));
}

/** One report of an event. */
export interface Mention {
  /** Days after the event's day: 0, 1 or 2. */
  readonly delayDays: number;
  readonly secondOfDay: number;
  readonly role: string;
}

const mentionEnd = 0.55;
const mostMentions = 16;
/** The longest time between an event and the last report of it. */
export const mentionDays = 2;

/** @returns The reports of an event, one at least, the first on its day. @param several Else exactly one. */
export function mentionsOf(key: number, several: boolean): readonly Mention[] {
  const mentions = [mentionOf(drawBits(key, fields.mention), true)];
  let chance = draw(key, fields.mentions);
  // A geometric count by one draw: what is left of it after each success is uniform again.
  while (several && mentions.length < mostMentions && chance > mentionEnd) {
    chance = (chance - mentionEnd) / (1 - mentionEnd);
    mentions.push(mentionOf(drawBits(key, fields.mention + mentions.length), false));
  }
  return mentions;
}

const otherRoles = ['Acquirer', 'Target', 'Partner', 'Defendant', 'Plaintiff', 'Supplier'];

function mentionOf(key: number, isFirst: boolean): Mention {
  const role = draw(key, 0);
  return {
    delayDays: isFirst ? 0 : Math.floor(draw(key, 1) * (mentionDays + 1)),
    secondOfDay: publicationSecond(key),
    role: role < 0.8 ? 'Company' : (otherRoles[Math.floor((role - 0.8) * 30)] ?? 'Company'),
  };
}

/** Relative frequency of each half-hour: 30 % in 09:30–16:00, peaks before the open and after the close. */
const halfHours = Array.from({ length: 48 }, (_, half) => {
  if (half >= 19 && half < 32) {
    return 0.3 / 13;
  }
  if (half >= 14 && half < 18) {
    return 0.22 / 4;
  }
  return half >= 32 && half < 36 ? 0.2 / 4 : 0.28 / 27;
});

function publicationSecond(key: number): number {
  const edge = draw(key, 2);
  if (edge < 0.01) {
    return edge < 0.005 ? 86_340 + Math.floor(edge * 12_000) : Math.floor((edge - 0.005) * 12_000);
  }
  let rest = draw(key, 3);
  const half = halfHours.findIndex(share => (rest -= share) < 0);
  return (half < 0 ? 17 : half) * 1800 + Math.floor(draw(key, 4) * 1800);
}

function choose(shares: readonly (readonly [string, number])[], uniform: number): string {
  const total = shares.reduce((sum, [, share]) => sum + share, 0);
  let rest = uniform * total;
  const found = shares.find(([, share]) => (rest -= share) < 0);
  return found?.[0] ?? shares[0]?.[0] ?? '';
}
