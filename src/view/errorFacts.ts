/** What an error's card says below its message. */

import type { CellError } from '../core/protocol/outcome';

/** Where it is, and what is known of the request. */
export function errorFacts({ at, request }: CellError): string[] {
  const facts = at === null ? [] : [`line ${at.line}, column ${at.column}`];
  if (request === null) {
    return facts;
  }
  facts.push(`operation ${request.operation}`);
  if (request.parameter !== null) {
    facts.push(`parameter ${request.parameter}`);
  }
  if (request.status !== null) {
    facts.push(`status ${request.status}`);
  }
  if (request.retryAfterMs !== null) {
    facts.push(`ask again after ${Math.ceil(request.retryAfterMs / 1000)} s`);
  }
  return facts;
}
