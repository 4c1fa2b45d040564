/** Parts of the sentences that decoders write. */

import { grouped } from '../base/text';

/** `3 entities`, `1 entity`. */
export function countedEntities(count: number): string {
  return count === 1 ? '1 entity' : `${grouped(count)} entities`;
}

/** The first five, and how many more there are. */
export function someOf(texts: readonly string[]): string {
  const more = texts.length - 5;
  return texts.slice(0, 5).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
