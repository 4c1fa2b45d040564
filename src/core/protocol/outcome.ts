/**
 * What running one cell gives. Made by the kernel, shown by the notebook, printed by the command line.
 *
 * Everything here is plain data that survives a structured clone and JSON.
 */

import type { Json, JsonObject } from '../base/json';
import type { LineColumn } from '../base/span';
import type { ChangesSummary } from './changesSummary';
import type { RequestRecord } from '../service/request';
import type { ChartSource } from '../visualise/editableChart';

/**
 * A value of a result, ready for JSON.
 *
 * Numbers as numbers; a BIGINT beyond 2^53, HUGEINT and DECIMAL as strings; NaN and infinities as the
 * strings `NaN`, `Infinity`, `-Infinity`; DATE `YYYY-MM-DD`; TIMESTAMP ISO 8601 without and TIMESTAMPTZ
 * with offset; lists as arrays; structs as objects.
 */
export type Value = Json;

export interface ResultColumn {
  readonly name: string;
  /** DuckDB's name of the type, for example `DOUBLE` or `VARCHAR[]`. */
  readonly type: string;
}

/** A result that stays in the kernel. `rows` is its first page. */
export interface ResultTable {
  /** Names the result for `page` requests while its kernel lives. */
  readonly id: string;
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly rows: readonly (readonly Value[])[];
}

/** A chart: a Vega-Lite specification whose `data` refer to `datasets` by name. */
export interface ResultChart {
  /** Vega-Lite 6, without data: `{"data": {"name": "result"}}`. */
  readonly spec: JsonObject;
  readonly datasets: readonly ChartDataset[];
  /** One sentence for those who do not see it. */
  readonly description: string;
  /** How the data were made, where a VISUALISE clause asked for the chart. */
  readonly source?: ChartSource;
}

export interface ChartDataset {
  readonly name: string;
  /** The result that holds its rows, for `chartRows` requests while the kernel lives. */
  readonly resultId: string;
  readonly columns: readonly ResultColumn[];
  /** Rows drawn; at most 50,000. */
  readonly rowCount: number;
  /** The rows, where they are few; otherwise null, and the page asks for them. */
  readonly rows: readonly (readonly Value[])[] | null;
}

/** Stable codes of what goes wrong in a cell. A request's failure has its `ServiceErrorKind`. */
export type CellErrorCode =
  | 'syntax' // The SQL does not parse.
  | 'sql' // DuckDB refused or failed.
  | 'argument' // A signal function's argument is wrong.
  | 'lateral' // A signal function's argument depends on a row.
  | 'visualise' // The VISUALISE clause does not parse or does not fit the result.
  | 'specification' // A vega-lite cell does not parse or is not allowed.
  | 'refused' // A statement that writes files, or a live connection in Restricted Mode.
  | 'kernel' // The kernel process ended.
  | 'request'; // A request failed: `request` says how.

export interface CellError {
  readonly code: CellErrorCode;
  /** One or more sentences that can be shown as they are: what failed and what to do next. */
  readonly message: string;
  /** Where in the cell, or null. */
  readonly at: LineColumn | null;
  /** For code `request`: the kind of `ServiceError` and what is known of it. */
  readonly request: {
    readonly kind: string;
    readonly status: number | null;
    readonly url: string | null;
    readonly operation: string;
    readonly parameter: string | null;
    readonly retryAfterMs: number | null;
  } | null;
}

/** One call of a signal function in the cell. */
export interface CallRecord {
  readonly function: string;
  /** The interval asked for, half-open, as plain dates; null where the user wrote none. */
  readonly from: string | null;
  readonly to: string | null;
  /** `default_time_back` where it was sent. */
  readonly back: string | null;
  readonly entityCount: number | null;
  readonly rowCount: number;
  readonly cached: boolean;
}

export interface Copyright {
  readonly contact_email: string | null;
  readonly copyright_info: string | null;
}

/** Where a result comes from; every output and export shows it. */
export interface Provenance {
  readonly connection: string;
  readonly synthetic: boolean;
  readonly calls: readonly CallRecord[];
  /** ISO 8601 in UTC: when the cell ended. */
  readonly fetchedAt: string;
  readonly elapsedMs: number;
}

export interface CellOutcome {
  readonly status: 'ok' | 'error' | 'cancelled';
  /** The last result of the cell; null where no statement gave one. */
  readonly table: ResultTable | null;
  readonly chart: ResultChart | null;
  /** Sentences: what was fanned out, ignored, incomplete, reduced. */
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  /** Where the cell asked for one ranked list: how it changed. */
  readonly changes?: ChangesSummary | undefined;
  readonly error: CellError | null;
  readonly requests: readonly RequestRecord[];
  readonly provenance: Provenance;
}
