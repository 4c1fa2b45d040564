/** Finding companies: the service has no search, and only its ranked lists name companies that nobody asked for. */

import type { ServiceRequest } from '../service/request';

/** Companies that each list is asked for. */
export const companiesPerList = 1000;

/** The requests that find companies. */
export const companySearch: readonly ServiceRequest[] = (
  ['bullish_stocks', 'bearish_stocks'] as const
).map(operation => ({
  operation,
  entities: [],
  parameters: { amount: String(companiesPerList) },
}));
