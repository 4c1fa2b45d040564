/** Operations 1 and 2: bull/bear score time series. */

import { scaledScore, standardScores } from '../world/scores';
import type { Horizon } from '../world/scores';
import { daysWithData, scoreDayTest } from '../world/world';
import type { DayRange, World } from '../world/world';
import { dateText, entityInfo, listingFields, nullListing } from './fields';
import type { Asked } from './entityList';
import { decimal, joined, separated } from './json';
import { horizonOf, type Question } from './question';

/** @returns The texts of a `BullBearScoreTsResponseV2`. */
export function scoreAnswer(question: Question): Iterable<string> {
  const [asked] = question.asked;
  return asked ? scoreSeries(question, asked) : [];
}

/** @returns The texts of a `BullBearScoreTsItemizedResponseV2`. */
export function* scoreListAnswer(question: Question): Iterable<string> {
  yield `{${nullListing},"score_ts_itemized":[`;
  yield* separated(question.asked, asked => listElement(question, asked, scoreSeries));
  yield ']}';
}

/** @returns An element of a list answer; `null` for an unknown entity, depending on the switch. */
export function listElement(
  question: Question,
  asked: Asked,
  write: (question: Question, asked: Asked) => Iterable<string>,
): Iterable<string> {
  const isNull = asked.company === undefined && question.world.switches.unknownInList === 'null';
  return isNull ? ['null'] : write(question, asked);
}

interface ScorePoint {
  readonly day: number;
  readonly score: number;
}

function* scoreSeries(question: Question, asked: Asked): Iterable<string> {
  const { world } = question;
  const points = asked.company
    ? scorePoints(world, asked.company.index, question.range, horizonOf(question))
    : [];
  yield `{${listingFields(asked)},"score_ts":[`;
  yield* joined(points, pointText);
  yield `]${lastScore(points.at(-1), world)},${entityInfo(asked)}}`;
}

/** @returns The published scores of `range` in the sandbox's scale, oldest first. */
function scorePoints(world: World, index: number, range: DayRange, horizon: Horizon): ScorePoint[] {
  const { special } = world.universe.company(index);
  const days = daysWithData(world, special, { kind: 'score', range });
  if (days.from >= days.to) {
    return [];
  }
  const scores = standardScores(world, index, days, horizon);
  const isPublished = special === 'oneday' ? () => true : scoreDayTest(world, index);
  const points: ScorePoint[] = [];
  for (let day = days.from; day < days.to; day++) {
    if (isPublished(day)) {
      const score = scores[day - days.from] ?? 0;
      points.push({ day, score: scaledScore(score, world.config.scale) });
    }
  }
  return points;
}

function pointText({ day, score }: ScorePoint): string {
  return `{"date":${dateText(day)},"score":${decimal(score)}}`;
}

function lastScore(last: ScorePoint | undefined, { switches }: World): string {
  if (last) {
    return `,"score_ts_last_score":${pointText(last)}`;
  }
  return {
    object: ',"score_ts_last_score":{"date":null,"score":null}',
    null: ',"score_ts_last_score":null',
    absent: '',
  }[switches.emptyLastScore];
}
