/** Builds the texts of a request's answer, without faults. */

import { assertNever } from '../../core/base/assertNever';
import type { World } from '../world/world';
import { askedInBody, askedInPath } from './entityList';
import type { Asked } from './entityList';
import { eventCountAnswer, eventCountListAnswer } from './eventCountAnswers';
import { eventRowAnswer } from './eventRowAnswer';
import type { SandboxRequest } from './exchange';
import { overlayAnswer } from './overlayAnswers';
import type { RankingsOf } from './overlayAnswers';
import { readQuery } from './query';
import type { Question } from './question';
import { rangeOf } from './range';
import { Rejection } from './rejection';
import { routeOf } from './route';
import type { Route } from './route';
import { scoreAnswer, scoreListAnswer } from './scoreAnswers';
import { volumeAnswer, volumeListAnswer } from './volumeAnswers';

/**
 * Checks the bearer token.
 *
 * @throws {Rejection} 401 or 403 if it is missing or not the accepted one.
 */
export function authorise({ headers }: SandboxRequest, { config, switches }: World): void {
  const [, token] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (token === undefined || (config.token !== undefined && token !== config.token)) {
    const message = token === undefined ? 'Not authenticated' : 'Invalid token';
    throw new Rejection(switches.refusedToken === '401' ? 401 : 403, [], message);
  }
}

/** How faults of the content change the question. */
export interface Bend {
  /** The range ends a day too late. */
  readonly extraDays: number;
  readonly clockSkewSeconds: number;
}

/** @throws {Rejection} If the operation does not accept the request. */
export function questionOf(request: SandboxRequest, world: World, bend: Bend): Question {
  const { operation, entity } = routeOf(request.method, request.path);
  const query = readQuery(request.query, operation, world.switches);
  const isOverlay = operation.subject === 'none';
  const range = isOverlay ? world.history : rangeOf(query, world);
  return {
    world,
    operation,
    query,
    asked: askedOf({ operation, entity }, request, world),
    range: { from: range.from, to: range.to + bend.extraDays },
    clockSkewSeconds: bend.clockSkewSeconds,
  };
}

/** @returns The answer's texts, created as they are read. */
export function answerTexts(question: Question, rankingsOf: RankingsOf): Iterable<string> {
  const { name } = question.operation;
  switch (name) {
    case 'bull_bear_score_ts':
      return scoreAnswer(question);
    case 'bull_bear_score_ts_itemized':
      return scoreListAnswer(question);
    case 'bullish_stocks':
    case 'bearish_stocks':
      return overlayAnswer(question, rankingsOf);
    case 'trading_volume_ts':
      return volumeAnswer(question);
    case 'trading_volume_ts_itemized':
      return volumeListAnswer(question);
    case 'events_ts':
      return eventCountAnswer(question);
    case 'events_ts_itemized':
      return eventCountListAnswer(question);
    case 'company_events':
      return eventRowAnswer(question);
    default:
      return assertNever(name);
  }
}

function askedOf({ operation, entity }: Route, request: SandboxRequest, world: World): Asked[] {
  if (operation.subject === 'list') {
    const scheme = operation.name === 'company_events' ? 'vendor' : 'entity';
    return askedInBody(request, world, scheme);
  }
  return entity ? [askedInPath(entity, world)] : [];
}
