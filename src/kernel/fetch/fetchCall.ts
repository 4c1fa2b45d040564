/** One call of a signal function: its requests, decoded into its table. */

import { t } from '../../core/base/translations';
import {
  CancellationSource,
  throwIfCancelled,
  type Cancellation,
} from '../../core/base/cancellation';
import { planCall } from '../../core/client/plan';
import { splitRequest } from '../../core/client/split';
import type { KernelOptions } from '../../core/protocol/kernelRpc';
import type { Copyright } from '../../core/protocol/outcome';
import type { ColumnTable } from '../../core/service/columns';
import { pointColumns } from '../../core/service/functionColumns';
import {
  decodeAnswer,
  type DecodeContext,
  type DecodedAnswer,
} from '../../core/service/decodeAnswer';
import { parseJson } from '../../core/service/parseJson';
import type { RequestRecord, ServiceRequest } from '../../core/service/request';
import { ServiceError } from '../../core/service/serviceError';
import type { CheckedCall } from '../../core/sql/arguments';
import type { AnswerLimits } from './answerLimits';
import { askFor, textOf, type Answered, type Ask, type RequestLog } from './ask';
import type { Lake } from '../../core/lake/lakeFile';
import { createCallTable, type CallRows } from './callRows';
import type { CallTable } from './callTable';
import type { Directory } from './directory';
import { addHeldRows, heldPart, type LakeReader } from './heldRows';
import { Answers, type CameAnswers } from './unfinishedAnswers';
import type { SerialConnection } from '../engine/serialConnection';

export interface FetchPorts {
  readonly ask: Ask;
  readonly answers: AnswerLimits;
  readonly connection: SerialConnection;
  readonly directory: Directory;
  readonly limits: Pick<
    KernelOptions,
    'entitiesPerRequest' | 'eventDaysPerRequest' | 'vendorField'
  >;
  readonly lakes: LakeReader;
  /** Answers first; null: the service alone answers. */
  readonly lake: Lake | null;
  /** Epoch milliseconds: what a lake requested shortly before is requested again. */
  readonly nowMs: number;
  readonly cancellation: Cancellation;
  /** Whether a cancelled call returns the rows that came. */
  readonly keepsRows: boolean;
  /** Answers of an earlier run that did not become complete: they are not requested again. */
  readonly came: CameAnswers;
  /** Called with what came, if a request failed or the run was cancelled. */
  readonly onUnfinished: (answers: Answers, missing: number) => void;
  readonly log: RequestLog & {
    /** Called with the number of further requests that are planned. */
    readonly planned: (count: number) => void;
    /** Called with the number of rows received; throws if the cell's row limit is exceeded. */
    readonly rows: (count: number) => void;
  };
}

export interface FetchedCall extends Pick<CallTable, 'lake'> {
  readonly rowCount: number;
  readonly requests: readonly RequestRecord[];
  /** Requests whose rows are in the table, in this run or in an earlier one. */
  readonly answered: number;
  /** Requests that failed or were cancelled: the table lacks their rows. */
  readonly missing: number;
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  /** The rows of a ranked list, which comes in one answer; null for other functions. */
  readonly overlay: ColumnTable | null;
  /** The errors of the requests that failed while others succeeded; the table lacks their rows. */
  readonly failures: readonly ServiceError[];
}

/**
 * Creates the schema and `schema.<function>`, and fills it with the answers of `call`.
 *
 * @throws {ServiceError} If every request failed.
 * @throws {LakeError} If the lake cannot be used.
 * @throws {CancelledError} If cancelled while requests are missing, unless the rows that came are to be kept.
 */
export async function fetchCall(
  call: CheckedCall,
  schema: string,
  ports: FetchPorts,
): Promise<FetchedCall> {
  const sent = sentEntities(call, ports.directory);
  const { name, columns } = call.function;
  const held = await heldPart(call, ports, ports.nowMs);
  const asked = held.missing.map(part => ({ ...part, ...sentEntities(part, ports.directory) }));
  const plans = asked.map(part => planCall(part, ports.limits));
  const requests = plans.flatMap(plan => plan.requests);
  // Rows of a lake are added to a table.
  const ofPoints = held.parts.length === 0 ? pointColumns[name] : undefined;
  const shape = { schema, table: name, columns, pointColumns: ofPoints };
  const rows = createCallTable(ports.connection, shape);
  const heldEntities = new Set(held.parts.flatMap(({ entities }) => entities));
  const filling = new Filling(call, rows, { ports, sent, heldEntities });
  ports.log.planned(requests.filter(request => !ports.came.find(request)).length);
  await Promise.all(requests.map(request => filling.add(request)));
  await rows.end();
  if (filling.missing > 0) {
    ports.onUnfinished(filling.came, filling.missing);
    if (!ports.keepsRows || filling.answered === 0) {
      throwIfCancelled(ports.cancellation);
    }
  }
  const notes = [...call.notes, ...plans.flatMap(plan => plan.notes)];
  const fetched = filling.finish([...new Set(notes)]);
  if (held.parts.length === 0) {
    return { ...fetched, lake: null };
  }
  const rowCount = await addHeldRows(ports.connection, { schema, name, columns }, held);
  ports.log.rows(rowCount);
  return {
    ...fetched,
    rowCount: fetched.rowCount + rowCount,
    copyright: fetched.copyright ?? held.copyright,
    lake: { rowCount, isWhole: requests.length === 0 },
  };
}

