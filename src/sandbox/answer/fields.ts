/** The parts that several answers share: days, entity info, listing information. */

import { plainDateOfDay } from '../../core/base/plainDate';
import type { Asked } from './entityList';
import { quoted } from './json';

const dates = new Map<number, string>();
const datesKept = 16_384;

/** @returns A day as a date. */
export function dayText(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) {
    return known;
  }
  if (dates.size >= datesKept) {
    dates.clear();
  }
  const text = plainDateOfDay(day);
  dates.set(day, text);
  return text;
}

/** @returns A day as a quoted date. */
export function dateText(day: number): string {
  return `"${dayText(day)}"`;
}

/** @returns `"entity_info":{…}` of a time series: the id without its type. */
export function entityInfo({ type, id, company }: Asked): string {
  const alphaId = company?.id ?? id;
  const shownType = company ? 'company' : type;
  return `"entity_info":{"type":${quoted(shownType)},"alpha_id":${quoted(alphaId)},"compound_key":${quoted(`${shownType}:${alphaId}`)}}`;
}

/** The listing fields if they are present and null. */
export const nullListing =
  '"exchange_code":null,"exchange_name":null,"currency":null,"ticker":null';

/** @returns The listing fields of a time series. */
export function listingFields({ company }: Asked): string {
  if (!company?.listingKnown) {
    return nullListing;
  }
  return alwaysListing(company.listing);
}

/** @returns The listing fields as texts. */
export function alwaysListing(listing: {
  readonly exchangeCode: string;
  readonly exchangeName: string;
  readonly currency: string;
  readonly ticker: string;
}): string {
  const { exchangeCode, exchangeName, currency, ticker } = listing;
  return `"exchange_code":${quoted(exchangeCode)},"exchange_name":${quoted(exchangeName)},"currency":${quoted(currency)},"ticker":${quoted(ticker)}`;
}
