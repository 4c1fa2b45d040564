/** The faults that the sandbox can produce, and when. */

import type { OperationName } from '../../core/service/operations';
import type { switchValues } from '../switches';

/** `Retry-After` as seconds, as an HTTP date that many seconds ahead, or not at all. */
export interface RetryAfter {
  readonly seconds: number;
  readonly form: 'seconds' | 'date' | 'absent';
}

/** The body of a 422. */
export type RejectionShape = (typeof switchValues.rejectionShape)[number];

/** Faults that replace the answer. */
export type StatusFault =
  | { readonly kind: 'status'; readonly status: 401 | 403 | 404 | 413 | 414 | 500 }
  | { readonly kind: '401-expired' }
  | { readonly kind: '422'; readonly shape: RejectionShape }
  | { readonly kind: '429'; readonly retryAfter: RetryAfter }
  /** A bucket of `capacity` requests that refills by `perSecond`; 429 when it is empty. */
  | { readonly kind: 'rateLimit'; readonly capacity: number; readonly perSecond: number }
  | { readonly kind: '502-html' }
  | { readonly kind: '503'; readonly retryAfter: RetryAfter }
  | {
      readonly kind: 'redirect';
      readonly status: 301 | 302 | 307 | 308;
      /** `same`: this origin, which answers the request; otherwise the target address. */
      readonly to: 'same' | (string & {});
    }
  | { readonly kind: 'captivePortal' }
  | { readonly kind: 'emptyBody200' };

/** Faults of a good answer's content. `every`: in the first row and every nth after it, 40 where absent. */
export type ContentFault =
  | { readonly kind: 'nan' }
  | { readonly kind: 'hugeNumber' }
  | { readonly kind: 'wrongTypes'; readonly every?: number }
  | { readonly kind: 'missingFields'; readonly every?: number }
  | { readonly kind: 'nullFields'; readonly every?: number }
  | { readonly kind: 'extraFields' }
  | { readonly kind: 'duplicateRows' }
  | { readonly kind: 'shuffle' }
  | { readonly kind: 'excludedDayIncluded' }
  /** Only the first `count` elements of a list's answer. */
  | { readonly kind: 'partialList'; readonly count: number }
  /** The service's clock is this many seconds fast (slow if negative). */
  | { readonly kind: 'clockSkew'; readonly seconds: number };

/** Faults in the delivery of an answer. */
export type DeliveryFault =
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs: number }
  | { readonly kind: 'slowBody'; readonly bytesPerSecond: number }
  /** Stops sending after that many bytes and keeps the connection open. */
  | { readonly kind: 'stall'; readonly afterBytes: number }
  /** Ends after this many bytes; `length` determines whether Content-Length admits it. */
  | { readonly kind: 'truncate'; readonly atByte: number; readonly length: 'correct' | 'wrong' }
  | { readonly kind: 'resetConnection' }
  | { readonly kind: 'encoding'; readonly encoding: 'gzip' | 'br' }
  | { readonly kind: 'utf8-bom' }
  | { readonly kind: 'latin1-mislabelled' }
  | { readonly kind: 'wrongContentType' };

export type Fault = StatusFault | ContentFault | DeliveryFault;

/** Which requests a fault applies to; all given conditions have to hold. */
export interface FaultMatch {
  readonly operation?: OperationName;
  /** Only the nth request, from 1, of those that meet the other conditions. */
  readonly nth?: number;
  /** A canonical key in the request. */
  readonly entity?: string;
  /** The share of requests, chosen by `seed` and the request's number. */
  readonly probability?: number;
  readonly seed?: number;
}

export interface FaultRule {
  readonly match?: FaultMatch;
  readonly fault: Fault;
}
