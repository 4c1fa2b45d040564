/** One request to the service, before it has an address. */

import type { FunctionName, OperationName } from './operations';

/** Values as on the wire: one text, or several for a repeatable parameter. */
export type ParameterValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * One request.
 *
 * `entities` are canonical keys `<type>:<id>`: exactly one where the operation's subject is an entity, the
 * body where it is a list, none otherwise. For operation 9 they are what is to be sent: the service's own id
 * where it is known, else the canonical key. A parameter that is absent is not sent.
 */
export interface ServiceRequest {
  readonly operation: OperationName;
  readonly entities: readonly string[];
  readonly parameters: ParameterValues;
}

/** The record of one request. It contains no secret: the address has no token in it. */
export interface RequestRecord {
  /** The table function's name. */
  readonly operation: FunctionName;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  readonly cached: boolean;
  /** Decoded bytes of the answer. */
  readonly bytes: number;
  readonly ms: number;
}
