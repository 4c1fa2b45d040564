/** The time horizon of a request (assumption A23). */

import { timeHorizons } from '../../core/service/enumerations';
import type { Horizon } from '../world/scores';
import { single } from './query';
import type { Question } from './question';

/** @returns The requested horizon, or the default. */
export function horizonOf({ query, world }: Question): Horizon {
  const asked = single(query, 'time_horizon');
  return timeHorizons.find(horizon => horizon === asked) ?? world.switches.defaultHorizon;
}
