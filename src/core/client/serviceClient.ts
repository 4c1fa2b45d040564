/** The interface of the client. `client.ts` implements it over a transport. */

import type { Cancellation } from '../base/cancellation';
import type { PlainDate } from '../base/plainDate';
import type { ColumnTable } from '../service/columns';
import type { RequestRecord, ServiceRequest } from '../service/request';

/** Two base addresses under a name. A base may hold a path; it holds no query and no credentials. */
export interface Connection {
  readonly name: string;
  readonly quantUrl: string;
  readonly dataUrl: string;
  /** Whether its data are synthetic: the sandbox. */
  readonly synthetic: boolean;
  /** Absolute path of the folder that answers calls first: see `core/lake`. Absent: none. */
  readonly lake?: string;
}

/** A successful answer, not yet decoded: the host never parses large answers. */
export interface ServiceAnswer {
  /** Exactly the body, in a separate buffer. */
  readonly bytes: Uint8Array;
  readonly record: RequestRecord;
  /** Sentences worth showing: a deprecation header, a retry that took long. */
  readonly notes: readonly string[];
}

/** Additional queries that only the sandbox answers. */
export interface SandboxExtras {
  /** The rows of `sandbox_prices`. */
  prices(): Promise<ColumnTable>;
  /** The sandbox as of another day, whose data are synthetic too. */
  asOf(day: PlainDate): Promise<ServiceClient>;
}

export interface ServiceClient {
  readonly connection: Connection;
  /**
   * @throws {ServiceError} If the service refused or did not answer, after all tries.
   * @throws {CancelledError} If cancelled.
   */
  ask(request: ServiceRequest, cancellation: Cancellation): Promise<ServiceAnswer>;
  /** The next request is sent at once, also while requests are paused after failures: a person asks for it. */
  endPauses(): void;
  /** Only for the sandbox in this process. */
  readonly sandbox?: SandboxExtras;
}
