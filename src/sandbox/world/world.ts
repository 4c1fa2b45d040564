/** The synthetic market of one configuration: its companies, its days, and which day a company has data on. */

import { dayOfPlainDate } from '../../core/base/plainDate';
import { modeSizes } from '../config';
import type { SandboxConfig } from '../config';
import { defaultSwitches } from '../switches';
import type { Switches } from '../switches';
import { delistedAgeDays, givenTexts, ipoAgeDays, specialKindOf } from './oddCompanies';
import type { SpecialKind } from './oddCompanies';
import { FactorNoise } from './factorNoise';
import { isWeekend, weekdayOf } from './sessions';
import { purposes, streamOf, uniformAt } from './random';
import { Universe } from './universe';

/** Whole UTC days since 1970-01-01, half-open: `from <= day < to`. */
export interface DayRange {
  readonly from: number;
  readonly to: number;
}

export interface World {
  readonly config: SandboxConfig;
  readonly switches: Switches;
  readonly universe: Universe;
  readonly factorNoise: FactorNoise;
  /** The days with data: the mode's history, up to and including the day before today. */
  readonly history: DayRange;
}

export function createWorld(config: SandboxConfig): World {
  const size = modeSizes[config.mode];
  const today = dayOfPlainDate(config.today);
  const switches = { ...defaultSwitches, ...config.switches };
  const count = config.companies ?? size.companies;
  return {
    config,
    switches,
    universe: new Universe(config.seed, count, givenTexts[switches.companyTexts]),
    factorNoise: new FactorNoise(config.seed),
    history: { from: today - size.historyDays, to: today },
  };
}

export type DataKind = 'score' | 'volume' | 'events';

/** @returns The part of `range` in which the sandbox has that kind of data of the company; may be empty. */
export function daysWithData(
  world: World,
  special: SpecialKind | null,
  { kind, range }: { kind: DataKind; range: DayRange },
): DayRange {
  const { history } = world;
  const life = lifeOf(world, special, kind);
  return overlap(overlap(range, history), life);
}

/** @returns The intersection of both ranges; may be empty. */
export function overlap(one: DayRange, other: DayRange): DayRange {
  const from = Math.max(one.from, other.from);
  return { from, to: Math.max(from, Math.min(one.to, other.to)) };
}

/**
 * The days on which the company has that kind of data, whether or not the sandbox's history shows them: what happened
 * before the first visible day still has effects.
 */
export function lifeOf({ history }: World, special: SpecialKind | null, kind: DataKind): DayRange {
  const none = { from: history.to, to: history.to };
  const always = { from: -Infinity, to: Infinity };
  switch (special) {
    case 'nodata':
      return none;
    case 'scoreonly':
      return kind === 'score' ? always : none;
    case 'ipo':
      return { from: history.to - ipoAgeDays, to: Infinity };
    case 'delisted':
      return { from: -Infinity, to: history.to - delistedAgeDays };
    case 'oneday': {
      const day = lastWeekday(history.to - 1);
      return { from: day, to: day + 1 };
    }
    default:
      return always;
  }
}

const missingShare = 0.01;
const gappyShare = 0.3;
const weekendShare = 0.4;

/**
 * A test of the days on which a living company has a score.
 *
 * Scores come on weekdays and on some days of weekends, by the switch; one day in a hundred is missing for every
 * company, so that the latest days of companies differ.
 */
export function scoreDayTest(world: World, index: number): (day: number) => boolean {
  const stream = streamOf(world.config.seed, index, purposes.scoreDays);
  const missing = specialKindOf(index) === 'gappy' ? gappyShare : missingShare;
  const share = { some: weekendShare, none: 0, all: 1 }[world.switches.weekendScores];
  return day => {
    if (isWeekend(day) && uniformAt(stream, day * 2) >= share) {
      return false;
    }
    return uniformAt(stream, day * 2 + 1) >= missing;
  };
}

function lastWeekday(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === 6 ? day - 1 : weekday === 0 ? day - 2 : day;
}
