/** Ranked lists of bullish and bearish stocks: operations 3 and 4 (service-spec, "BullishStocksOverlay"). */

import { t } from '../base/translations';
import { isRecord } from '../base/json';
import { plural } from '../base/text';
import { listPaths } from './answerPaths';
import { outsideRange } from './coverage';
import type { DecodeContext, DecodedAnswer } from './decodedAnswer';
import { canonicalKey } from './entityKey';
import { FactCollector } from './entityFact';
import { functionColumns } from './functionColumns';
import { fillEntityInfo, fillListing, rawEntityInfo, tickerContradicts } from './listing';
import type { EntityInfo, Listing } from './listing';
import { malformed } from './serviceError';
import { someOf } from './notes';
import type { ServiceRequest } from './request';
import { TableWriter } from './tableWriter';
import { findVendorField } from './vendorField';
import type { Unchecked } from './wireValues';

/** One item, without the maker's id, whose wire name varies. */
export interface OverlayItem extends Listing {
  /** Its `alpha_id` carries the type prefix, its `compound_key` carries it twice. */
  readonly entity_info: EntityInfo;
  /** `YYYY-mm-dd`, the day of the signal. */
  readonly date: string;
  /** With the prefix `industry.`, which the filter of that name does not have. */
  readonly industry: string;
  readonly bull_bear_score: number;
  /** Meaning not documented; between 0 and 1 in the examples. */
  readonly squid_score: number;
  readonly price: number;
  /** Unit not documented. */
  readonly price_delta: number;
  readonly name: string;
  readonly isin: string;
  readonly country_name: string;
  /** Two lower-case letters. */
  readonly country_id: string;
}

export interface BullishStocksOverlay {
  readonly bullish_stocks: readonly OverlayItem[];
}

export interface BearishStocksOverlay {
  readonly bearish_stocks: readonly OverlayItem[];
}

type OverlayName = keyof BullishStocksOverlay | keyof BearishStocksOverlay;

const ownColumns = [
  'name',
  'date',
  'bull_bear_score',
  'squid_score',
  'price',
  'price_delta',
  'industry',
  'country_name',
  'country_id',
] as const satisfies readonly (keyof OverlayItem)[];

/** @throws {ServiceError} `malformed` if the answer is not of its shape. */
export function decodeOverlay(
  name: OverlayName,
  request: ServiceRequest,
  body: unknown,
  context: DecodeContext,
): DecodedAnswer {
  const items = itemsOf(name, body);
  const vendor = findVendorField(items, context.vendorField);
  const fields = vendor.name === null ? {} : { vendor_id: vendor.name };
  const table = new TableWriter(functionColumns[name], items.length, listPaths(name, fields));
  const facts = new FactCollector();
  items.forEach((item, row) => {
    if (isRecord(item)) {
      writeItem(table, row, item, vendor.name);
      learn(facts, item, vendor.name);
    } else {
      table.unreadable(row);
    }
  });
  table.column('rank').values.forEach((_, row, ranks) => (ranks[row] = row + 1));
  table.column('side').fill(0, items.length, name === 'bullish_stocks' ? 'bullish' : 'bearish');
  const written = table.finish(name);
  const entities = table.column('entity').values.filter(value => typeof value === 'string');
  return {
    table: written.table,
    copyright: null,
    learned: facts.facts(),
    learnedEvents: [],
    notes: [
      ...otherSideNotes(name, body),
      ...(vendor.note ? [vendor.note] : []),
      ...signNotes(name, table),
      ...repeatedNotes(entities),
      ...itemNotes(items),
      ...ignoredDateNotes(name, request, table),
      ...written.notes,
    ],
    returned: [...new Set(entities)],
  };
}

function itemsOf(name: OverlayName, body: unknown): readonly unknown[] {
  if (!isRecord(body)) {
    throw malformed(name, t('it is not a JSON object'));
  }
  const items = body[name];
  if (items === null) {
    return [];
  }
  if (!Array.isArray(items)) {
    const other = otherSide(name);
    throw malformed(
      name,
      other in body
        ? t('it has no array {0}, but has {1}', name, other)
        : t('it has no array {0}', name),
    );
  }
  return items;
}

