/** What score and volume series have in common: listing information on each element. */

import { t } from '../base/translations';
import { FactCollector } from './entityFact';
import type { EntityFact } from './entityFact';
import { fillListing, mergedListing, tickerContradicts } from './listing';
import { someOf } from './notes';
import type { SeriesElement } from './seriesElements';
import type { TableWriter } from './tableWriter';

/** Writes the listing columns and collects their facts about the entities. */
export class SeriesListing {
  private readonly facts = new FactCollector();
  private readonly contradicting: string[] = [];

  /** @param top Fields of the answer itself: a list answer may carry listing fields, null or not, or none. */
  constructor(
    private readonly table: TableWriter,
    private readonly top: Readonly<Record<string, unknown>>,
  ) {}

  element({ entity, record }: SeriesElement, from: number, to: number): void {
    const listing = mergedListing(record, this.top);
    fillListing(this.table, [from, to], listing);
    if (tickerContradicts(listing)) {
      this.contradicting.push(String(listing.ticker));
    }
    const { ticker, exchange_code, currency } = listing;
    if (entity !== null && (from < to || ticker || exchange_code || currency)) {
      this.facts.learn(entity, { ticker, exchange_code, currency });
    }
  }

  learned(): readonly EntityFact[] {
    return this.facts.facts();
  }

  notes(): string[] {
    return this.contradicting.length > 0
      ? [t('The ticker does not end in the exchange code: {0}.', someOf(this.contradicting))]
      : [];
  }
}
