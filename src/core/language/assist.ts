/** The input of completion, hover and signature help besides the text. Everything but the text may be missing. */

import type { PlainDate } from '../base/plainDate';
import type { PlanLimits } from '../client/plan';
import type { EntityFact } from '../service/entityFact';
import type { NotebookAnalysis } from './analysis';
import type { KnownCompanies } from './companies';
import type { NotebookText } from './notebookText';

/** A function of DuckDB's: its overloads under one name. */
export interface EngineFunction {
  readonly name: string;
  readonly givesRows: boolean;
  /** DuckDB's own words; null if it has none. */
  readonly doc: string | null;
  /** An example call; null if there is none. */
  readonly example: string | null;
  readonly overloads: readonly EngineOverload[];
}

export interface EngineOverload {
  readonly parameters: readonly { readonly name: string; readonly type: string | null }[];
  readonly returns: string | null;
}

/** The words that DuckDB knows. */
export interface Vocabulary {
  readonly keywords: readonly { readonly name: string; readonly isReserved: boolean }[];
  readonly functions: readonly EngineFunction[];
  /** In lower case; the names that DuckDB itself uses come first. */
  readonly types: readonly string[];
}

/** What the running session has learned; empty if none runs. */
export interface SessionFacts {
  /** The connection that the last cell ran on; null before the first one. */
  readonly connection: string | null;
  /** The companies named in its answers. */
  readonly entities: readonly EntityFact[];
  /** Names of event ids beyond those of the specification. */
  readonly eventNames: readonly (readonly [id: string, name: string])[];
  readonly variables: readonly SessionVariable[];
}

export interface SessionVariable {
  readonly name: string;
  /** As DuckDB writes it, shortened. */
  readonly value: string;
  readonly type: string;
}

export interface AssistFacts {
  /** The cell as it is now. */
  readonly text: string;
  /** The notebook that `analysis` is about; its texts may be older. */
  readonly notebook: NotebookText;
  /** Null before the first one. */
  readonly analysis: NotebookAnalysis | null;
  /** Index of the cell in the notebook. */
  readonly cell: number;
  readonly session: SessionFacts;
  /** Null if it is not known which connection the notebook uses. */
  readonly companies: KnownCompanies | null;
  readonly vocabulary: Vocabulary;
  /** How a call is cut into requests. */
  readonly limits: PlanLimits;
  /** The UTC day, as `current_date` is in a session. */
  readonly today: PlainDate;
}

export const emptySession: SessionFacts = {
  ...{ connection: null, entities: [], eventNames: [], variables: [] },
};

export const emptyVocabulary: Vocabulary = { keywords: [], functions: [], types: [] };
