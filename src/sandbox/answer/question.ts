/** A checked request, from which answers are built. */

import type { Operation } from '../../core/service/operations';
import type { DayRange, World } from '../world/world';
import type { Query } from './query';
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