function writeItem(
  table: TableWriter,
  row: number,
  item: Readonly<Record<string, unknown>>,
  vendorField: string | null,
): void {
  for (const column of ownColumns) {
    table.column(column).put(row, item[column]);
  }
  table.column('isin').put(row, item['isin'] ?? item['ISIN']);
  table.column('vendor_id').put(row, vendorField === null ? null : item[vendorField]);
  const info = rawEntityInfo(item['entity_info']);
  table.column('entity').put(row, canonicalKey(info));
  fillEntityInfo(table, [row, row + 1], info);
  fillListing(table, [row, row + 1], item);
}

function learn(
  facts: FactCollector,
  item: Unchecked<OverlayItem> & { readonly [name: string]: unknown },
  vendorField: string | null,
): void {
  const entity = canonicalKey(rawEntityInfo(item.entity_info));
  if (entity !== null) {
    const { name, ticker, isin, country_name: country, industry, exchange_code, currency } = item;
    const vendor_id = vendorField === null ? null : item[vendorField];
    facts.learn(entity, {
      name,
      ticker,
      isin,
      vendor_id,
      country,
      industry,
      exchange_code,
      currency,
    });
  }
}

function otherSide(name: OverlayName): OverlayName {
  return name === 'bullish_stocks' ? 'bearish_stocks' : 'bullish_stocks';
}

function otherSideNotes(name: OverlayName, body: unknown): string[] {
  const other = otherSide(name);
  return isRecord(body) && other in body
    ? [t('The answer to {0} also holds {1}, which is not shown.', name, other)]
    : [];
}

/** The specification defines the sign of each list; a row that contradicts it is kept. */
function signNotes(name: OverlayName, table: TableWriter): string[] {
  const sign = name === 'bullish_stocks' ? 1 : -1;
  const wrong = table
    .column('bull_bear_score')
    .values.filter(score => typeof score === 'number' && score * sign < 0).length;
  if (wrong === 0) {
    return [];
  }
  return [
    sign === 1
      ? plural(
          wrong,
          'bull_bear_score is negative in {0} row of {1}.',
          'bull_bear_score is negative in {0} rows of {1}.',
          name,
        )
      : plural(
          wrong,
          'bull_bear_score is positive in {0} row of {1}.',
          'bull_bear_score is positive in {0} rows of {1}.',
          name,
        ),
  ];
}

/** One company may be listed on several exchanges. */
function repeatedNotes(entities: readonly string[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set(entities.filter(entity => seen.size === seen.add(entity).size));
  return repeated.size > 0
    ? [t('In the list more than once, so join on entity and ticker: {0}.', someOf([...repeated]))]
    : [];
}

function itemNotes(items: readonly unknown[]): string[] {
  const records = items.filter(isRecord);
  const nameless = records.filter(
    item => canonicalKey(rawEntityInfo(item['entity_info'])) === null,
  ).length;
  const contradicting = records.filter(tickerContradicts).map(item => String(item['ticker']));
  return [
    nameless > 0
      ? plural(
          nameless,
          '{0} row had no entity_info: entity is null.',
          '{0} rows had no entity_info: entity is null.',
        )
      : '',
    contradicting.length > 0
      ? t('The ticker does not end in the exchange code: {0}.', someOf(contradicting))
      : '',
  ].filter(note => note !== '');
}

/** Overlays list no date parameters, so only the answer's own dates show whether they were honoured. */
function ignoredDateNotes(
  name: OverlayName,
  request: ServiceRequest,
  table: TableWriter,
): string[] {
  const days = table.column('date').values;
  const { before, after } = outsideRange(request.parameters, days);
  return before + after > 0
    ? [
        plural(
          before + after,
          'The date of {0} row is outside date_from and date_to: the service ignores these parameters of {1}.',
          'The dates of {0} rows are outside date_from and date_to: the service ignores these parameters of {1}.',
          name,
        ),
      ]
    : [];
}
