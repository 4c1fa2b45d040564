/**
 * The columns of the signal functions: every field of the answers under its wire name, `entity` first
 * (service-spec, "Resources and their fields"). Useful columns come first, bookkeeping last.
 */

import type { Column, ColumnType } from './columns';
import type { FunctionName } from './operations';

const entity = column(
  'entity',
  'VARCHAR',
  'Canonical key <type>:<id> of the entity: the one key to join on.',
);
const date = column('date', 'DATE', 'Day of the value, as the service states it.');
const listing = [
  column('ticker', 'VARCHAR', 'Ticker in the form <symbol>.<exchange_code>.'),
  column('exchange_code', 'VARCHAR', 'Exchange code.'),
  column('exchange_name', 'VARCHAR', 'Exchange name.'),
  column('currency', 'VARCHAR', 'Trading currency code.'),
];
const entityInfo = [
  column('entity_type', 'VARCHAR', 'Entity type as on the wire, for example company.'),
  column(
    'alpha_id',
    'VARCHAR',
    'Entity id as on the wire; in overlays it carries the type prefix.',
  ),
  column(
    'compound_key',
    'VARCHAR',
    'Compound key as on the wire; in overlays the prefix is doubled.',
  ),
];
const vendorId = column(
  'vendor_id',
  'VARCHAR',
  "Company id in the service's own id scheme; its wire name carries the service maker's name.",
);
const isin = column('isin', 'VARCHAR', 'ISIN of the company.');
const eventId = (doc: string): Column => column('event_id', 'VARCHAR', doc);
const eventName = column('event_name', 'VARCHAR', 'Name of the detected event.');

const scoreColumns = [
  entity,
  date,
  column('score', 'DOUBLE', 'Bull/bear score; range and scale not documented.'),
  ...listing,
  column('score_ts_last_score_date', 'DATE', 'Day of the latest score in the answer.'),
  column('score_ts_last_score', 'DOUBLE', 'The latest score in the answer.'),
  ...entityInfo,
];

const overlayColumns = [
  entity,
  column('rank', 'BIGINT', 'Place in the list as the service ordered it, from 1.'),
  column('side', 'VARCHAR', 'bullish or bearish: the list that the row is from.'),
  column('name', 'VARCHAR', 'Company name.'),
  { ...date, doc: 'Day of the signal.' },
  column(
    'bull_bear_score',
    'DOUBLE',
    'Bull/bear score: positive in the bullish list, negative in the bearish; scale not documented.',
  ),
  column('squid_score', 'DOUBLE', 'A further score; meaning and scale not documented.'),
  column('price', 'DOUBLE', 'Price.'),
  column('price_delta', 'DOUBLE', 'Price change; unit not documented.'),
  column('industry', 'VARCHAR', 'Industry code with the prefix industry.'),
  column('country_name', 'VARCHAR', 'Country name.'),
  column('country_id', 'VARCHAR', 'Country code, two lower-case letters.'),
  isin,
  ...listing,
  vendorId,
  ...entityInfo,
];

const volumeColumns = [
  entity,
  date,
  column('trading_volume', 'DOUBLE', 'Shares traded; only dates with data have a row.'),
  ...listing,
  ...entityInfo,
];

const eventCountColumns = [
  entity,
  date,
  eventId('Event id, for example E53_A.'),
  eventName,
  column('count', 'BIGINT', 'Number of events of this type on this day; no row means none.'),
  column('sub_event_type', 'VARCHAR', 'The literal sub_event.'),
  column('last_updated', 'TIMESTAMPTZ', 'When the service last updated the series.'),
  column('used_cache', 'BOOLEAN', 'Whether the service answered from its cache.'),
  column('cache_key', 'VARCHAR', "The service's own cache key; opaque."),
  ...entityInfo,
];

const companyEventColumns = [
  entity,
  { ...date, doc: 'Date part of news_publish_time, whose time zone is not stated.' },
  column(
    'news_publish_time',
    'TIMESTAMP',
    'Publication time of the source news item; its time zone is not stated.',
  ),
  eventId('Event id inferred from event_name; null if the name has none.'),
  eventName,
  column('company', 'VARCHAR', 'Company name.'),
  column('role', 'VARCHAR', 'Role of the company in the event; an open set.'),
  column('factuality', 'VARCHAR', 'Factuality in lower case, for example fact.'),
  column('temporality', 'VARCHAR', 'Temporality in lower case, for example past.'),
  isin,
  vendorId,
  column('country', 'VARCHAR', 'Country name.'),
  column('city', 'VARCHAR', 'City.'),
  column('industry', 'VARCHAR', 'Industry; another classification than that of the overlays.'),
  column('supersector', 'VARCHAR', 'Super-sector of that classification.'),
  column('sector', 'VARCHAR', 'Sector of that classification.'),
  column('subsector', 'VARCHAR', 'Sub-sector of that classification.'),
];

/** The columns of each signal function, in order. */
export const functionColumns: Readonly<Record<FunctionName, readonly Column[]>> = {
  bull_bear_score_ts: scoreColumns,
  bullish_stocks: overlayColumns,
  bearish_stocks: overlayColumns,
  trading_volume_ts: volumeColumns,
  events_ts: eventCountColumns,
  company_events: companyEventColumns,
};

/**
 * The columns of a time series whose values differ from point to point; the values of the others rarely or never change
 * within a series. Functions that return no series are absent.
 */
export const pointColumns: Readonly<Partial<Record<FunctionName, readonly string[]>>> = {
  bull_bear_score_ts: ['date', 'score'],
  trading_volume_ts: ['date', 'trading_volume'],
  events_ts: ['date', 'event_id', 'event_name', 'count'],
};

function column(name: string, type: ColumnType, doc: string): Column {
  return { name, type, doc };
}
