/** A sandbox: one function from requests to responses. */

import { answerTexts, authorise, questionOf } from './answer/answer';
import type { SandboxRequest, SandboxResponse } from './answer/exchange';
import { inPieces } from './answer/json';
import { jsonHeaders, Rejection, rejectionResponse } from './answer/rejection';
import type { SandboxConfig } from './config';
import { Rankings } from './world/rankings';
import { createWorld } from './world/world';
import type { World } from './world/world';

export interface Sandbox {
  readonly config: SandboxConfig;
  readonly world: World;
  /** Answers a request; the body is made as it is read. Only faults that count requests remember earlier ones. */
  handle(request: SandboxRequest): SandboxResponse;
}

/** @returns The service over the synthetic market of `config`. Nothing is made before it is asked for. */
export function createSandbox(config: SandboxConfig): Sandbox {
  const world = createWorld(config);
  const rankings = new Rankings(world);
  return {
    config,
    world,
    handle: request => {
      try {
        authorise(request, world);
        const question = questionOf(request, world, { extraDays: 0, clockSkewSeconds: 0 });
        const texts = answerTexts(question, rankings);
        return { status: 200, headers: jsonHeaders, body: inPieces(texts), delivery: {} };
      } catch (error) {
        if (error instanceof Rejection) {
          return rejectionResponse(error, world.switches.rejectionShape);
        }
        throw error;
      }
    },
  };
}
