/** Operations 3 and 4: the most bullish and the most bearish stocks. */

import { parsePlainDate, dayOfPlainDate } from '../../core/base/plainDate';
import type { Horizon } from '../world/scores';
import { quoteOf } from '../world/prices';
import { latestIn, shownScore } from '../world/rankings';
import type { LatestScore, Rankings } from '../world/rankings';
import { isMember } from '../world/stockIndices';
import type { DayRange, World } from '../world/world';
import { alwaysListing, dateText } from './fields';
import { horizonOf } from './horizon';
import { decimal, quoted, separated } from './json';
import { single } from './query';
import type { Query } from './query';
import { Rejection } from './rejection';
import type { Question } from './question';

const standardAmount = 15;

/** @returns The texts of a `BullishStocksOverlay` or `BearishStocksOverlay`. */
export function overlayAnswer(question: Question, rankings: Rankings): Iterable<string> {
  const isBullish = question.operation.name === 'bullish_stocks';
  const amount = Number(single(question.query, 'amount') ?? standardAmount);
  const ranked = rank(question, rankings, isBullish ? 1 : -1).slice(0, Math.max(0, amount));
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

/** @returns The companies on one side of zero that pass the filter, the strongest first. */
function rank(question: Question, rankings: Rankings, side: 1 | -1): LatestScore[] {
  const { world, query } = question;
  const passes = filterOf(world, query);
  const latest = latestOf(question, rankings, horizonOf(question));
  const found: LatestScore[] = [];
  for (let index = 0; index < world.universe.count; index++) {
    const score = passes(index) ? latest(index) : undefined;
    if (score && shownScore(world, score.score) * side > 0) {
      found.push(score);
    }
  }
  return found.sort((a, b) => (b.score - a.score) * side || a.index - b.index);
}

/** Assumption A6: dates on an overlay are ignored, honoured or refused. */
function latestOf(
  { world, query }: Question,
  rankings: Rankings,
  horizon: Horizon,
): (index: number) => LatestScore | undefined {
  const hasDates = query.has('date_from') || query.has('date_to');
  if (!hasDates || world.switches.overlayDates === 'ignored') {
    return index => rankings.latest(index, horizon);
  }
  if (world.switches.overlayDates === '422') {
    const name = query.has('date_from') ? 'date_from' : 'date_to';
    throw new Rejection(422, [
      {
        location: ['query', name],
        type: ['extra_forbidden', 'value_error.extra'],
        message: 'Extra inputs are not permitted',
        input: single(query, name),
      },
    ]);
  }
  const range = datesOf(query, world);
  return index => latestIn(world, index, range, horizon);
}

function datesOf(query: Query, { history }: World): DayRange {
  const day = (name: string): number | undefined => {
    const date = parsePlainDate(single(query, name) ?? '');
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
function itemText(world: World, { index, day, score }: LatestScore): string {
  const company = world.universe.company(index);
  const { price, change } = quoteOf(world, index, day);
  const delta = world.switches.priceDelta === 'absolute' ? change : change / (price - change);
  const squid = 1 / (1 + Math.exp(-Math.abs(score)));
  const alphaId = `company:${company.id}`;
  return (
    `{${alwaysListing(company.listing)},` +
    `"entity_info":{"type":"company","alpha_id":${quoted(alphaId)},"compound_key":${quoted(`company:${alphaId}`)}},` +
    `"date":${dateText(day)},${quoted(world.config.vendorField)}:${quoted(`company:${company.vendorId}`)},` +
    `"industry":"industry.${company.industry.code}","bull_bear_score":${decimal(shownScore(world, score))},` +
    `"squid_score":${decimal(squid)},"price":${decimal(price)},"price_delta":${decimal(delta)},` +
    `"name":${quoted(company.name)},"isin":"${company.isin}",` +
    `"country_name":${quoted(company.country.name)},"country_id":"${company.country.id}"}`
  );
}
