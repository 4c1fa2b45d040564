/**
 * The companies with the highest and the lowest scores, which the overlays show.
 *
 * A ranking is exact, also over 100,000 companies, but computes few scores completely: the effect of events on a score
 * is bounded, so the score without events, which is fast to compute and cached, shows which companies cannot be among
 * the first. The cache takes 20 bytes per company.
 */

import { calmScores, mostPush, scaledScore, standardScores } from './scores';
import type { Horizon } from './scores';
import { purposes, streamOf, uniformAt } from './random';
import { daysWithData, scoreDayTest } from './world';
import type { DayRange, World } from './world';
import { specialKindOf } from './oddCompanies';

export interface LatestScore {
  readonly index: number;
  /** The day of the score. */
  readonly day: number;
  /** Standardised. */
  readonly score: number;
}

/** Which companies to rank. */
export interface Contest {
  /** 1: highest first, those above zero; -1: lowest first, those below. */
  readonly side: 1 | -1;
  readonly amount: number;
  readonly passes: (index: number) => boolean;
}

/** A company without a published score for so long is not ranked. */
const lookBackDays = 120;

/** The rankings of one horizon by the last scores of a range of days. */
export class Rankings {
  /** The last day with a score; 0 where not yet known, -1 where there is none. */
  private readonly days: Int32Array;
  private readonly calm: Float64Array;
  /** NaN where not yet known. */
  private readonly whole: Float64Array;

  constructor(
    private readonly world: World,
    private readonly horizon: Horizon,
    private readonly range: DayRange,
  ) {
    const { count } = world.universe;
    this.days = new Int32Array(count);
    this.calm = new Float64Array(count);
    this.whole = new Float64Array(count).fill(NaN);
  }

  /** @returns At most `amount` companies, the strongest first, ties in the order of the universe. */
  rank({ side, amount, passes }: Contest): LatestScore[] {
    const candidates = this.candidates(side, passes);
    const best: LatestScore[] = [];
    for (const index of candidates) {
      const last = best[amount - 1];
      if (amount <= best.length && (!last || this.most(index, side) < last.score * side)) {
        break;
      }
      const score = this.wholeOf(index);
      if (shownScore(this.world, score) * side > 0) {
        insert(best, { index, day: this.dayOf(index), score }, side);
        best.length = Math.min(best.length, amount);
      }
    }
    return best;
  }

  /** @returns The companies that may be on that side, in the order of the best score that each may have. */
  private candidates(side: 1 | -1, passes: (index: number) => boolean): number[] {
    const found: number[] = [];
    for (let index = 0; index < this.days.length; index++) {
      if (passes(index) && this.dayOf(index) >= 0 && this.most(index, side) > 0) {
        found.push(index);
      }
    }
    return found.sort((a, b) => this.most(b, side) - this.most(a, side) || a - b);
  }

  /** @returns A bound of the company's score, on that side. */
  private most(index: number, side: 1 | -1): number {
    return (this.calm[index] ?? 0) * side + mostPush;
  }

  private dayOf(index: number): number {
    if (this.days[index] === 0) {
      const day = this.lastDay(index);
      this.days[index] = day;
      if (day < 0) {
        return day;
      }
      const [calm = 0] = calmScores(this.world, index, { from: day, to: day + 1 }, this.horizon);
      this.calm[index] = calm;
    }
    return this.days[index] ?? -1;
  }

  private lastDay(index: number): number {
    const special = specialKindOf(index);
    const days = daysWithData(this.world, special, { kind: 'score', range: this.range });
    const isPublished = special === 'oneday' ? () => true : scoreDayTest(this.world, index);
    const earliest = Math.max(days.from, days.to - lookBackDays);
    for (let day = days.to - 1; day >= earliest; day--) {
      if (isPublished(day)) {
        return day;
      }
    }
    return -1;
  }

  private wholeOf(index: number): number {
    const known = this.whole[index] ?? NaN;
    if (!Number.isNaN(known)) {
      return known;
    }
    const day = this.dayOf(index);
    const days = { from: day, to: day + 1 };
    const [score = 0] = standardScores(this.world, index, days, this.horizon);
    this.whole[index] = score;
    return score;
  }
}

function insert(best: LatestScore[], item: LatestScore, side: 1 | -1): void {
  let low = 0;
  let high = best.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(item, best[middle] ?? item, side)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  best.splice(low, 0, item);
}

function isBefore(one: LatestScore, other: LatestScore, side: 1 | -1): boolean {
  const difference = (one.score - other.score) * side;
  return difference > 0 || (difference === 0 && one.index < other.index);
}

/** @returns The score as the service shows it, rounded as it is shown. */
function shownScore(world: World, score: number): number {
  return Math.round(scaledScore(score, world.config.scale) * 1e6) / 1e6;
}

/** @returns The overlay's figure for a ranked company: by a switch not the series' last point, but near it. */
export function overlaidScore(world: World, { index, day, score }: LatestScore): number {
  const shown = shownScore(world, score);
  if (world.switches.overlayScore === 'sameAsSeries') {
    return shown;
  }
  const stream = streamOf(world.config.seed, index, purposes.answers);
  return shown * (0.9 + 0.08 * uniformAt(stream, day));
}
