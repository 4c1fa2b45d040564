/**
 * The latest score of every company, which the overlays rank.
 *
 * A company's score is worked out when a ranking first looks at it and kept: 12 bytes a company and horizon. A
 * ranking with a filter looks at the companies that pass it, so even 100,000 companies are ranked exactly.
 */

import { uniformAt, purposes, streamOf } from './random';
import { scaledScore, standardScores } from './scores';
import type { Horizon } from './scores';
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

/** A company without a published score for so long is not ranked. */
const lookBackDays = 120;

interface Kept {
  readonly scores: Float64Array;
  /** 0 where not yet known, -1 where the company has no score. */
  readonly days: Int32Array;
}

export class Rankings {
  private readonly kept = new Map<Horizon, Kept>();

  constructor(private readonly world: World) {}

  /** @returns The company's last score in the whole history, or `undefined`. */
  latest(index: number, horizon: Horizon): LatestScore | undefined {
    const { scores, days } = this.keptFor(horizon);
    if (days[index] === 0) {
      const found = latestIn(this.world, index, this.world.history, horizon);
      days[index] = found?.day ?? -1;
      scores[index] = found?.score ?? 0;
    }
    const day = days[index] ?? -1;
    return day < 0 ? undefined : { index, day, score: scores[index] ?? 0 };
  }

  private keptFor(horizon: Horizon): Kept {
    const { count } = this.world.universe;
    const kept = this.kept.get(horizon) ?? {
      scores: new Float64Array(count),
      days: new Int32Array(count),
    };
    this.kept.set(horizon, kept);
    return kept;
  }
}

/** @returns The company's last published score within `range`, or `undefined`. */
export function latestIn(
  world: World,
  index: number,
  range: DayRange,
  horizon: Horizon,
): LatestScore | undefined {
  const special = specialKindOf(index);
  const days = daysWithData(world, special, { kind: 'score', range });
  const isPublished = special === 'oneday' ? () => true : scoreDayTest(world, index);
  const earliest = Math.max(days.from, days.to - lookBackDays);
  for (let day = days.to - 1; day >= earliest; day--) {
    if (isPublished(day)) {
      const [score = 0] = standardScores(world, index, { from: day, to: day + 1 }, horizon);
      return { index, day, score: overlaid(world, index, { day, score }) };
    }
  }
  return undefined;
}

/** The overlay's figure need not be the series' last point: a switch makes it another. */
function overlaid(
  world: World,
  index: number,
  { day, score }: { day: number; score: number },
): number {
  if (world.switches.overlayScore === 'sameAsSeries') {
    return score;
  }
  const stream = streamOf(world.config.seed, index, purposes.answers);
  return score * 0.9 + 0.1 * (uniformAt(stream, day) - 0.5);
}

/** @returns The score as the service shows it, rounded as it is shown. */
export function shownScore(world: World, score: number): number {
  return Math.round(scaledScore(score, world.config.scale) * 1e6) / 1e6;
}
