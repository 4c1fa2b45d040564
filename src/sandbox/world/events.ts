/**
 * Generates business events.
 *
 * Each day of a company has a negative-binomial number of spontaneous events, whose mean follows the company's rate,
 * the weekday, months with more and with less news, and days on which a whole industry is in the news. Some events
 * cause others in the following 60 days. Days before the requested range are only searched for such parents, so any
 * range can be generated alone. In addition, results are reported once a quarter.
 */

import { childDays, children, eventKindOfDraw, eventKinds, kindNumber } from './eventMix';
import { growthShare, reportKinds, spontaneousShare, weekdayFactor } from './eventMix';
import { bitsAt, draw, drawBits, noiseAt, purposes, streamOf, uniformAt } from './random';
import type { Stream } from './random';
import { specialKindOf } from './oddCompanies';
import { reportsIn } from './results';
import { lifeOf, overlap } from './world';
import type { DayRange, World } from './world';

export interface MarketEvent {
  readonly day: number;
  /** Its place in `eventKinds`. */
  readonly kind: number;
  /** Bits from which everything else about it is drawn. */
  readonly key: number;
}

/** The negative binomial distribution's size: the smaller, the more the counts spread. */
const dispersion = 0.8;
const sectorDayShare = 0.02;
const sectorDayFactor = 3;
/** No day has more than this times the level; weekdays differ by a few percent. */
const mostFactor = sectorDayFactor * 1.05;
const ordinaryDayFactor = (1 - sectorDayShare * sectorDayFactor) / (1 - sectorDayShare);
/** Days over which a company's level of news stays, and its spread (logarithm's standard deviation). */
const levelDays = 32;
const levelDeviation = 0.4;
const burstEvery = 45;
const burstDays = 2;
const burstRate = 30;

const fields = { kind: 0, child: 8, childLag: 16, childKey: 24 } as const;

interface ChildKind {
  readonly kind: number;
  readonly probability: number;
}

/** What events of each type bring about. */
const childrenOfKind: readonly (readonly ChildKind[] | undefined)[] = eventKinds.map(({ id }) => {
  const found = children.filter(([parent]) => parent === id);
  return found.length === 0
    ? undefined
    : found.map(([, child, probability]) => ({ kind: kindNumber(child), probability }));
});

/** @returns The company's events in `range`, oldest first, whether or not the sandbox's history shows those days. */
export function eventsOf(world: World, index: number, range: DayRange): MarketEvent[] {
  const days = overlap(range, lifeOf(world, specialKindOf(index), 'events'));
  if (days.from >= days.to) {
    return [];
  }
  const process = new EventProcess(world, index);
  const events: MarketEvent[] = [];
  let own = 0;
  for (let day = days.from - childDays; day < days.to; day++) {
    const count = process.countOn(day);
    for (let ordinal = 0; ordinal < count; ordinal++) {
      const key = process.keyOf(day, ordinal);
      const kind = eventKindOfDraw(draw(key, fields.kind));
      if (day >= days.from) {
        events.push({ day, kind, key });
        own++;
      }
      if (childrenOfKind[kind] !== undefined) {
        addChildren(events, { day, kind, key }, days);
      }
    }
  }
  addReports(events, world, index, days);
  if (events.length === 0 && specialKindOf(index) === 'oneday') {
    events.push({ day: days.from, kind: eventKinds.length - 1, key: process.keyOf(days.from, 0) });
  }
  return events.length > own ? events.sort((a, b) => a.day - b.day) : events;
}

/** The spontaneous events of one company. */
class EventProcess {
  private readonly stream: Stream;
  private readonly levels: Stream;
  private readonly sector: Stream;
  private readonly rate: number;
  private readonly isBursting: boolean;
  private block = Number.NaN;
  private level = 1;

  constructor(world: World, index: number) {
    const { seed } = world.config;
    const { facts } = world.universe;
    this.stream = streamOf(seed, index, purposes.events);
    this.levels = streamOf(seed, index, purposes.eventLevel);
    this.sector = streamOf(seed, facts.industryNumber(index), purposes.sectorDays);
    this.rate = facts.eventRate(index) * spontaneousShare;
    this.isBursting = specialKindOf(index) === 'burst';
  }

  countOn(day: number): number {
    const uniform = uniformAt(this.stream, day << 10);
    // No count is less likely to be zero than 1 - mean, so most quiet days need neither sector nor power.
    if (!this.isBursting && uniform < 1 - this.levelOn(day) * mostFactor) {
      return 0;
    }
    const mean = this.meanOn(day);
    return uniform < 1 - mean ? 0 : negativeBinomial(mean, uniform);
  }

  /** @returns The bits of the nth event of a day, from 0. */
  keyOf(day: number, ordinal: number): number {
    return bitsAt(this.stream, (day << 10) + ordinal + 1);
  }

  private meanOn(day: number): number {
    if (this.isBursting && day % burstEvery < burstDays) {
      return burstRate;
    }
    const isSectorDay = uniformAt(this.sector, day) < sectorDayShare;
    const factor = isSectorDay ? sectorDayFactor : ordinaryDayFactor;
    return this.levelOn(day) * weekdayFactor(day) * factor;
  }

  private levelOn(day: number): number {
    const block = Math.floor(day / levelDays);
    if (block !== this.block) {
      this.block = block;
      const spread = levelDeviation * noiseAt(this.levels, block);
      this.level = this.rate * Math.exp(spread - (levelDeviation * levelDeviation) / 2);
    }
    return this.level;
  }
}

/** Adds the events of `days` that `parent` brings about. */
function addChildren(events: MarketEvent[], parent: MarketEvent, days: DayRange): void {
  for (const [place, { kind, probability }] of (childrenOfKind[parent.kind] ?? []).entries()) {
    const lag = 1 + Math.floor(childDays * draw(parent.key, fields.childLag + place) ** 2);
    const day = parent.day + lag;
    if (draw(parent.key, fields.child + place) < probability && day >= days.from && day < days.to) {
      events.push({ day, kind, key: drawBits(parent.key, fields.childKey + place) });
    }
  }
}

/** Adds the reports of results of `days`: an announcement each, and with some of them that results have grown. */
function addReports(events: MarketEvent[], world: World, index: number, days: DayRange): void {
  const stream = streamOf(world.config.seed, index, purposes.reports);
  const country = world.universe.facts.country(index);
  for (const { day, outcome, counter } of reportsIn(days, country, stream)) {
    events.push({ day, kind: reportKinds.announcement, key: bitsAt(stream, counter) });
    if (outcome < growthShare) {
      events.push({ day, kind: reportKinds.growth, key: bitsAt(stream, counter + 1) });
    }
  }
}

/** @returns The count whose cumulated probability first exceeds `uniform`. */
function negativeBinomial(mean: number, uniform: number): number {
  const ratio = mean / (dispersion + mean);
  let probability = Math.pow(1 - ratio, dispersion);
  let cumulated = probability;
  let count = 0;
  while (uniform >= cumulated && count < 900) {
    probability *= ((count + dispersion) / (count + 1)) * ratio;
    cumulated += probability;
    count++;
  }
  return count;
}
