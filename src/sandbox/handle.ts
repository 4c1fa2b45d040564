/** A sandbox: one function from requests to responses. */

import { dayOfPlainDate } from '../core/base/plainDate';
import { answerTexts, authorise, questionOf } from './answer/answer';
import type { SandboxRequest, SandboxResponse } from './answer/exchange';
import { inPieces } from './answer/json';
import type { RankingsOf } from './answer/overlayAnswers';
import { jsonHeaders, Rejection, rejectionResponse } from './answer/rejection';
import type { SandboxConfig } from './config';
import { bendContent, bendsContent } from './faults/bendContent';
import { withDelivery } from './faults/delivery';
import type { Fault } from './faults/fault';
import { FaultSelector, faultTargetOf } from './faults/selectFaults';
import { StatusFaults } from './faults/statusResponse';
import { Rankings } from './world/rankings';
import type { Horizon } from './world/scores';
import { createWorld } from './world/world';
import type { World } from './world/world';

export interface Sandbox {
  readonly config: SandboxConfig;
  readonly world: World;
  /** Answers a request; the body is created as it is read. Only faults that count requests remember earlier ones. */
  handle(request: SandboxRequest): SandboxResponse;
}

/** @returns The service over the synthetic market of `config`. Everything is created on demand. */
export function createSandbox(config: SandboxConfig): Sandbox {
  const world = createWorld(config);
  const rankingsOf = keptRankings(world);
  const selector = new FaultSelector(config.faults);
  const statusFaults = new StatusFaults();
  const startOfDayMs = dayOfPlainDate(config.today) * 86_400_000;
  let requestCount = 0;
  return {
    config,
    world,
    handle: request => {
      const ruled = config.faults.length > 0 ? selector.select(faultTargetOf(request)) : [];
      const faults = [...(request.faults ?? []), ...ruled];
      const nowMs = (request.nowMs ?? startOfDayMs) + clockSkewOf(faults) * 1000;
      const response =
        statusFaults.respond(faults, request, nowMs) ??
        answered(request, { world, rankingsOf, faults });
      return withDelivery(
        marked(response, { seed: config.seed, faults, nowMs }),
        faults,
        requestCount++,
      );
    },
  };
}

interface Answering {
  readonly world: World;
  readonly rankingsOf: RankingsOf;
  readonly faults: readonly Fault[];
}

function answered(
  request: SandboxRequest,
  { world, rankingsOf, faults }: Answering,
): SandboxResponse {
  try {
    authorise(request, world);
    const question = questionOf(request, world, {
      extraDays: faults.some(({ kind }) => kind === 'excludedDayIncluded') ? 1 : 0,
      clockSkewSeconds: clockSkewOf(faults),
    });
    const body = bent(inPieces(answerTexts(question, rankingsOf)), faults);
    return { status: 200, headers: jsonHeaders, body, delivery: {} };
  } catch (error) {
    if (error instanceof Rejection) {
      return rejectionResponse(error, world.switches.rejectionShape);
    }
    throw error;
  }
}

function bent(body: Iterable<string>, faults: readonly Fault[]): Iterable<string> {
  const ofContent = faults.filter(bendsContent);
  return ofContent.length === 0 ? body : [bendContent([...body].join(''), ofContent)];
}

function clockSkewOf(faults: readonly Fault[]): number {
  return faults.reduce((sum, fault) => sum + (fault.kind === 'clockSkew' ? fault.seconds : 0), 0);
}

/** Every response contains a header that marks it as synthetic, and the time if the clock is wrong. */
function marked(
  response: SandboxResponse,
  { seed, faults, nowMs }: { seed: number; faults: readonly Fault[]; nowMs: number },
): SandboxResponse {
  const date = clockSkewOf(faults) === 0 ? {} : { date: new Date(nowMs).toUTCString() };
  const headers = { ...response.headers, 'x-sandbox': `synthetic; seed=${seed}`, ...date };
  return { ...response, headers };
}

/** Keeps the rankings over the whole history, one per horizon; those of other ranges are computed each time. */
function keptRankings(world: World): RankingsOf {
  const kept = new Map<Horizon, Rankings>();
  return (horizon, range) => {
    if (range !== world.history) {
      return new Rankings(world, horizon, range);
    }
    const rankings = kept.get(horizon) ?? new Rankings(world, horizon, range);
    kept.set(horizon, rankings);
    return rankings;
  };
}
