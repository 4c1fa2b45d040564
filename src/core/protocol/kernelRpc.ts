/**
 * Messages between the extension host (or the command line) and a kernel process.
 *
 * JSON-RPC over the process's own channel with structured clone, so bytes stay bytes. Every request gets an
 * answer or an error. Cancelling a request cancels what it began.
 */

import type { JsonObject } from '../base/json';
import type { PlainDate } from '../base/plainDate';
import type { SessionFacts } from '../language/assist';
import type { CellLanguage, SessionTable } from '../language/notebookText';
import type { ColumnTable } from '../service/columns';
import type { RequestRecord, ServiceRequest } from '../service/request';
import type { OverlayQuery } from '../overlays/overlayQuery';
import type { ReadSnapshot, Snapshot, SnapshotList, SnapshotRef } from '../overlays/snapshot';
import type { ServiceErrorDetail, ServiceErrorKind } from '../service/serviceError';
import type { Exchange } from './channel';
import type { ColumnSummary, ValueCounts } from './columnSummary';
import type { ExportFormat } from './exportRecord';
import type { CellOutcome, ResultChart, ResultColumn, Value } from './outcome';
import type { PageParams, SummaryParams, ValuesParams } from './resultQuestions';
import type { ShownRows } from './shownRows';

/** Of a session. */
export interface KernelOptions {
  /** An absolute path that the kernel may fill and that its starter removes. */
  readonly spillDirectory: string;
  /** Absolute paths that cells may read below; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** DuckDB's `memory_limit`, for example `4GB`; null: half of the machine's memory. */
  readonly memoryLimit: string | null;
  /** DuckDB's `max_temp_directory_size`, for example `20GB`; null: 20 GB or half of what is free on the disk, if that is less. */
  readonly spillLimit: string | null;
  /** How long an answer is reused. */
  readonly cacheTtlMs: number;
  /** Entities a list request; days a request of operation 9. */
  readonly entitiesPerRequest: number;
  readonly eventDaysPerRequest: number;
  /** Wire name of the service's own company id, where the user has named it; null: told by its look. */
  readonly vendorField: string | null;
  /** Rows that all requests of one cell may bring. */
  readonly maxRows: number;
}

/** The connection a cell runs against, as far as the kernel may know it. */
export interface KernelConnection {
  readonly name: string;
  readonly synthetic: boolean;
  /** Changes with the connection's addresses and with the credential; says nothing about either. */
  readonly epoch: string;
  /** Names where its snapshots are kept: see `SnapshotKeeper`. Absent: none are kept. */
  readonly place?: string | undefined;
}

export type { CellLanguage, SessionFacts };

export interface RunCellParams {
  readonly language: CellLanguage;
  readonly text: string;
  readonly connection: KernelConnection;
  /** False: ask the service again, and keep the new answer. */
  readonly useCache: boolean;
  /** Whether statements that write files may run. */
  readonly allowWriting: boolean;
  /** The user's portfolios: name to entities. */
  readonly portfolios: Readonly<Record<string, readonly string[]>>;
  /** Rows of the first page. */
  readonly firstPageRows: number;
  /** Whether lists, structs and maps of the first page are texts, as DuckDB casts them; absent: values of JSON. */
  readonly nestedAsText?: boolean;
}

export interface Page {
  readonly columns: readonly ResultColumn[];
  readonly offset: number;
  readonly rows: readonly (readonly Value[])[];
  /** Rows of the result that fit the arrangement's filters. */
  readonly rowCount: number;
}

/** Writes a result to a file of the kernel's own, which the asker then moves. */
export interface ExportParams {
  readonly resultId: string;
  readonly format: ExportFormat;
  /**
   * From `exportRecord`: goes into the key-value metadata of Parquet and Arrow, into a sheet of its own in XLSX, and
   * beside the array of rows in JSON, which is then `{"provenance": …, "rows": […]}`. Other formats have no place for
   * it. Null: without.
   */
  readonly record: JsonObject | null;
  /** What of the result; absent: all of it. */
  readonly shown?: ShownRows;
  /** Named in the notifications of how far it is; absent: nobody wants to know. */
  readonly progressId?: number;
}

/** Draws a chart that is offered for a result, small and with all its rows. */
export interface PreviewParams {
  readonly resultId: string;
  /** Text of a VISUALISE clause. */
  readonly clause: string;
}

/** How far an export is. */
export interface ExportProgress {
  readonly progressId: number;
  /** Rows written. */
  readonly rowCount: number;
}

export interface ExportedFile {
  /** Absolute, in the spill directory, so it goes with the kernel. */
  readonly path: string;
}

/** How far the requests of a running cell are. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** What is being waited for: a function's name, or `query`. */
  readonly what: string;
  /** How much of the query is done, from 1 to 99; absent where DuckDB does not know. */
  readonly percentage?: number;
}

export interface KernelChannel {
  readonly requests: {
    /** Sent once, first. */
    start: Exchange<KernelOptions, null>;
    runCell: Exchange<RunCellParams, CellOutcome>;
    page: Exchange<PageParams, Page>;
    summary: Exchange<SummaryParams, ColumnSummary>;
    values: Exchange<ValuesParams, ValueCounts>;
    preview: Exchange<PreviewParams, ResultChart>;
    /** What the session has learned, bounded. */
    facts: Exchange<object, SessionFacts>;
    /** What the cells that ran have made. */
    tables: Exchange<object, readonly SessionTable[]>;
    setVariables: Exchange<VariablesParams, null>;
    exportResult: Exchange<ExportParams, ExportedFile>;
  };
  readonly questions: {
    ask: Exchange<ServiceRequest, AskAnswer>;
    /** As `ask`, of the sandbox as it was on that day; null where the connection is another. */
    askEarlier: Exchange<EarlierRequest, AskAnswer | null>;
    /** The rows of `sandbox_prices`; null where the connection has none. */
    sandboxPrices: Exchange<object, ColumnTable | null>;
    /** Those about snapshots are the methods of `SnapshotKeeper`. */
    keepSnapshot: Exchange<KeepSnapshotParams, null>;
    snapshotRefs: Exchange<SnapshotRefsParams, readonly SnapshotRef[]>;
    readSnapshot: Exchange<ReadSnapshotParams, ReadSnapshot>;
    listSnapshots: Exchange<ListSnapshotsParams, SnapshotList>;
  };
  readonly notices: {
    progress: RunProgress;
    exportProgress: ExportProgress;
  };
}

/** Parameters of the notebook and of `--param`; each becomes a DuckDB variable of its type. */
export interface VariablesParams {
  readonly variables: readonly Variable[];
}

export interface Variable {
  readonly name: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date';
  /** A date is written `YYYY-mm-dd`; null unsets. */
  readonly value: string | number | boolean | null;
}

export interface EarlierRequest {
  readonly request: ServiceRequest;
  readonly day: PlainDate;
}

export interface ListSnapshotsParams {
  readonly place: string;
}

export interface KeepSnapshotParams extends ListSnapshotsParams {
  readonly snapshot: Snapshot;
}

export interface SnapshotRefsParams extends ListSnapshotsParams {
  readonly query: OverlayQuery;
}

export interface ReadSnapshotParams extends ListSnapshotsParams {
  readonly id: string;
}

/** The host's answer to `ask`: failures are values, so that their kind survives the way. */
export type AskAnswer =
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      readonly record: RequestRecord;
      readonly notes: readonly string[];
    }
  | {
      readonly ok: false;
      readonly kind: ServiceErrorKind;
      readonly message: string;
      readonly detail: ServiceErrorDetail;
      readonly record: RequestRecord | null;
    };
