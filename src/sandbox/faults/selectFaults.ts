/** Selects the configured faults for a request. The sandbox's only state: how many requests it received. */

import type { OperationName } from '../../core/service/operations';
import type { SandboxRequest } from '../answer/exchange';
import { Rejection } from '../answer/rejection';
import { routeOf } from '../answer/route';
import { purposes, streamOf, uniformAt } from '../world/random';
import type { Fault, FaultRule } from './fault';

/** The properties that a rule tests. */
interface FaultTarget {
  /** `null` if the request names no operation. */
  readonly operation: OperationName | null;
  /** The canonical keys in the request. */
  readonly entities: readonly string[];
}

export class FaultSelector {
  private readonly met: number[];

  constructor(private readonly rules: readonly FaultRule[]) {
    this.met = rules.map(() => 0);
  }

  /** @returns The faults for the next request, in the order of the rules. */
  select(target: FaultTarget): Fault[] {
    return this.rules
      .filter((rule, place) => meets(rule, target) && this.isTurn(rule, place))
      .map(({ fault }) => fault);
  }

  private isTurn({ match = {} }: FaultRule, place: number): boolean {
    const turn = (this.met[place] ?? 0) + 1;
    this.met[place] = turn;
    if (match.nth !== undefined && match.nth !== turn) {
      return false;
    }
    const chance = streamOf(match.seed ?? 0, place, purposes.faults);
    return match.probability === undefined || uniformAt(chance, turn) < match.probability;
  }
}

function meets({ match = {} }: FaultRule, { operation, entities }: FaultTarget): boolean {
  return (
    (match.operation === undefined || match.operation === operation) &&
    (match.entity === undefined || entities.includes(match.entity))
  );
}

/** The properties of a request that a fault's conditions test; the request need not be valid. */
export function faultTargetOf(request: SandboxRequest): FaultTarget {
  try {
    const { operation, entity } = routeOf(request.method, request.path);
    const entities = entity ? [`${entity.type}:${entity.id}`] : keysOf(request.body);
    return { operation: operation.name, entities };
  } catch (error) {
    if (error instanceof Rejection) {
      return { operation: null, entities: [] };
    }
    throw error;
  }
}

function keysOf(body: string | null): string[] {
  if (body === null || !body.startsWith('[')) {
    return [];
  }
  try {
    const items: unknown = JSON.parse(body);
    return Array.isArray(items) ? items.filter(item => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
