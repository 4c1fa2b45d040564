/**
 * The service in one table: its nine operations (service-spec, "Endpoints").
 *
 * Client, sandbox, SQL functions, editor help and the reference page derive from this table; nothing
 * about an operation is written a second time.
 */

import {
  eventFilters,
  eventIdFilter,
  overlayParameters,
  range,
  timeHorizon,
  type Parameter,
} from './parameters';

export type OperationName =
  | 'bull_bear_score_ts'
  | 'bull_bear_score_ts_itemized'
  | 'bullish_stocks'
  | 'bearish_stocks'
  | 'trading_volume_ts'
  | 'trading_volume_ts_itemized'
  | 'events_ts'
  | 'events_ts_itemized'
  | 'company_events';

/** The table functions of the SQL surface. Three of them cover two operations: one entity, or a list. */
export type FunctionName =
  | 'bull_bear_score_ts'
  | 'bullish_stocks'
  | 'bearish_stocks'
  | 'trading_volume_ts'
  | 'events_ts'
  | 'company_events';

export interface Operation {
  readonly name: OperationName;
  /** Its number in the specification. */
  readonly number: number;
  readonly function: FunctionName;
  readonly method: 'GET' | 'POST';
  readonly base: 'quant' | 'data';
  /** Path after the base; `{entity_type}` and `{entity_id}` are replaced by one encoded segment each. */
  readonly path: string;
  /** The subject of a request: one entity in the path, a list in the body, or nothing. */
  readonly subject: 'entity' | 'list' | 'none';
  readonly parameters: readonly Parameter[];
  /** The name of the answer's type in the specification. */
  readonly answer: string;
  readonly doc: string;
}

export const operations: readonly Operation[] = [
  {
    name: 'bull_bear_score_ts',
    number: 1,
    function: 'bull_bear_score_ts',
    method: 'GET',
    base: 'quant',
    path: 'trading/v3/{entity_type}/{entity_id}/bull_bear_score_ts',
    subject: 'entity',
    parameters: [...range, timeHorizon],
    answer: 'BullBearScoreTsResponseV2',
    doc: 'Daily bull/bear scores of one stock.',
  },
  {
    name: 'bull_bear_score_ts_itemized',
    number: 2,
    function: 'bull_bear_score_ts',
    method: 'POST',
    base: 'quant',
    path: 'trading/v3/portfolio/bull_bear_score_ts_itemized',
    subject: 'list',
    parameters: range,
    answer: 'BullBearScoreTsItemizedResponseV2',
    doc: 'Daily bull/bear scores of a list of stocks.',
  },
  {
    name: 'bullish_stocks',
    number: 3,
    function: 'bullish_stocks',
    method: 'GET',
    base: 'quant',
    path: 'signal/bullish_stocks',
    subject: 'none',
    parameters: overlayParameters,
    answer: 'BullishStocksOverlay',
    doc: 'The stocks with the most bullish scores, in the order of the service.',
  },
  {
    name: 'bearish_stocks',
    number: 4,
    function: 'bearish_stocks',
    method: 'GET',
    base: 'quant',
    path: 'signal/bearish_stocks',
    subject: 'none',
    parameters: overlayParameters,
    answer: 'BearishStocksOverlay',
    doc: 'The stocks with the most bearish scores, in the order of the service.',
  },
  {
    name: 'trading_volume_ts',
    number: 5,
    function: 'trading_volume_ts',
    method: 'GET',
    base: 'quant',
    path: 'trading/{entity_type}/{entity_id}/trading_volume_ts',
    subject: 'entity',
    parameters: range,
    answer: 'TradingVolumeTs',
    doc: 'Daily trading volume of one stock; only dates with data.',
  },
  {
    name: 'trading_volume_ts_itemized',
    number: 6,
    function: 'trading_volume_ts',
    method: 'POST',
    base: 'quant',
    path: 'trading/portfolio/trading_volume_ts_itemized',
    subject: 'list',
    parameters: range,
    answer: 'TradingVolumeTsItemizedResponse',
    doc: 'Daily trading volume of a list of stocks; only dates with data.',
  },
  {
    name: 'events_ts',
    number: 7,
    function: 'events_ts',
    method: 'GET',
    base: 'data',
    path: 'company/{entity_id}/events_ts',
    subject: 'entity',
    parameters: [...range, ...eventFilters],
    answer: 'EventsTsResponse',
    doc: 'Daily counts of detected events of one company; a type that did not occur has no row.',
  },
  {
    name: 'events_ts_itemized',
    number: 8,
    function: 'events_ts',
    method: 'POST',
    base: 'data',
    path: 'portfolio/events_ts_itemized',
    subject: 'list',
    parameters: [...range, ...eventFilters],
    answer: 'EventsTsItemizedResponse',
    doc: 'Daily counts of detected events of a list of companies; a type that did not occur has no row.',
  },
  {
    name: 'company_events',
    number: 9,
    function: 'company_events',
    method: 'POST',
    base: 'quant',
    path: 'company_data/events',
    subject: 'list',
    parameters: [...range, eventIdFilter],
    answer: 'EventsModel',
    doc: 'Rows of the global event detection dataset: one per detected mention of an event.',
  },
];

const byName = new Map(operations.map(operation => [operation.name, operation]));

/** @returns The operation of that name; the type admits no unknown one. */
export function operationNamed(name: OperationName): Operation {
  const operation = byName.get(name);
  if (!operation) {
    throw new RangeError(`no operation ${name}`);
  }
  return operation;
}
