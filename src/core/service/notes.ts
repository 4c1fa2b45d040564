/** Parts of the sentences that decoders write. */

import { t } from '../base/translations';

/** The first five, and how many more there are. */
export function someOf(texts: readonly string[]): string {
  const more = texts.length - 5;
  return more > 0 ? t('{0} and {1} more', texts.slice(0, 5).join(', '), more) : texts.join(', ');
}
