/** The state of one cell's run: requests, calls, notes, the row limit, progress. */

import { t } from '../../core/base/translations';
import {
  CancellationSource,
  CancelledError,
  type Cancellation,
} from '../../core/base/cancellation';
import { grouped, plural } from '../../core/base/text';
import type { RunCellParams, RunProgress } from '../../core/protocol/kernelRpc';
import type { CallRecord, MissingRows } from '../../core/protocol/outcome';
import type { RequestRecord } from '../../core/service/request';
import type { ServiceError } from '../../core/service/serviceError';
import type { CheckedCall } from '../../core/sql/arguments';
import type { CallTable } from '../fetch/callTable';
import { CellFailure, RequestFailure } from '../engine/cellFailure';
import { mergedOrigin, type Origin } from '../fetch/origins';

export interface Incomplete {
  readonly offset: number;
  readonly missing: MissingRows;
  /** Null: the run was cancelled. */
  readonly error: ServiceError | null;
}

/** How long a cancelled run may take to show the rows that came; its host ends a kernel that takes longer to stop. */
const SHOW_MS = 2_000;

/** A call of a ranked list in the cell itself. */
export interface OverlayCall {
  readonly call: CheckedCall;
  readonly table: CallTable;
}

export class RunState {
  readonly requests: RequestRecord[] = [];
  /** Calls of ranked lists, without those that were only fetched for a comparison. */
  readonly overlays: OverlayCall[] = [];
  /** The origin of the rows of the service that the cell has read; null if it has read none. */
  origin: Origin | null = null;
  /** The same for the running statement. */
  statementOrigin: Origin | null = null;
  /** The note on the rows that the cell wrote; null if it wrote none, or if rows are shown. */
  written: string | null = null;
  /** What came before the run was cancelled; null: nothing. */
  kept: string | null = null;
  /** Whether the running statement changes nothing: if it is cancelled, it runs over the rows that came. */
  onlyReads = false;
  /** Whether the rows that are shown are those that came before the run was cancelled. */
  showsWhatCame = false;
  /** Stops the engine: when the run is cancelled, or a little later while rows that came are still to be shown. */
  readonly stopped = new CancellationSource();
  private readonly called = new Map<number, CallRecord[]>();
  private readonly noted = new Set<string>();
  private readonly incomplete: Incomplete[] = [];
  private timer: NodeJS.Timeout | undefined;
  private planned = 0;
  private fetching = 0;
  private done = 0;
  private rows = 0;

  constructor(
    readonly params: RunCellParams,
    readonly cancellation: Cancellation,
    private readonly limits: {
      readonly maxRows: number;
      readonly onProgress: (progress: RunProgress) => void;
    },
  ) {
    cancellation.onCancellationRequested(() => this.stop());
  }

  /** The calls in the order of the text, whichever was answered first. */
  get calls(): readonly CallRecord[] {
    return [...this.called].sort(([a], [b]) => a - b).flatMap(([, records]) => records);
  }

  get notes(): readonly string[] {
    return [...this.noted];
  }

  note(sentences: readonly string[]): void {
    sentences.forEach(sentence => this.noted.add(sentence));
  }

