/**
 * The noise that scores are made of: a slow part, which keeps its sign for weeks, and a fresh part, which is gone
 * within days.
 *
 * The slow part is a weighted mean of weekly white noise of the company, its country and its industry, centred on the
 * day: any day is reached alone, in either direction of time, at the same cost. No price follows the slow part, so that
 * the draws of later days in it foretell nothing.
 */

import { draw, noiseAt, purposes, streamOf } from './random';
import { stretchLength } from './factorNoise';
import type { DayRange, World } from './world';

/**
 * How long scores persist: after so many days the slow part's autocorrelation is one half.
 *
 * The ranks of all companies then have an autocorrelation of 0.94 after a day, 0.84 after five and 0.57 after twenty, and
 * two thirds of the 25 highest are still among the 25 a week later.
 */
export const scoreHalfLifeDays = 28;

/** How much of the slow part's variance is the company's own, its country's and its industry's. */
const ownWeight = 0.8;
const countryWeight = 0.35;
const industryWeight = 0.45;
/** By how much of the mean the slow parts of companies differ in strength: some are far from zero more often. */
const strengthSpread = 0.5;
const strengthField = 40;

/** Days from one draw of the slow part's noise to the next. */
const knotDays = 7;

/** Weights of the draws around a day, of unit energy, for each place of a day between two draws. */
export type SlowKernel = readonly Float64Array[];

/**
 * A bell, the cubic B-spline, over four half-lives: what it smooths has an autocorrelation of 0.5 at one half-life.
 *
 * @param halfLifeDays At least two steps between draws: with fewer the autocorrelation would depend on the day.
 */
export function slowKernel(halfLifeDays: number): SlowKernel {
  const reach = 2 * Math.ceil(halfLifeDays / knotDays);
  return Array.from({ length: knotDays }, (_, place) =>
    unitEnergy(
      Array.from({ length: 2 * reach }, (_each, knot) =>
        bell((place - (knot - reach + 1) * knotDays) / halfLifeDays),
      ),
    ),
  );
}

function bell(x: number): number {
  const far = Math.abs(x);
  if (far >= 2) {
    return 0;
  }
  return far < 1
    ? (4 - 6 * far * far + 3 * far * far * far) / 6
    : ((2 - far) * (2 - far) * (2 - far)) / 6;
}

/** @returns The slow part of each day of `range`: of variance one over all companies. */
export function slowNoise(
  world: World,
  index: number,
  range: DayRange,
  kernel: SlowKernel,
): Float64Array {
  const found = new Float64Array(Math.max(0, range.to - range.from));
  const reach = (kernel[0]?.length ?? 0) / 2;
  const first = Math.floor(range.from / knotDays) - reach + 1;
  const noise = knotNoise(world, index, {
    from: first,
    to: Math.floor(range.to / knotDays) + reach + 1,
  });
  const strength = strengthOf(world, index);
  for (let day = range.from; day < range.to; day++) {
    const knot = Math.floor(day / knotDays);
    const weights = kernel[day - knot * knotDays] as Float64Array;
    found[day - range.from] = strength * weighted(weights, noise, knot - reach + 1 - first);
  }
  return found;
}

/** @returns The deviation of the company's slow part; its mean square over companies is one. */
function strengthOf(world: World, index: number): number {
  const place = 2 * draw(world.universe.facts.key(index), strengthField) - 1;
  return (1 + strengthSpread * place) / Math.sqrt(1 + (strengthSpread * strengthSpread) / 3);
}

const freshHalfLifeDays = 1.5;
const freshDays = 8;
/** Of the noise of the last days, oldest first. */
const freshWeights = unitEnergy(
  Array.from({ length: freshDays }, (_, place) => 2 ** (place / freshHalfLifeDays)),
);

/** @returns The fresh part of each day of `range`, of variance one. */
export function freshNoise(world: World, index: number, range: DayRange): Float64Array {
  const found = new Float64Array(Math.max(0, range.to - range.from));
  const stream = streamOf(world.config.seed, index, purposes.score);
  const first = range.from - freshDays + 1;
  const noise = room(range.to - first);
  for (let day = first; day < range.to; day++) {
    noise[day - first] = noiseAt(stream, day);
  }
  for (let place = 0; place < found.length; place++) {
    found[place] = weighted(freshWeights, noise, place);
  }
  return found;
}

/** @returns The noise of the draws numbered `range`, from place 0; overwritten by the next call. */
function knotNoise(world: World, index: number, range: DayRange): Float64Array {
  const noise = room(range.to - range.from);
  const own = streamOf(world.config.seed, index, purposes.slowScore);
  for (let knot = range.from; knot < range.to;) {
    const stretch = Math.floor(knot / stretchLength);
    const first = stretch * stretchLength;
    const [country, industry] = factorsOf(world, index, stretch);
    for (const end = Math.min(range.to, first + stretchLength); knot < end; knot++) {
      noise[knot - range.from] =
        ownWeight * noiseAt(own, knot) +
        countryWeight * (country[knot - first] as number) +
        industryWeight * (industry[knot - first] as number);
    }
  }
  return noise;
}

function factorsOf(world: World, index: number, stretch: number): [Float64Array, Float64Array] {
  const { facts } = world.universe;
  const { factorNoise } = world;
  return [
    factorNoise.stretch(purposes.countryFactor, facts.countryNumber(index), stretch),
    factorNoise.stretch(purposes.industryFactor, facts.industryNumber(index), stretch),
  ];
}

/** Working space: a new array for each company costs more than the noise in it. */
let scratch = new Float64Array(4096);

function room(length: number): Float64Array {
  if (scratch.length < length) {
    scratch = new Float64Array(length * 2);
  }
  return scratch;
}

/** Sums in four lanes that do not wait for each other: `weights` has a multiple of four places. */
function weighted(weights: Float64Array, noise: Float64Array, first: number): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let place = 0; place < weights.length; place += 4) {
    const at = first + place;
    a += (weights[place] as number) * (noise[at] as number);
    b += (weights[place + 1] as number) * (noise[at + 1] as number);
    c += (weights[place + 2] as number) * (noise[at + 2] as number);
    d += (weights[place + 3] as number) * (noise[at + 3] as number);
  }
  return a + b + (c + d);
}

function unitEnergy(weights: readonly number[]): Float64Array {
  const energy = Math.sqrt(weights.reduce((sum, weight) => sum + weight * weight, 0));
  return Float64Array.from(weights, weight => weight / energy);
}
