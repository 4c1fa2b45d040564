/**
 * Random numbers without state: every draw is a hash of a 64-bit key and a 32-bit counter.
 *
 * A key identifies (seed, entity, purpose), a counter usually a day, so any slice of any series can be computed in any
 * order. Two 32-bit lanes and `Math.imul` keep it out of BigInt, which is too slow here.
 */

import { mix } from '../../core/base/hash';

/** The purpose of a draw. Part of the key, so that no two purposes share numbers. */
export const purposes = {
  facts: 1,
  score: 2,
  countryFactor: 3,
  industryFactor: 4,
  scoreDays: 5,
  events: 6,
  eventLevel: 7,
  sectorDays: 8,
  volume: 9,
  priceNoise: 10,
  priceNodes: 11,
  names: 12,
  universe: 13,
  answers: 14,
  faults: 15,
  reports: 16,
  slowScore: 17,
} as const;

/** The key of one series of draws. */
export interface Stream {
  readonly a: number;
  readonly b: number;
}

/** @returns The stream of an entity (its number) for a purpose. */
export function streamOf(seed: number, entity: number, purpose: number): Stream {
  const high = Math.floor(seed / 4_294_967_296) | 0;
  const a = mix(mix((seed | 0) + 0x9e3779b9) ^ Math.imul(entity + 1, 0x85ebca6b));
  const b = mix(mix(high ^ 0x7f4a7c15) ^ Math.imul(purpose, 0xc2b2ae35) ^ mix(entity ^ a));
  return { a, b };
}

/** @returns 32 bits as an unsigned integer. */
export function bitsAt(stream: Stream, counter: number): number {
  return mix(mix(counter + stream.a) ^ stream.b) >>> 0;
}

/** @returns A uniform number in (0, 1), never an end. */
export function uniformAt(stream: Stream, counter: number): number {
  return (bitsAt(stream, counter) + 0.5) / 4_294_967_296;
}

/** Standard deviation of the sum of four uniform bytes. */
const FOUR_BYTES_DEVIATION = Math.sqrt(21_845);

/** @returns White noise of mean 0 and variance 1, near normal: the sum of a hash's four bytes. */
export function noiseAt(stream: Stream, counter: number): number {
  const bits = mix(mix(counter + stream.a) ^ stream.b);
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / FOUR_BYTES_DEVIATION;
}

/** @returns A standard normal draw. */
export function normalAt(stream: Stream, counter: number): number {
  return normalQuantile(uniformAt(stream, counter));
}

/** @returns 32 bits that depend on `key` and `field`: a draw that belongs to one drawn thing. */
export function drawBits(key: number, field: number): number {
  return mix(mix(key ^ Math.imul(field + 1, 0x9e3779b9)) + 0x632be5ab) >>> 0;
}

/** @returns A uniform number in (0, 1) that depends on `key` and `field`. */
export function draw(key: number, field: number): number {
  return (drawBits(key, field) + 0.5) / 4_294_967_296;
}

/**
 * The quantile function of the standard normal distribution, by a rational approximation of relative error
 * below 1.2e-9 (P. J. Acklam).
 *
 * @param probability In (0, 1).
 */
export function normalQuantile(probability: number): number {
  if (probability < 0.02425) {
    return tail(Math.sqrt(-2 * Math.log(probability)));
  }
  if (probability > 0.97575) {
    return -tail(Math.sqrt(-2 * Math.log(1 - probability)));
  }
  const q = probability - 0.5;
  const r = q * q;
  const above =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r +
      138.357751867269) *
      r -
      30.66479806614716) *
      r +
    2.506628277459239;
  const below =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r +
      66.80131188771972) *
      r -
      13.28068155288572) *
      r +
    1;
  return (above * q) / below;
}

function tail(q: number): number {
  const above =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q -
      2.549732539343734) *
      q +
      4.374664141464968) *
      q +
    2.938163982698783;
  const below =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q +
      3.754408661907416) *
      q +
    1;
  return above / below;
}
