/** Selects the configured faults for a request. The sandbox's only state: how many requests it received. */

import type { OperationName } from '../../core/service/operations';
import { purposes, streamOf, uniformAt } from '../world/random';
import type { Fault, FaultRule } from './fault';

/** The properties that a rule tests. */
export interface FaultTarget {
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
