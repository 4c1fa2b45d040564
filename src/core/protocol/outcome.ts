/**
 * The outcome of running one cell. The kernel creates it, the notebook shows it, the command line prints it.
 *
 * Everything here is plain data that can be structured-cloned and written as JSON.
 */

import * as v from 'valibot';
import type { RequestRecord } from '../service/request';
import type { ChartSource } from '../visualise/editableChart';
import type { TestResult } from '../notebook/cellTest';
import { categoryPlacesShape } from './categoryPlaces';
import type { ChangesSummary } from './changesSummary';
import { count, json, jsonObject, list, name, text, type Described } from './shape';

const maxColumns = 5_000;
const maxRows = 50_000;
const maxDatasets = 100;
const maxCalls = 1_000;

/**
 * A value of a result, ready for JSON.
 *
 * Numbers as numbers, with the digits that DuckDB shows; lists as arrays; structs as objects; TIMESTAMP as ISO 8601
 * without and TIMESTAMPTZ with offset. Everything else is a string, as DuckDB's cast to VARCHAR writes it: a BIGINT beyond
 * 2^53, HUGEINT, DECIMAL, `nan`, `inf` and `-inf`, DATE `YYYY-MM-DD`, `infinity`, and what is before our era.
 */
export type Value = Described<typeof json>;

export const rowsShape = list(list(json, maxColumns), maxRows);

export type Rows = Described<typeof rowsShape>;

const column = v.object({
  /** That of an unnamed column is its whole expression. */
  name: text,
  /** DuckDB's name of the type, for example `DOUBLE` or `VARCHAR[]`; that of a STRUCT names its fields. */
  type: text,
});

export type ResultColumn = Described<typeof column>;

const columns = list(column, maxColumns);

export const tableShape = v.object({
  /** Id of the result for `page` requests while its kernel runs. */
  id: name,
  columns,
  rowCount: count,
  rows: rowsShape,
});

/** A result that stays in the kernel. `rows` is its first page. */
export type ResultTable = Described<typeof tableShape>;

const dataset = v.object({
  name,
  /** The result that holds its rows, for `page` requests while the kernel lives. */
  resultId: name,
  columns,
  /** Rows drawn; at most 50,000. */
  rowCount: count,
  /** The rows, if they are few; otherwise null, and the page requests them. */
  rows: v.nullable(rowsShape),
});

export type ChartDataset = Described<typeof dataset>;

const query = v.object({
  name,
  sql: text,
  table: v.exactOptional(name),
  rowId: v.exactOptional(name),
});

const source: v.GenericSchema<ChartSource> = v.object({
  table: name,
  rowId: name,
  queries: list(query, maxDatasets),
});

export const chartShape = v.object({
  /** Vega-Lite 6, without data: `{"data": {"name": "result"}}`. */
  spec: jsonObject,
  datasets: list(dataset, maxDatasets),
  /** One sentence that describes the chart to screen readers. */
  description: text,
  /** How the data were computed, if the chart is of a VISUALISE clause. */
  source: v.exactOptional(source),
  /** Where names have no fixed colour: those that the session chose, so that they are the same in all its charts. */
  places: v.exactOptional(categoryPlacesShape),
});

/** A chart: a Vega-Lite specification whose `data` refer to `datasets` by name. */
export type ResultChart = Described<typeof chartShape>;

const errorCode = v.picklist([
  'syntax', // The SQL does not parse.
  'sql', // DuckDB refused or failed.
  'argument', // A signal function's argument is wrong.
  'lateral', // A signal function's argument depends on a row.
  'visualise', // The VISUALISE clause does not parse or does not fit the result.
  'specification', // A vega-lite cell does not parse or is not allowed.
  'refused', // A statement that writes files, or a live connection in Restricted Mode.
  'prices', // The statement reads sandbox_prices on a connection other than the sandbox.
  'lake', // The connection's lake does not exist, is damaged or is of another connection.
  'test', // A test whose cell returns no rows to count.
  'kernel', // The kernel process ended.
  'request', // A request failed: see `request`.
]);

/** Stable codes of a cell's errors. A request's failure has its `ServiceErrorKind`. */
export type CellErrorCode = Described<typeof errorCode>;

export const cellErrorShape = v.object({
  code: errorCode,
  /** Sentences to show: what failed and what to do next. */
  message: text,
  /** The place in the cell, or null. */
  at: v.nullable(v.object({ line: count, column: count })),
  /** For code `request`: the kind of `ServiceError` and what is known of it. */
  request: v.nullable(
    v.object({
      kind: name,
      status: v.nullable(count),
      url: v.nullable(text),
      operation: name,
      parameter: v.nullable(name),
      retryAfterMs: v.nullable(v.number()),
    }),
  ),
});

export type CellError = Described<typeof cellErrorShape>;

const call = v.object({
  function: name,
  /** The requested interval, half-open, as plain dates; null if the user wrote none. */
  from: v.nullable(name),
  to: v.nullable(name),
  /** `default_time_back` where it was sent. */
  back: v.nullable(name),
  entityCount: v.nullable(count),
  rowCount: count,
  cached: v.boolean(),
  /** How many of the rows came from the lake, and whether the service answered the rest; absent: none did. */
  lake: v.exactOptional(v.object({ rowCount: count, isWhole: v.boolean() })),
});

/** One call of a signal function in the cell. */
export type CallRecord = Described<typeof call>;

const missingRows = v.object({
  function: name,
  /** Requests whose rows are missing, of all that the call takes. */
  requests: count,
  of: count,
  /** Why they failed; null: they were cancelled. */
  reason: v.nullable(text),
});

/** Rows of a call that a result lacks. */
export type MissingRows = Described<typeof missingRows>;

export const copyrightShape = v.object({
  contact_email: v.nullable(text),
  copyright_info: v.nullable(text),
});

export type Copyright = Described<typeof copyrightShape>;

export const provenanceShape = v.object({
  /** The connection that answered, or several after one another; null if the rows are not of the service. */
  connection: v.nullable(name),
  /** Whether some of the rows are made up. */
  synthetic: v.boolean(),
  calls: list(call, maxCalls),
  /** Rows that the result lacks, in calls of the cell or of those that made its tables; absent: none. */
  missing: v.exactOptional(list(missingRows, maxCalls)),
  /** ISO 8601 in UTC: when the cell ended. */
  fetchedAt: name,
  elapsedMs: v.pipe(v.number(), v.minValue(0)),
});

/** The provenance of a result; every output and export shows it. */
export type Provenance = Described<typeof provenanceShape>;

/** Never leaves our own processes, so it is not validated. */
export interface CellOutcome {
  readonly status: 'ok' | 'error' | 'cancelled';
  /** The last result of the cell; null if no statement returned one. */
  readonly table: ResultTable | null;
  readonly chart: ResultChart | null;
  /** Sentences: what was fanned out, ignored, incomplete, reduced. */
  readonly notes: readonly string[];
  /** The one of the notes that reports the rows that the cell wrote, which is as it should be; absent: there is none. */
  readonly written?: string;
  /** What a cancelled cell received and keeps for the next run, as a sentence; absent: nothing, or it is in the table. */
  readonly kept?: string;
  readonly copyright: Copyright | null;
  /** How the ranked list changed, if the cell requested one. */
  readonly changes?: ChangesSummary | undefined;
  /** What the test found, if the cell is one and its query ran; absent: neither. */
  readonly test?: TestResult;
  readonly error: CellError | null;
  readonly requests: readonly RequestRecord[];
  readonly provenance: Provenance;
}
