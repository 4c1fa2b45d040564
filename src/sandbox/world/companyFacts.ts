/**
 * Facts of a company as functions of its number: nothing is stored for unused companies, so a universe of 100,000
 * companies costs nothing to open.
 */

import { countries, countryBlock, countryOfPlace } from './countries';
import type { Country } from './countries';
import { industryOfDraw, marketIndustries } from './industries';
import type { Industry } from './industries';
import { bitsAt, drawBits, normalQuantile, purposes, streamOf, uniformAt } from './random';
import type { Stream } from './random';
import { specialKindOf } from './oddCompanies';

/** Events a weekday: log-normal. These give the reference draw: median 0.10, mean 0.35, 99th percentile 4.0. */
const rateMedian = 0.1;
const rateDeviation = 1.58;
const rateCap = 40;
/** No company is more extreme than one of 1500 would be: the busiest of 600 then has some 12 events a day. */
const outermost = 1 / 1500;

/** Step of a sequence whose every stretch is spread evenly over (0, 1). */
const goldenStep = 0.6180339887498949;
/** A step through a block of countries that visits every index. */
const countryStep = 371;

/** The first company is American and often in the news, whatever the seed: examples begin with it. */
const firstPlace = countryOfPlace.findIndex(number => countries[number]?.id === 'us');
const firstPlaces = 200;

const fields = { industry: 0, size: 1, sizeApart: 2 } as const;

/** Facts that need no text: cheap enough to look at for every company of a universe. */
export class CompanyFacts {
  private readonly market: Stream;
  private readonly offset: number;
  private readonly rateOffset: number;

  constructor(readonly seed: number) {
    this.market = streamOf(seed, 0, purposes.universe);
    this.offset = firstPlace + (bitsAt(this.market, 0) % firstPlaces);
    this.rateOffset = 0.27 + 0.06 * uniformAt(this.market, 1);
  }

  /** @returns Bits from which the rest of the company's facts are drawn. */
  key(index: number): number {
    return bitsAt(this.market, index + 16);
  }

  /** @returns Its number in `countries`; every country occurs in each block of 600 companies. */
  countryNumber(index: number): number {
    const place = ((index % countryBlock) * countryStep + this.offset) % countryBlock;
    return countryOfPlace[place] ?? 0;
  }

  country(index: number): Country {
    return at(countries, this.countryNumber(index));
  }

  /** @returns Its number in `marketIndustries`. The British Virgin Islands have no utilities, on purpose. */
  industryNumber(index: number): number {
    const number = industryOfDraw(drawBits(this.key(index), fields.industry) / 4_294_967_296);
    const isLeftEmpty =
      at(marketIndustries, number).code === 'utilities' && this.country(index).id === 'vg';
    return isLeftEmpty ? number - 1 : number;
  }

  industry(index: number): Industry {
    return at(marketIndustries, this.industryNumber(index));
  }

  /** @returns Events of a weekday without season, burst or excitation. */
  eventRate(index: number): number {
    if (specialKindOf(index) === 'burst') {
      return 0.05;
    }
    const rate = rateMedian * Math.exp(rateDeviation * normalQuantile(this.rateQuantile(index)));
    return Math.min(rateCap, rate);
  }

  /** @returns The company's place among all by size, in (0, 1); large companies are more often in the news. */
  size(index: number): number {
    const key = this.key(index);
    const isApart = drawBits(key, fields.size) < 0.4 * 4_294_967_296;
    return isApart
      ? (drawBits(key, fields.sizeApart) + 0.5) / 4_294_967_296
      : this.rateQuantile(index);
  }

  private rateQuantile(index: number): number {
    const place = (this.rateOffset + (index + 1) * goldenStep) % 1;
    return Math.min(1 - outermost, Math.max(outermost, place));
  }
}

function at<T>(list: readonly T[], number: number): T {
  const item = list[number];
  if (item === undefined) {
    throw new RangeError(`nothing at ${number}`);
  }
  return item;
}
