/** What a session consists of, for those who run its cells. */

import type { SnapshotKeeper } from '../core/overlays/snapshot';
import type { KernelOptions } from '../core/protocol/kernelRpc';
import type { Ask } from './ask';
import type { AnswerLimits } from './answerLimits';
import type { CallTables } from './callTable';
import type { Directory } from './directory';
import type { Engine } from './engine';
import type { Results } from './results';

export interface SessionParts {
  readonly engine: Engine;
  readonly results: Results;
  readonly calls: CallTables;
  readonly directory: Directory;
  readonly ask: Ask;
  readonly answers: AnswerLimits;
  /** Null where nobody keeps any. */
  readonly snapshots: SnapshotKeeper | null;
  readonly options: KernelOptions;
  readonly clock: { now(): number };
}
