/**
 * The latent standardised score of a company: slow noise, by which rankings persist, fresh noise, and the events of the
 * days and weeks before.
 *
 * The fresh part moves a company less the further the slow part is from zero: companies with strong news stay in the
 * ranked lists, and those in the middle change places.
 */

import { timeHorizons } from '../../core/service/enumerations';
import type { ScoreScale } from '../config';
import { eventKinds } from './eventMix';
import { eventsOf } from './events';
import { freshNoise, scoreHalfLifeDays, slowKernel, slowNoise } from './scoreNoise';
import type { SlowKernel } from './scoreNoise';
import type { DayRange, World } from './world';

export type Horizon = (typeof timeHorizons)[number];

interface Smoothing {
  readonly slow: SlowKernel;
  readonly slowDeviation: number;
  readonly freshDeviation: number;
  /** What is left of an event's push k days later. */
  readonly decay: Float64Array;
}

/** The longer the horizon, the smoother the series that comes from the same noise. */
const smoothings: Readonly<Record<Horizon, Smoothing>> = {
  '1D': smoothing({ halfLives: 0.5, freshShare: 0.35, pushHalfLifeDays: 2 }),
  '1W': smoothing({ halfLives: 1, freshShare: 0.13, pushHalfLifeDays: 4 }),
  '1M': smoothing({ halfLives: 2, freshShare: 0.05, pushHalfLifeDays: 8 }),
  '3M': smoothing({ halfLives: 4, freshShare: 0.02, pushHalfLifeDays: 16 }),
};

/** How much less a company is moved by what is fresh, one standard deviation from zero. */
const steadiness = 0.4;
const pushOfEvent = 0.7;

/** @returns One standardised score for each day of `range`, whether or not one is published that day. */
export function standardScores(
  world: World,
  index: number,
  range: DayRange,
  horizon: Horizon = '1W',
): Float64Array {
  const scores = pushesOf(world, index, range, horizon);
  addNoise(world, { index, range, horizon }, scores);
  return scores;
}

/** Events shift a score by less than this. */
export const mostPush = 1.6;

/** @returns The scores without what events add: within `mostPush` of the standardised ones, and quickly made. */
export function calmScores(
  world: World,
  index: number,
  range: DayRange,
  horizon: Horizon,
): Float64Array {
  const scores = new Float64Array(Math.max(0, range.to - range.from));
  addNoise(world, { index, range, horizon }, scores);
  return scores;
}

/** @returns The score as the service shows it. @param score Standardised. */
export function scaledScore(score: number, scale: ScoreScale): number {
  if (scale === 'raw') {
    return score;
  }
  const unit = score / Math.sqrt(2 + score * score);
  return scale === 'unit' ? unit : unit * 100;
}

interface SmoothingShape {
  /** The slow part's half-life as a multiple of the standard horizon's. */
  readonly halfLives: number;
  /** Of the noise's variance. */
  readonly freshShare: number;
  readonly pushHalfLifeDays: number;
}

function smoothing({ halfLives, freshShare, pushHalfLifeDays }: SmoothingShape): Smoothing {
  return {
    slow: slowKernel(halfLives * scoreHalfLifeDays),
    slowDeviation: Math.sqrt(1 - freshShare),
    freshDeviation: Math.sqrt(freshShare),
    decay: Float64Array.from(
      { length: pushHalfLifeDays * 8 },
      (_, k) => 0.5 ** (k / pushHalfLifeDays),
    ),
  };
}

interface ScoredCompany {
  readonly index: number;
  readonly range: DayRange;
  readonly horizon: Horizon;
}

/** @param scores What events add on each day, which become the scores. */
function addNoise(
  world: World,
  { index, range, horizon }: ScoredCompany,
  scores: Float64Array,
): void {
  const { slow, slowDeviation, freshDeviation } = smoothings[horizon];
  const levels = slowNoise(world, index, range, slow);
  const fresh = freshNoise(world, index, range);
  for (let place = 0; place < scores.length; place++) {
    const level = slowDeviation * (levels[place] as number);
    const move = freshDeviation * (fresh[place] as number) + (scores[place] as number);
    scores[place] = level + move / (1 + steadiness * level * level);
  }
}

/**
 * What events add on each day of `range`: companies that are in the news every day are moved less by each piece of it.
 */
function pushesOf(world: World, index: number, range: DayRange, horizon: Horizon): Float64Array {
  const { decay } = smoothings[horizon];
  const size = pushOfEvent / Math.sqrt(1 + 6 * world.universe.facts.eventRate(index));
  const pushes = new Float64Array(Math.max(0, range.to - range.from));
  for (const { day, kind } of eventsOf(world, index, {
    from: range.from - decay.length + 1,
    to: range.to,
  })) {
    const push = size * (eventKinds[kind]?.mood ?? 0);
    const last = Math.min(range.to, day + decay.length);
    for (let at = Math.max(day, range.from); at < last; at++) {
      pushes[at - range.from] = (pushes[at - range.from] ?? 0) + push * (decay[at - day] ?? 0);
    }
  }
  for (const [place, push] of pushes.entries()) {
    pushes[place] = push / Math.sqrt(1 + (push / mostPush) ** 2);
  }
  return pushes;
}
