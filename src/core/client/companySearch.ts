/** Finding companies: the service has no search, and only its ranked lists name companies that were not requested. */

import type { ServiceRequest } from '../service/request';

/** Companies requested from each list. */
export const companiesPerList = 1000;

/** The requests that find companies. */
export const companySearch: readonly ServiceRequest[] = (
  ['bullish_stocks', 'bearish_stocks'] as const
).map(operation => ({
  operation,
  entities: [],
  parameters: { amount: String(companiesPerList) },
}));
