/** The bars of a histogram, of equal width. */

import { t } from '../../core/base/translations';
import { rowsText } from '../../core/protocol/footer';
import type { ColumnBin } from '../../core/protocol/columnSummary';
import { element } from '../dom';
import { trueMinus } from './format';

/** @returns An element for each bin, as high as the histogram; a bar with values is at least a pixel high. */
export function binBars(bins: readonly ColumnBin[]): HTMLElement[] {
  const most = Math.max(...bins.map(({ count }) => count));
  return bins.map(bin => {
    const bar = element('span', { class: 'ms-bin-bar' });
    bar.style.height = bin.count === 0 ? '0' : `max(1px, ${(bin.count / most) * 100}%)`;
    return element('span', { class: 'ms-bin', title: binText(bin) }, [bar]);
  });
}

/** `0.12 to 0.18: 45 rows`; nothing for an empty bin. */
function binText({ count, from, to }: ColumnBin): string | undefined {
  const [least, greatest] = [from, to].map(end => trueMinus(end ?? ''));
  const ends = from === to ? least : t('{0} to {1}', least, greatest);
  return count === 0 ? undefined : `${from === null ? '' : `${ends}: `}${rowsText(count)}`;
}
