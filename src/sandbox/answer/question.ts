/** A checked request: what the answers are made from. */

import type { Operation } from '../../core/service/operations';
import type { DayRange, World } from '../world/world';
import type { Query } from './query';
import type { Asked } from './entityList';

export interface Question {
  readonly world: World;
  readonly operation: Operation;
  readonly query: Query;
  /** The entities asked about; none for an overlay. */
  readonly asked: readonly Asked[];
  /** The days asked for; for an overlay whatever its dates say. */
  readonly range: DayRange;
  /** Seconds by which the service's clock is wrong. */
  readonly clockSkewSeconds: number;
}
