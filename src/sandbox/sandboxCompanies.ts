/** The companies of the market, as ranked lists would name them, without a request. */

import type { EntityFact } from '../core/service/entityFact';
import type { Sandbox } from './handle';

/** @returns One fact per company, in the order of the universe. */
export function sandboxCompanies({ world }: Sandbox): EntityFact[] {
  const { universe } = world;
  return Array.from({ length: universe.count }, (_, index) => {
    const { id, vendorId, name, isin, country, industry, listing } = universe.company(index);
    return {
      entity: `company:${id}`,
      name,
      ticker: listing.ticker,
      isin,
      vendor_id: `company:${vendorId}`,
      country: country.name,
      industry: `industry.${industry.code}`,
      exchange_code: listing.exchangeCode,
      currency: listing.currency,
    };
  });
}
