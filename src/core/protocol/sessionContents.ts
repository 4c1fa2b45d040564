/** What a kernel's session holds of its user, for the side bar. */

import type { TypedColumn } from '../language/analysis';
import type { SessionVariable } from '../language/assist';
import type { ResultColumn } from './outcome';

/** The lists of relations and of macros end after this many. */
export const mostListed = 2_000;

/** Something with a name that SQL can drop. */
export interface SessionName {
  readonly schema: string;
  readonly name: string;
  /** The name as a cell writes it: with its schema and quotes where they are needed. */
  readonly sql: string;
  /** The name with catalogue and schema, quoted: it means this one whatever else has the name. */
  readonly fullSql: string;
}

export interface SessionRelation extends SessionName {
  readonly kind: 'table' | 'view';
  readonly isTemporary: boolean;
  readonly columns: readonly TypedColumn[];
  /** Null for views, whose query would have to run, and beyond the tables that are counted. */
  readonly rowCount: number | null;
  /** Why a view cannot be read, as DuckDB reports it; null if it can. */
  readonly problem: string | null;
}

export interface SessionMacro extends SessionName {
  readonly kind: 'scalar' | 'table';
  /** Of its first form. */
  readonly parameters: readonly string[];
}

/** A relation that the kernel keeps for an output. */
export interface KeptResult {
  readonly id: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
}

export interface SessionContents {
  readonly relations: readonly SessionRelation[];
  readonly macros: readonly SessionMacro[];
  readonly variables: readonly SessionVariable[];
  readonly results: readonly KeptResult[];
}
