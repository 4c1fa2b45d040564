/** Operations 3 and 4: the most bullish and the most bearish stocks. */

import { parsePlainDate, dayOfPlainDate } from '../../core/base/plainDate';
import type { Horizon } from '../world/scores';
import { quoteOf } from '../world/prices';
import { overlaidScore } from '../world/rankings';
import type { LatestScore, Rankings } from '../world/rankings';
import { isMember } from '../world/stockIndices';
import type { DayRange, World } from '../world/world';
import { alwaysListing, dateText } from './fields';
import { decimal, quoted, separated } from './json';
import { single } from './query';
import type { Query } from './query';
import { Rejection } from './rejection';
import { horizonOf, type Question } from './question';

const standardAmount = 15;

/** Returns the rankings of a horizon by the last scores of a range. */
export type RankingsOf = (horizon: Horizon, range: DayRange) => Rankings;

/** @returns The texts of a `BullishStocksOverlay` or `BearishStocksOverlay`. */
export function overlayAnswer(question: Question, rankingsOf: RankingsOf): Iterable<string> {
  const { world, query } = question;
  const isBullish = question.operation.name === 'bullish_stocks';
  const amount = Number(single(query, 'amount') ?? standardAmount);
  const ranked = rankingsOf(horizonOf(question), datesOf(query, world)).rank({
    side: isBullish ? 1 : -1,
    amount: Math.max(0, amount),
    passes: filterOf(world, query),
  });
  return overlayTexts(question, isBullish ? 'bullish_stocks' : 'bearish_stocks', ranked);
}

function* overlayTexts(
  { world }: Question,
  key: string,
  ranked: readonly LatestScore[],
): Generator<string> {
  yield `{"${key}":[`;
  yield* separated(ranked, latest => [itemText(world, latest)]);
  yield ']}';
}

/** Assumption A6: dates on an overlay are ignored, honoured or refused. */
function datesOf(query: Query, { history, switches }: World): DayRange {
  const name = ['date_from', 'date_to'].find(parameter => query.has(parameter));
  if (name === undefined || switches.overlayDates === 'ignored') {
    return history;
  }
  if (switches.overlayDates === '422') {
    throw new Rejection(422, [
      {
        location: ['query', name],
        type: ['extra_forbidden', 'value_error.extra'],
        message: 'Extra inputs are not permitted',
        input: single(query, name),
      },
    ]);
  }
  const day = (parameter: string): number | undefined => {
    const date = parsePlainDate(single(query, parameter) ?? '');
    return date && dayOfPlainDate(date);
  };
  return { from: day('date_from') ?? history.from, to: day('date_to') ?? history.to };
}

function filterOf({ universe }: World, query: Query): (index: number) => boolean {
  const { facts } = universe;
  const industry = given(query, 'industry');
  const countryId = given(query, 'source_country');
  const stockIndex = given(query, 'stock_index');
  return index => {
    const country = facts.country(index);
    return (
      (countryId === undefined || country.id === countryId) &&
      (stockIndex === undefined || isMember(stockIndex, country, facts.size(index))) &&
      (industry === undefined || facts.industry(index).code === industry)
    );
  };
}

function given(query: Query, name: string): string | undefined {
  const value = single(query, name);
  return value === 'all' ? undefined : value;
}

/** The id in an overlay carries the type, and the compound key carries it twice. */
function itemText(world: World, latest: LatestScore): string {
  const { index, day, score } = latest;
  const company = world.universe.company(index);
  const { price, change } = quoteOf(world, index, day);
  const delta = world.switches.priceDelta === 'absolute' ? change : change / (price - change);
  const squid = 1 / (1 + Math.exp(-Math.abs(score)));
  const alphaId = `company:${company.id}`;
  return (
    `{${alwaysListing(company.listing)},` +
    `"entity_info":{"type":"company","alpha_id":${quoted(alphaId)},"compound_key":${quoted(`company:${alphaId}`)}},` +
    `"date":${dateText(day)},${quoted(world.config.vendorField)}:${quoted(`company:${company.vendorId}`)},` +
    `"industry":"industry.${company.industry.code}","bull_bear_score":${decimal(overlaidScore(world, latest))},` +
    `"squid_score":${decimal(squid)},"price":${decimal(price)},"price_delta":${decimal(delta)},` +
    `"name":${quoted(company.name)},"isin":"${company.isin}",` +
    `"country_name":${quoted(company.country.name)},"country_id":"${company.country.id}"}`
  );
}
