/** The facts below the message in an error card. */

import { t } from '../core/base/translations';
import type { CellError } from '../core/protocol/outcome';

/** Its place, and facts about the request. */
export function errorFacts({ at, request }: CellError): string[] {
  const facts = at === null ? [] : [t('line {0}, column {1}', at.line, at.column)];
  if (request === null) {
    return facts;
  }
  facts.push(t('operation {0}', request.operation));
  if (request.parameter !== null) {
    facts.push(t('parameter {0}', request.parameter));
  }
  if (request.status !== null) {
    facts.push(t('status {0}', request.status));
  }
  if (request.retryAfterMs !== null) {
    facts.push(t('ask again after {0} s', Math.ceil(request.retryAfterMs / 1000)));
  }
  return facts;
}
