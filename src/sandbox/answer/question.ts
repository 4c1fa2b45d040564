/** A checked request, from which answers are built. */

import { timeHorizons } from '../../core/service/enumerations';
import type { Operation } from '../../core/service/operations';
import type { Horizon } from '../world/scores';
import type { DayRange, World } from '../world/world';
import { single, type Query } from './query';
import type { Asked } from './entityList';

export interface Question {
  readonly world: World;
  readonly operation: Operation;
  readonly query: Query;
  /** The requested entities; none for an overlay. */
  readonly asked: readonly Asked[];
  /** The requested days; for an overlay, independent of its dates. */
  readonly range: DayRange;
  /** Seconds by which the service's clock is wrong. */
  readonly clockSkewSeconds: number;
}

/**
 * The time horizon of a request (assumption A23).
 *
 * @returns The requested horizon, or the default.
 */
export function horizonOf({ query, world }: Question): Horizon {
  const asked = single(query, 'time_horizon');
  return timeHorizons.find(horizon => horizon === asked) ?? world.switches.defaultHorizon;
}