interface SentEntities {
  readonly entities: CheckedCall['entities'];
  readonly entityOfSent: ReadonlyMap<string, string>;
}

/** Operation 9 takes the service's own ids: those that an answer contained, otherwise the canonical key. */
function sentEntities(call: CheckedCall, directory: Directory): SentEntities {
  const asked = call.entities === null ? [] : [call.entities].flat();
  const ownIds = call.function.first === 'companies';
  const sent = asked.map(key => (ownIds ? (directory.vendorIdOf(key) ?? key) : key));
  const known = ownIds ? directory.entitiesByVendorId : [];
  const entityOfSent = new Map([
    ...known,
    ...sent.map((id, index) => [id, asked[index] ?? id] as const),
  ]);
  return { entities: ownIds ? sent : call.entities, entityOfSent };
}

class Filling {
  private rowCount = 0;
  private copyright: Copyright | null = null;
  private overlay: ColumnTable | null = null;
  private readonly requests: RequestRecord[] = [];
  private readonly notes = new Set<string>();
  private readonly failures: ServiceError[] = [];
  answered = 0;
  /** Requests without an answer. */
  missing = 0;
  /** The answers whose rows are in the table. */
  readonly came = new Answers();
  private readonly stopped = new CancellationSource();

  constructor(
    private readonly call: CheckedCall,
    private readonly rows: CallRows,
    private readonly context: {
      readonly ports: FetchPorts;
      readonly sent: SentEntities;
      readonly heldEntities: ReadonlySet<string>;
    },
  ) {
    context.ports.cancellation.onCancellationRequested(() => this.stopped.cancel());
  }

  /**
   * Requests, decodes and appends. A request that the service reports as too large is split in halves. A refusal that
   * every other request would meet as well stops those that still wait.
   */
  async add(request: ServiceRequest): Promise<void> {
    this.missing++;
    try {
      const { answers } = this.context.ports;
      await answers.asked.run(() => this.ask(request), this.stopped);
      this.answered++;
      this.missing--;
    } catch (error) {
      if (this.stopped.isCancellationRequested) {
        return;
      }
      if (!(error instanceof ServiceError)) {
        throw error;
      }
      const halves = error.kind === 'tooLarge' ? splitRequest(request) : null;
      if (!halves) {
        this.fail(error);
        return;
      }
      this.context.ports.log.planned(2);
      this.missing--;
      await this.add(halves[0]);
      await this.add(halves[1]);
    }
  }

  private fail(error: ServiceError): void {
    this.failures.push(error);
    if (error.kind === 'unauthorized' || error.kind === 'notEntitled') {
      this.stopped.cancel();
    }
  }

  /** @throws {ServiceError} If no request was answered and one failed. */
  finish(notes: readonly string[]): Omit<FetchedCall, 'lake'> {
    const failure = this.failures[0];
    if (failure && this.answered === 0) {
      throw failure;
    }
    return {
      rowCount: this.rowCount,
      requests: this.requests,
      answered: this.answered,
      missing: this.missing,
      notes: [...notes, ...fewNotes([...this.notes])],
      copyright: this.copyright,
      overlay: this.overlay,
      failures: this.failures,
    };
  }

  private async ask(request: ServiceRequest): Promise<void> {
    const { ask, answers, came, log } = this.context.ports;
    const ended = (record: RequestRecord): void => {
      this.requests.push(record);
      log.ended(record);
    };
    const answer = came.find(request) ?? (await askFor(ask, request, { ended }, this.stopped));
    await answers.decoded.run(() => this.addAnswer(request, answer), this.stopped);
    this.came.add(request, answer);
  }

  private async addAnswer(request: ServiceRequest, answered: Answered): Promise<void> {
    const { directory, limits, log } = this.context.ports;
    const answer = readAnswer(request, answered, {
      entityOfSent: this.context.sent.entityOfSent,
      eventIdOfName: name => directory.eventIdOf(name),
      heldEntities: this.context.heldEntities,
      vendorField: limits.vendorField ?? undefined,
    });
    log.rows(answer.table.rowCount);
    await this.rows.append(answer.table);
    directory.learn(answer.learned, answer.learnedEvents);
    this.rowCount += answer.table.rowCount;
    this.copyright ??= answer.copyright;
    this.overlay = this.call.function.none ? answer.table : null;
    [...answered.notes, ...answer.notes].forEach(note => this.notes.add(note));
  }
}

/** A call with many requests can have many notes of one kind. */
function fewNotes(notes: readonly string[]): string[] {
  const most = 6;
  const more = notes.length - most;
  return more > 1
    ? [...notes.slice(0, most), t('… and {0} more notes of this kind.', more)]
    : [...notes];
}

/**
 * @returns The decoded answer, with the notes on its text.
 * @throws {ServiceError} `malformed` if it cannot be read; the error names the request, which a decoder does not know.
 */
export function readAnswer(
  request: ServiceRequest,
  answered: Answered,
  context: DecodeContext,
): DecodedAnswer {
  const { record } = answered;
  try {
    const { value, notes } = parseJson(textOf(answered), record.operation);
    const answer = decodeAnswer(request, value, context);
    return { ...answer, notes: [...notes, ...answer.notes] };
  } catch (error) {
    if (error instanceof ServiceError) {
      const detail = { ...error.detail, status: record.status, url: record.url };
      throw new ServiceError(error.kind, error.message, detail, { cause: error });
    }
    throw error;
  }
}
