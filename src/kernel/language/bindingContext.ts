/** The context in which statements are bound. */

import type { TypedColumn } from '../../core/language/analysis';
import type { KnownVariables } from '../../core/sql/constants';
import type { KnownNames } from './engineFinding';
import type { Shadow } from './shadow';
import type { StuckStatements } from './stuckStatements';

export interface BindingContext {
  readonly shadow: Shadow;
  readonly stuck: StuckStatements;
  readonly known: KnownNames;
  /** Parameters of the notebook: their values are known. */
  readonly variables: KnownVariables;
  /** Tables of the running session, by `nameKey`: their columns may not follow from the text. */
  readonly session: ReadonlyMap<string, readonly TypedColumn[]>;
  /** Whether cells may write files. */
  readonly allowWriting: boolean;
}
