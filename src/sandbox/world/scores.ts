/**
 * The latent standardised score of a company.
 *
 * White noise of the company, its country and its industry goes through one finite moving average, so that
 * neighbouring days resemble each other although no state is kept; 40 weights 0.87^k give a lag-1
 * autocorrelation of 0.867. On top come a slow swing for companies that trend, and the events of the weeks before.
 */

import { timeHorizons } from '../../core/service/enumerations';
import type { ScoreScale } from '../config';
import { draw, noiseAt, purposes, streamOf } from './random';
import { eventKinds } from './eventMix';
import { stretchDays } from './factorNoise';
import { eventsOf } from './events';
import type { MarketEvent } from './events';
import type { DayRange, World } from './world';

export type Horizon = (typeof timeHorizons)[number];

/** How much of the variance is the company's own, its country's and its industry's. */
const ownWeight = 0.8;
const countryWeight = 0.35;
const industryWeight = 0.45;

interface Smoothing {
  /** Weight of the noise k days ago, of unit energy. */
  readonly weights: Float64Array;
  /** What is left of an event's push k days later. */
  readonly decay: Float64Array;
}

/** The longer the horizon, the smoother the series that comes from the same noise. */
const smoothings: Readonly<Record<Horizon, Smoothing>> = {
  '1D': smoothing(0.6, 40, 2),
  '1W': smoothing(0.87, 40, 4),
  '1M': smoothing(0.955, 120, 8),
  '3M': smoothing(0.983, 260, 16),
};

const fields = { trend: 40, period: 41, phase: 42, swing: 43 } as const;
const trendingShare = 0.15;
const pushOfEvent = 0.55;

/** Days before a series whose events still push its scores, at the standard horizon. */
export const pushDays = smoothings['1W'].decay.length;

/** @returns One standardised score for each day of `range`, whether or not one is published that day. */
export function standardScores(
  world: World,
  index: number,
  range: DayRange,
  horizon: Horizon = '1W',
): Float64Array {
  const { decay } = smoothings[horizon];
  const events = eventsOf(world, index, { from: range.from - decay.length + 1, to: range.to });
  return scoresWith(world, { index, range, events, horizon });
}

export interface ScoredCompany {
  readonly index: number;
  readonly range: DayRange;
  /** The company's events from `pushDays` before the range to its end, or more. */
  readonly events: readonly MarketEvent[];
  readonly horizon: Horizon;
}

/** @returns What `standardScores` does, for a caller that has the events already. */
export function scoresWith(world: World, company: ScoredCompany): Float64Array {
  const scores = calmScores(world, company.index, company.range, company.horizon);
  addPushes(world, company, scores);
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
  const { weights } = smoothings[horizon];
  const noise = whiteNoise(world, index, { from: range.from - weights.length + 1, to: range.to });
  const scores = new Float64Array(Math.max(0, range.to - range.from));
  const trend = trendOf(world, index);
  for (let place = 0; place < scores.length; place++) {
    const newest = place + weights.length - 1;
    scores[place] = smoothed(weights, noise, newest) + (trend ? trend(range.from + place) : 0);
  }
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

function smoothing(base: number, count: number, halfLifeDays: number): Smoothing {
  const raw = Array.from({ length: count }, (_, k) => base ** k);
  const energy = Math.sqrt(raw.reduce((sum, weight) => sum + weight * weight, 0));
  return {
    weights: Float64Array.from(raw, weight => weight / energy),
    decay: Float64Array.from({ length: halfLifeDays * 8 }, (_, k) => 0.5 ** (k / halfLifeDays)),
  };
}

/** Sums in four lanes that do not wait for each other: `weights` has a multiple of four places. */
function smoothed(weights: Float64Array, noise: Float64Array, newest: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let back = 0; back < weights.length; back += 4) {
    const at = newest - back;
    a += (weights[back] as number) * (noise[at] as number);
    b += (weights[back + 1] as number) * (noise[at - 1] as number);
    c += (weights[back + 2] as number) * (noise[at - 2] as number);
    d += (weights[back + 3] as number) * (noise[at - 3] as number);
  }
  return a + b + (c + d);
}

/** Working space: a new array for each company costs more than the noise in it. */
let scratch = new Float64Array(4096);

/** @returns The noise of each day of `range` from place 0; overwritten by the next call. */
function whiteNoise(world: World, index: number, range: DayRange): Float64Array {
  const length = range.to - range.from;
  if (scratch.length < length) {
    scratch = new Float64Array(length * 2);
  }
  const own = streamOf(world.config.seed, index, purposes.score);
  for (let day = range.from; day < range.to;) {
    const stretch = Math.floor(day / stretchDays);
    const first = stretch * stretchDays;
    const [country, industry] = factorsOf(world, index, stretch);
    for (const end = Math.min(range.to, first + stretchDays); day < end; day++) {
      scratch[day - range.from] =
        ownWeight * noiseAt(own, day) +
        countryWeight * (country[day - first] as number) +
        industryWeight * (industry[day - first] as number);
    }
  }
  return scratch;
}

function factorsOf(world: World, index: number, stretch: number): [Float64Array, Float64Array] {
  const { facts } = world.universe;
  const { factorNoise } = world;
  return [
    factorNoise.stretch(purposes.countryFactor, facts.countryNumber(index), stretch),
    factorNoise.stretch(purposes.industryFactor, facts.industryNumber(index), stretch),
  ];
}

/** @returns The slow swing of a company that trends; nothing for the others. */
function trendOf(world: World, index: number): ((day: number) => number) | undefined {
  const key = world.universe.facts.key(index);
  if (draw(key, fields.trend) >= trendingShare) {
    return undefined;
  }
  const period = 240 + 320 * draw(key, fields.period);
  const phase = draw(key, fields.phase);
  const swing = 0.6 + 0.6 * draw(key, fields.swing);
  return day => swing * wave(day / period + phase);
}

/** A sine of `turns` by plain arithmetic (Bhaskara's formula): the same bits on every engine. */
function wave(turns: number): number {
  const half = (turns - Math.floor(turns)) * 2;
  const rest = half % 1;
  const bow = rest * (1 - rest);
  return ((half < 1 ? 1 : -1) * 16 * bow) / (5 - 4 * bow);
}

/** Companies that are in the news every day are moved less by each piece of it. */
function addPushes(
  world: World,
  { index, range, events, horizon }: ScoredCompany,
  scores: Float64Array,
): void {
  const { decay } = smoothings[horizon];
  const size = pushOfEvent / Math.sqrt(1 + 6 * world.universe.facts.eventRate(index));
  const total = new Float64Array(scores.length);
  for (const { day, kind } of events) {
    const push = size * (eventKinds[kind]?.mood ?? 0);
    const last = Math.min(range.to, day + decay.length);
    for (let at = Math.max(day, range.from); at < last; at++) {
      total[at - range.from] = (total[at - range.from] ?? 0) + push * (decay[at - day] ?? 0);
    }
  }
  for (let place = 0; place < scores.length; place++) {
    const push = total[place] ?? 0;
    scores[place] = (scores[place] ?? 0) + push / Math.sqrt(1 + (push / mostPush) ** 2);
  }
}
