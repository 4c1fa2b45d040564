/** The facts below the message in an error card. */

import type { CellError } from '../core/protocol/outcome';

/** Its place, and facts about the request. */
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
