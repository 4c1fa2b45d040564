/** Finding companies: the service has no search, and only its ranked lists name companies that were not requested. */

import { overlayParameters } from '../service/parameters';
import type { ServiceRequest } from '../service/request';

/** Companies requested from each list. */
export const companiesPerList = 1000;

/** The requests that find companies in the fewest answers: both lists, not restricted. */
export const companySearch: readonly ServiceRequest[] = listsWith({});

/** A search that requests both lists for each value of a parameter. */
export interface CompanySearch {
  /** Null: the lists are not restricted. */
  readonly by: string | null;
  readonly requests: readonly ServiceRequest[];
}

/** From the fewest requests to the most. */
export const companySearches: readonly CompanySearch[] = [
  { by: null, requests: companySearch },
  ...['stock_index', 'industry', 'source_country'].map(by => ({
    by,
    requests: valuesOf(by).flatMap(value => listsWith({ [by]: value })),
  })),
];

function valuesOf(parameter: string): readonly string[] {
  const values = overlayParameters.find(({ name }) => name === parameter)?.values ?? [];
  return values.filter(value => value !== 'all');
}

function listsWith(filter: Readonly<Record<string, string>>): ServiceRequest[] {
  return (['bullish_stocks', 'bearish_stocks'] as const).map(operation => ({
    operation,
    entities: [],
    parameters: { amount: String(companiesPerList), ...filter },
  }));
}

/** Requests of a search under way at a time: of the client's four, cells keep the others. */
const atOnce = 2;

/**
 * Requests the answers of a search, in order. After the first failure no other request is started.
 *
 * @param ask Handles one request and its answer.
 * @throws Whatever `ask` threw first, after the requests under way have ended.
 */
export async function askInTurn(
  requests: readonly ServiceRequest[],
  ask: (request: ServiceRequest) => Promise<void>,
): Promise<void> {
  const left = [...requests];
  const failures: unknown[] = [];
  const askNext = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      try {
        await ask(next);
      } catch (error) {
        failures.push(error);
        left.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
  if (failures.length > 0) {
    throw failures[0];
  }
}
