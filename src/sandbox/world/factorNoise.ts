/**
 * The white noise that companies of a country, or of an industry, share.
 *
 * Each of them reads it, so stretches of it are cached; the cache is limited and can always be recomputed.
 */

import { noiseAt, streamOf } from './random';

/** Draws of a stretch; a power of two. */
export const stretchLength = 64;
const stretchesKept = 16_384;
/** More than there are factors of any one purpose. */
const mostFactors = 64;

export class FactorNoise {
  private readonly kept = new Map<number, Float64Array>();

  constructor(private readonly seed: number) {}

  /**
   * @param purpose One of `purposes`.
   * @param factor The number of the country or industry, below 64.
   * @param stretch Which stretch: the draws from `stretch * stretchLength` on.
   * @returns The draws of the stretch.
   */
  stretch(purpose: number, factor: number, stretch: number): Float64Array {
    const key = (stretch * mostFactors + factor) * mostFactors + purpose;
    const known = this.kept.get(key);
    if (known) {
      return known;
    }
    if (this.kept.size >= stretchesKept) {
      this.kept.clear();
    }
    const stream = streamOf(this.seed, factor, purpose);
    const first = stretch * stretchLength;
    const made = new Float64Array(stretchLength);
    for (let place = 0; place < stretchLength; place++) {
      made[place] = noiseAt(stream, first + place);
    }
    this.kept.set(key, made);
    return made;
  }
}
