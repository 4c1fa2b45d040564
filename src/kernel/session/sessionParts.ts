/** The parts of a session, for the code that runs its cells. */

import type { SnapshotKeeper } from '../../core/overlays/snapshot';
import type { HeldPlaces } from '../../core/visualise/heldPlaces';
import type { KernelOptions } from '../../core/protocol/kernelRpc';
import type { Ask, AskCompanyName, AskEarlier } from '../fetch/ask';
import type { AnswerLimits } from '../fetch/answerLimits';
import type { CallTables } from '../fetch/callTable';
import type { Directory } from '../fetch/directory';
import type { LakeReader } from '../fetch/heldRows';
import type { UnfinishedAnswers } from '../fetch/unfinishedAnswers';
import type { Engine } from '../engine/engine';
import type { Origins } from '../fetch/origins';
import type { PriceTable } from '../fetch/priceTable';
import type { Relations } from '../relation/relations';

export interface SessionParts {
  readonly engine: Engine;
  readonly relations: Relations;
  readonly calls: CallTables;
  readonly unfinished: UnfinishedAnswers;
  readonly origins: Origins;
  readonly directory: Directory;
  /** The colours of categories in all charts of the session. */
  readonly colours: HeldPlaces;
  readonly lakes: LakeReader;
  readonly ask: Ask;
  readonly answers: AnswerLimits;
  /** Null if none are stored. */
  readonly snapshots: SnapshotKeeper | null;
  /** Null if no connection has past days that can be requested. */
  readonly earlier: AskEarlier | null;
  readonly companyName: AskCompanyName;
  /** Null if no connection has any. */
  readonly prices: PriceTable | null;
  readonly options: KernelOptions;
  readonly clock: { now(): number };
}
