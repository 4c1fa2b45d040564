/**
 * Listing information and entity info, which most answers carry (service-spec, "Resources and their fields").
 *
 * Each listing field may be absent or null, on the answer itself and on the elements of a list; an element's value
 * takes precedence over the top level.
 */

import type { RawEntityInfo } from './entityKey';
import type { TableWriter } from './tableWriter';
import { textOrNull, uncheckedRecord } from './wireValues';
import type { Unchecked } from './wireValues';

export interface Listing {
  readonly exchange_code: string | null;
  readonly exchange_name: string | null;
  readonly currency: string | null;
  /** `<symbol>.<exchange_code>`; the symbol may contain dots. */
  readonly ticker: string | null;
}

export interface EntityInfo {
  readonly type: string;
  readonly alpha_id: string;
  readonly compound_key: string;
}

export interface TickerParts {
  readonly symbol: string;
  readonly exchangeCode: string;
}

const listingFields = ['ticker', 'exchange_code', 'exchange_name', 'currency'] as const;

/** @returns The parts on either side of the last dot; `null` if one would be empty. */
export function splitTicker(ticker: string): TickerParts | null {
  const dot = ticker.lastIndexOf('.');
  return dot > 0 && dot < ticker.length - 1
    ? { symbol: ticker.slice(0, dot), exchangeCode: ticker.slice(dot + 1) }
    : null;
}

/** @returns Whether the ticker's ending contradicts the exchange code; false if either is missing. */
export function tickerContradicts(listing: Unchecked<Listing>): boolean {
  const { ticker, exchange_code: code } = listing;
  return (
    typeof ticker === 'string' &&
    typeof code === 'string' &&
    splitTicker(ticker)?.exchangeCode !== code
  );
}

/** @returns The listing fields of `element`; missing ones are taken from `top`. */
export function mergedListing(
  element: Unchecked<Listing>,
  top: Unchecked<Listing>,
): Unchecked<Listing> {
  return {
    exchange_code: element.exchange_code ?? top.exchange_code,
    exchange_name: element.exchange_name ?? top.exchange_name,
    currency: element.currency ?? top.currency,
    ticker: element.ticker ?? top.ticker,
  };
}

/** Writes the listing columns of the rows `from <= row < to`. */
export function fillListing(
  table: TableWriter,
  rows: readonly [from: number, to: number],
  listing: Unchecked<Listing>,
): void {
  for (const field of listingFields) {
    table.column(field).fill(rows[0], rows[1], listing[field]);
  }
}

/** @returns The texts of an `entity_info`; other values are null, and anything but an object is treated as empty. */
export function rawEntityInfo(value: unknown): RawEntityInfo {
  const info = uncheckedRecord<EntityInfo>(value);
  return {
    type: textOrNull(info?.type),
    alpha_id: textOrNull(info?.alpha_id),
    compound_key: textOrNull(info?.compound_key),
  };
}

/** Writes the columns of an entity info, as on the wire, into the rows `from <= row < to`. */
export function fillEntityInfo(
  table: TableWriter,
  rows: readonly [from: number, to: number],
  info: RawEntityInfo,
): void {
  table.column('entity_type').fill(rows[0], rows[1], info.type);
  table.column('alpha_id').fill(rows[0], rows[1], info.alpha_id);
  table.column('compound_key').fill(rows[0], rows[1], info.compound_key);
}
