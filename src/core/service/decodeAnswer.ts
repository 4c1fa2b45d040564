/**
 * The service's answers as tables: where parsed JSON becomes typed.
 *
 * Tolerates what the specification leaves open (absent and null fields, unknown fields, missing or repeated entities,
 * unsorted series), and reports it in notes.
 */

import { scoreSeries } from './bullBearScores';
import { decodeCompanyEvents } from './companyEvents';
import type { DecodeContext, DecodedAnswer } from './decodedAnswer';
import { eventCountSeries } from './eventCounts';
import { decodeOverlay } from './overlays';
import type { ServiceRequest } from './request';
import { decodeSeries } from './seriesAnswer';
import { volumeSeries } from './tradingVolume';

export type { DecodeContext, DecodedAnswer } from './decodedAnswer';

/**
 * @param body Parsed JSON of a successful answer to `request`.
 * @returns The rows under the columns of the operation's function.
 * @throws {ServiceError} `malformed` if the answer is not of its shape at all, or where more than 5 % of its
 *   rows hold values of the wrong type.
 */
export function decodeAnswer(
  request: ServiceRequest,
  body: unknown,
  context: DecodeContext,
): DecodedAnswer {
  switch (request.operation) {
    case 'bull_bear_score_ts':
    case 'bull_bear_score_ts_itemized':
      return decodeSeries(request, body, context, scoreSeries);
    case 'bullish_stocks':
    case 'bearish_stocks':
      return decodeOverlay(request.operation, request, body, context);
    case 'trading_volume_ts':
    case 'trading_volume_ts_itemized':
      return decodeSeries(request, body, context, volumeSeries);
    case 'events_ts':
    case 'events_ts_itemized':
      return decodeSeries(request, body, context, eventCountSeries);
    case 'company_events':
      return decodeCompanyEvents(request, body, context);
  }
}