  /** Runs the requests of a call. */
  async whileFetching<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    this.fetching++;
    try {
      return await work();
    } finally {
      this.fetching--;
    }
  }

  /** Called when the run has ended. */
  end(): void {
    clearTimeout(this.timer);
  }

  private stop(): void {
    if (this.onlyReads && this.fetching > 0) {
      this.timer = setTimeout(() => this.stopped.cancel(), SHOW_MS);
    } else {
      this.stopped.cancel();
    }
  }

  /** The log of one fetched call; `offset` is the call's place in the cell. */
  logFor(operation: string, offset: number) {
    return {
      ended: (record: RequestRecord): void => {
        this.requests.push(record);
        this.done++;
        this.reportProgress(operation);
      },
      planned: (count: number): void => {
        this.planned += count;
        this.reportProgress(operation);
      },
      rows: (count: number): void => {
        this.rows += count;
        if (this.rows > this.limits.maxRows) {
          throw new CellFailure('argument', this.tooManyRows(operation), offset);
        }
        this.reportProgress(operation);
      },
    };
  }

  /**
   * Reports that the engine runs the statement.
   *
   * @param percentage The progress of the statement, if the engine knows it.
   */
  querying(percentage?: number): void {
    this.reportProgress('query', percentage);
  }

  /** Records that the call at `offset` was answered by the service or by the cache. */
  answered(
    call: CheckedCall,
    offset: number,
    table: Pick<CallTable, 'rowCount' | 'copyright' | 'lake'> & {
      cached: boolean;
      missing: MissingRows | null;
    },
  ): void {
    const text = (name: string): string | null => {
      const value = call.parameters[name];
      return typeof value === 'string' ? value : null;
    };
    const record: CallRecord = {
      function: call.function.name,
      from: text('date_from'),
      to: text('date_to'),
      back: text('default_time_back'),
      entityCount: call.entities === null ? null : [call.entities].flat().length,
      rowCount: table.rowCount,
      cached: table.cached,
      ...(table.lake && { lake: table.lake }),
    };
    this.called.set(offset, [...(this.called.get(offset) ?? []), record]);
    const missing = table.missing ? [table.missing] : [];
    this.reads({ ...this.asked, copyright: table.copyright, missing });
  }

  /** The origin of answers to this run. */
  get asked(): Origin {
    const { name, synthetic } = this.params.connection;
    return { connections: [name], synthetic, copyright: null, missing: [] };
  }

  /** Records that answers of a call that did not become complete are kept. */
  keeps(operation: string, came: number, missing: number): void {
    this.kept = plural(
      came + missing,
      '{1}: {2} of {0} request was answered and is kept for some minutes. Run the cell again to ask for the other {3} only.',
      '{1}: {2} of {0} requests were answered and are kept for some minutes. Run the cell again to ask for the other {3} only.',
      ...[operation, came, missing],
    );
  }

  /** Records the origin of rows that the statement reads. */
  reads(origin: Origin | null): void {
    this.origin = mergedOrigin(this.origin, origin);
    this.statementOrigin = mergedOrigin(this.statementOrigin, origin);
  }

  /** Records that some requests of a call failed or were cancelled: the statement runs over the rows of the others. */
  lacks(part: Incomplete): void {
    this.incomplete.push(part);
  }

  /** @returns The failure to report although every statement ran, or null. */
  incompleteness(): CellFailure | null {
    const part = this.incomplete.find(({ error }) => error !== null);
    if (!part?.error) {
      return null;
    }
    const { function: operation, requests, of } = part.missing;
    const share = t('{0} of {1} requests failed, so the result is incomplete', requests, of);
    const failure = new RequestFailure(part.error, operation, part.offset);
    failure.message = `${operation}: ${share}. ${part.error.message}`;
    return failure;
  }

  /** @throws {CancelledError} If the run was cancelled, even if something else failed because of it. */
  throwIfCancelled(): void {
    if (this.cancellation.isCancellationRequested) {
      throw new CancelledError();
    }
  }

  /** @throws {CancelledError} Likewise, unless the running statement shows the rows that came before. */
  throwIfStopped(): void {
    const cameInPart = this.statementOrigin?.missing.some(({ reason }) => reason === null) ?? false;
    if (!this.onlyReads || !cameInPart || this.stopped.isCancellationRequested) {
      this.throwIfCancelled();
    }
  }

  private reportProgress(what: string, percentage?: number): void {
    const { done, planned: total, rows } = this;
    const progress = { done, total, rows, what };
    this.limits.onProgress({ ...progress, ...(percentage !== undefined && { percentage }) });
  }

  private tooManyRows(operation: string): string {
    const most = grouped(this.limits.maxRows);
    return t(
      '{0}: the answers of this cell exceed {1} rows. Ask for fewer entities or a shorter range, or raise the setting signals.maxRows.',
      operation,
      most,
    );
  }
}
