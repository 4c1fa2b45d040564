/**
 * Messages between the extension host (or the command line) and a kernel process.
 *
 * JSON-RPC over the process's own channel with structured clone, so bytes stay bytes. Every request gets an
 * answer or an error. Cancelling a request cancels what it began.
 */

import type { PlainDate } from '../base/plainDate';
import type { Lake } from '../lake/lakeFile';
import type { SessionFacts } from '../language/assist';
import type { CellLanguage, SessionTable } from '../language/notebookText';
import type { ColumnTable } from '../service/columns';
import type { RequestRecord, ServiceRequest } from '../service/request';
import type { OverlayQuery } from '../overlays/overlayQuery';
import type { Portfolios } from '../portfolios/portfolios';
import type { ReadSnapshot, Snapshot, SnapshotList, SnapshotRefs } from '../overlays/snapshot';
import type { ServiceErrorDetail, ServiceErrorKind } from '../service/serviceError';
import type { Exchange } from './channel';
import type { CellOutcome } from './outcome';
import type { QuestionParams, Questions } from './questions';
import type { SessionContents } from './sessionContents';

/** Options of a session. */
export interface KernelOptions {
  /** An absolute path that the kernel may fill and that its starter removes. */
  readonly spillDirectory: string;
  /** Absolute paths that cells may read below; empty: no files at all. */
  readonly readableDirectories: readonly string[];
  /** DuckDB's `memory_limit`, for example `4GB`; null: half of the machine's memory. */
  readonly memoryLimit: string | null;
  /**
   * DuckDB's `max_temp_directory_size`, and the most that stored relations take, for example `20GB`; null: 20 GB or half
   * of what is free on the disk, if that is less.
   */
  readonly spillLimit: string | null;
  /** Time during which an answer is reused. */
  readonly cacheTtlMs: number;
  /** Entities a list request; days a request of operation 9. */
  readonly entitiesPerRequest: number;
  readonly eventDaysPerRequest: number;
  /** Wire name of the service's own company id, if the user has named it; null: detected automatically. */
  readonly vendorField: string | null;
  /** Most rows that all requests of one cell may return. */
  readonly maxRows: number;
}

/** The connection that a cell runs against, without what the kernel must not know. */
export interface KernelConnection {
  readonly name: string;
  readonly synthetic: boolean;
  /** Changes with the connection's addresses and credential, without revealing either. */
  readonly epoch: string;
  /** Names where its snapshots are kept: see `SnapshotKeeper`. Absent: none are kept. */
  readonly place?: string | undefined;
  /** Answers calls first; its directory is one that cells may read. Absent: the service alone answers. */
  readonly lake?: Lake | undefined;
}

/** Where the snapshots of a connection are. */
export type SnapshotSource = Pick<KernelConnection, 'place' | 'lake'>;

export type { CellLanguage, SessionFacts };

/** What the statements of a run may do. */
export type AccessLevel =
  /** One statement that reads tables, views and answers of the service. No files, and nothing stays changed. */
  | 'read'
  /** Also reads files, and changes what the session holds: what a cell may do. */
  | 'session'
  /** Also writes files and opens databases. */
  | 'files';

export interface RunCellParams {
  readonly language: CellLanguage;
  readonly text: string;
  /** Identifies the cell, whose last result is kept as long as the session; null: the text is in no cell. */
  readonly cell: string | null;
  readonly connection: KernelConnection;
  /** False: request the data again, and keep the new answer. */
  readonly useCache: boolean;
  readonly access: AccessLevel;
  readonly portfolios: Portfolios;
  /** Rows of the first page. */
  readonly firstPageRows: number;
  /** Whether lists, structs and maps of the first page are texts, as DuckDB casts them; absent: values of JSON. */
  readonly nestedAsText?: boolean;
}

/** Progress of a question. */
export interface QuestionProgress {
  readonly progressId: number;
  /** Rows written. */
  readonly rowCount: number;
}

/** A question to a stored relation, as sent to the kernel. */
export interface Asked {
  readonly name: keyof Questions;
  readonly params: QuestionParams<keyof Questions>;
  /** Id for the progress notifications; absent: none are sent. */
  readonly progressId?: number;
}

/** Progress of the requests of a running cell. */
export interface RunProgress {
  readonly done: number;
  readonly total: number;
  /** Rows of the answers that came. */
  readonly rows: number;
  /** What the cell is waiting for: a function's name, or `query`. */
  readonly what: string;
  /** Progress of the query in per cent, from 1 to 99; absent if DuckDB does not report it. */
  readonly percentage?: number;
}

export interface KernelChannel {
  readonly requests: {
    /** Sent once, first. */
    start: Exchange<KernelOptions, null>;
    runCell: Exchange<RunCellParams, CellOutcome>;
    /** What the session learned from answers, bounded. */
    facts: Exchange<object, SessionFacts>;
    /** The relations that the cells have created. */
    tables: Exchange<object, readonly SessionTable[]>;
    /** All that the session holds, with row counts. */
    contents: Exchange<object, SessionContents>;
    /** The ranked lists in a lake. */
    lakeSnapshots: Exchange<Lake, SnapshotList>;
    readLakeSnapshot: Exchange<ReadLakeSnapshotParams, ReadSnapshot>;
    setVariables: Exchange<VariablesParams, null>;
    /** The answer has the type of the question's answer in `Questions`. */
    ask: Exchange<Asked, unknown>;
  };
  readonly questions: {
    ask: Exchange<ServiceRequest, AskAnswer>;
    /** Like `ask`, for the sandbox as of that day; null if the connection is not the sandbox. */
    askEarlier: Exchange<EarlierRequest, AskAnswer | null>;
    /** The rows of `sandbox_prices`; null if the connection has none. */
    sandboxPrices: Exchange<object, ColumnTable | null>;
    /** The name of a company that no answer of this session contained; null if it is not known. */
    companyName: Exchange<{ readonly entity: string }, string | null>;
    /** Those about snapshots are the methods of `SnapshotKeeper`. */
    keepSnapshot: Exchange<KeepSnapshotParams, null>;
    snapshotRefs: Exchange<SnapshotRefsParams, SnapshotRefs>;
    readSnapshot: Exchange<ReadSnapshotParams, ReadSnapshot>;
    listSnapshots: Exchange<ListSnapshotsParams, SnapshotList>;
  };
  readonly notices: {
    progress: RunProgress;
    questionProgress: QuestionProgress;
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

/** The host's answer to `ask`: failures are values, so that their kind is preserved. */
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

export interface ReadLakeSnapshotParams {
  readonly lake: Lake;
  readonly id: string;
}
