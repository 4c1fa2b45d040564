/** Trading volume series: operations 5 and 6 (service-spec, "TradingVolumeTs"). */

import type { EntityInfo, Listing } from './listing';
import type { SeriesShape, SeriesWriter } from './seriesAnswer';
import type { SeriesElement } from './seriesElements';
import { SeriesListing } from './seriesListing';
import type { TableWriter } from './tableWriter';
import type { Unchecked } from './wireValues';

export interface VolumePoint {
  /** `YYYY-mm-dd`; only dates with data appear. */
  readonly date: string;
  /** Shares; a float on the wire, and perhaps beyond 2^31. */
  readonly trading_volume: number;
}

export interface TradingVolumeTs extends Listing {
  readonly trading_volume_ts: readonly VolumePoint[];
  readonly entity_info: EntityInfo;
}

/** It has no listing fields itself. */
export interface TradingVolumeTsItemizedResponse {
  readonly trading_volume_ts_itemized: readonly TradingVolumeTs[];
}

export const volumeSeries: SeriesShape = {
  series: 'trading_volume_ts' satisfies keyof TradingVolumeTs,
  itemized: 'trading_volume_ts_itemized' satisfies keyof TradingVolumeTsItemizedResponse,
  orderWithinDate: null,
  fields: {},
  open: (table, top) => new VolumeWriter(table, top),
};

class VolumeWriter implements SeriesWriter {
  private readonly date;
  private readonly volume;
  private readonly listing;

  constructor(table: TableWriter, top: Readonly<Record<string, unknown>>) {
    this.date = table.column('date');
    this.volume = table.column('trading_volume');
    this.listing = new SeriesListing(table, top);
  }

  point(row: number, point: Unchecked<VolumePoint>): void {
    this.date.put(row, point.date);
    this.volume.put(row, point.trading_volume);
  }

  element(element: SeriesElement, from: number, to: number): void {
    this.listing.element(element, from, to);
  }

  learned(): ReturnType<SeriesWriter['learned']> {
    return this.listing.learned();
  }

  learnedEvents(): [] {
    return [];
  }

  notes(): string[] {
    return this.listing.notes();
  }
}
