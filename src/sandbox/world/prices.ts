/**
 * Closing prices.
 *
 * The service has none but the overlays' snapshot; the sandbox makes them so that analyses of returns have
 * something to find. A close is the exponential of a random walk plus what scores and events planted: each of the next two
 * sessions' returns carries 18 basis points of a standard deviation of what is fresh in the score, and some events move
 * the session on or after their day. What is slow in the score foretells nothing, so the information coefficient falls
 * with the sessions held. Planted returns fade linearly over a year, so a close needs no more history than that.
 *
 * The walk is a Brownian path by midpoint displacement over trading days, in stretches of 4096: any day of it is
 * reached in twelve draws.
 */

import { eventKinds } from './eventMix';
import { eventsOf } from './events';
import type { MarketEvent } from './events';
import { specialKindOf } from './oddCompanies';
import { draw, normalAt, normalQuantile, purposes, streamOf } from './random';
import type { Stream } from './random';
import { freshNoise } from './scoreNoise';
import { isSession, tradingDayNumber } from './sessions';
import { daysWithData } from './world';
import type { DayRange, World } from './world';

export interface ClosingPrice {
  readonly day: number;
  /** In the listing's currency, four decimals. */
  readonly close: number;
}

/** Log return of each of the next two sessions for a standard deviation of what is fresh in the score. */
const freshReturn = 0.0018;
const noiseDeviation = 0.02;
const fadeDays = 366;
/** Days in which there are two sessions for certain. */
const daysOfTwoSessions = 14;
const stretchLevels = 12;
const stretchLength = 2 ** stretchLevels;
const nodeDeviation = 0.5;
const baseField = 60;

/** Units of the currency that a typical share costs. */
const priceLevels = new Map([
  ['JPY', 2000],
  ['KRW', 40_000],
  ['IDR', 4000],
  ['VND', 30_000],
  ['INR', 700],
  ['RUB', 600],
  ['GBP', 8],
]);
const usualPriceLevel = 45;

/** @returns The company's closes on the sessions of `range`, oldest first. */
export function closesOf(world: World, index: number, range: DayRange): ClosingPrice[] {
  return closesOn(world, index, sessionsOf(world, index, range));
}

function sessionsOf(world: World, index: number, range: DayRange): number[] {
  const days = daysWithData(world, specialKindOf(index), { kind: 'score', range });
  const country = world.universe.facts.country(index);
  const sessions: number[] = [];
  for (let day = days.from; day < days.to; day++) {
    if (isSession(country, day)) {
      sessions.push(day);
    }
  }
  return sessions;
}

function closesOn(world: World, index: number, sessions: readonly number[]): ClosingPrice[] {
  const [first] = sessions;
  const last = sessions.at(-1);
  if (first === undefined || last === undefined) {
    return [];
  }
  const country = world.universe.facts.country(index);
  // What a day's return is planted from is in the two sessions before it.
  const from = first - fadeDays - daysOfTwoSessions;
  const left = faded(plantedReturns(world, index, { from, to: last + 1 }));
  const walk = randomWalk(world, index);
  const base = basePrice(world, index);
  return sessions.map(day => {
    const logarithm = walk(tradingDayNumber(country, day)) + (left[day - from] ?? 0);
    return { day, close: Math.max(0.0001, Math.round(base * Math.exp(logarithm) * 1e4) / 1e4) };
  });
}

export interface Quote {
  readonly price: number;
  /** Less the close before, in currency. */
  readonly change: number;
}

/** @returns The company's price after the last session up to `day`; a company without one has its first price. */
export function quoteOf(world: World, index: number, day: number): Quote {
  const recent = sessionsOf(world, index, { from: day - daysOfTwoSessions, to: day + 1 });
  const closes = closesOn(world, index, recent.slice(-2));
  const price = closes.at(-1)?.close ?? Math.round(basePrice(world, index) * 1e4) / 1e4;
  const before = closes.at(-2)?.close ?? price;
  return { price, change: Math.round((price - before) * 1e4) / 1e4 };
}

/** @returns What scores and events add to the log return of each day of `range`; 0 where there is no session. */
function plantedReturns(world: World, index: number, range: DayRange): Float64Array {
  const country = world.universe.facts.country(index);
  const fresh = freshNoise(world, index, range);
  const planted = eventReturns(eventsOf(world, index, range), range);
  let pending = 0;
  let before = 0;
  let earlier = 0;
  for (let day = range.from; day < range.to; day++) {
    const place = day - range.from;
    pending += planted[place] ?? 0;
    planted[place] = 0;
    if (isSession(country, day)) {
      planted[place] = freshReturn * (before + earlier) + pending;
      pending = 0;
      earlier = before;
      before = fresh[place] ?? 0;
    }
  }
  return planted;
}

/** @returns The log return that each day's events bring, one after another. */
function eventReturns(events: readonly MarketEvent[], range: DayRange): Float64Array {
  const returns = new Float64Array(range.to - range.from);
  for (const { day, kind } of events) {
    const place = day - range.from;
    returns[place] = (returns[place] ?? 0) + (eventKinds[kind]?.logReturn ?? 0);
  }
  return returns;
}

/** @returns What is left, on each day, of the returns planted up to it: each loses an equal share a day. */
function faded(planted: Float64Array): Float64Array {
  const left = new Float64Array(planted.length);
  let fading = 0;
  let sum = 0;
  for (const [place, added] of planted.entries()) {
    sum += added - fading / fadeDays;
    fading += added - (planted[place - fadeDays] ?? 0);
    left[place] = sum;
  }
  return left;
}

function basePrice(world: World, index: number): number {
  const { facts } = world.universe;
  const level = priceLevels.get(facts.country(index).currency) ?? usualPriceLevel;
  return level * Math.exp(0.9 * normalQuantile(draw(facts.key(index), baseField)));
}

/** @returns The walk's level on a numbered trading day. */
function randomWalk(world: World, index: number): (tradingDay: number) => number {
  const nodes = streamOf(world.config.seed, index, purposes.priceNodes);
  const noise = streamOf(world.config.seed, index, purposes.priceNoise);
  return tradingDay => {
    const stretch = Math.floor(tradingDay / stretchLength);
    const left = nodeDeviation * normalAt(nodes, stretch);
    const right = nodeDeviation * normalAt(nodes, stretch + 1);
    const place = tradingDay - stretch * stretchLength;
    return bridge(noise, { left, right, place, counter: stretch * 2 * stretchLength });
  };
}

interface Bridge {
  readonly left: number;
  readonly right: number;
  readonly place: number;
  readonly counter: number;
}

/** Halves the stretch towards `place`, drawing each midpoint around the mean of the ends. */
function bridge(noise: Stream, { left, right, place, counter }: Bridge): number {
  let low = 0;
  let length = stretchLength;
  let start = left;
  let end = right;
  while (place !== low) {
    const half = length / 2;
    const middle = low + half;
    const drawn = normalAt(noise, counter + middle);
    const level = (start + end) / 2 + noiseDeviation * Math.sqrt(length / 4) * drawn;
    if (place >= middle) {
      low = middle;
      start = level;
    } else {
      end = level;
    }
    length = half;
  }
  return start;
}
