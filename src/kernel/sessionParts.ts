/** What a session consists of, for those who run its cells. */

import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { KernelOptions } from '../core/protocol/kernelRpc';
import type { Ask, AskEarlier } from './ask';
import type { AnswerLimits } from './answerLimits';
import type { CallTables } from './callTable';
import type { Directory } from './directory';
import type { Engine } from './engine';
import type { KeptRights } from './keptRights';
import type { PriceTable } from './priceTable';
import type { Relations } from './relations';

export interface SessionParts {
  readonly engine: Engine;
  readonly relations: Relations;
  readonly calls: CallTables;
  readonly rights: KeptRights;
  readonly directory: Directory;
  readonly ask: Ask;
  readonly answers: AnswerLimits;
  /** Null where nobody keeps any. */
  readonly snapshots: SnapshotKeeper | null;
  /** Null where no connection has a past that can be asked for. */
  readonly earlier: AskEarlier | null;
  /** Null where no connection has any. */
  readonly prices: PriceTable | null;
  readonly options: KernelOptions;
  readonly clock: { now(): number };
}
