/** What an explorer shows where no row fits: the filters without which there would be rows, most rows first. */

import { t } from '../../core/base/translations';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import { rowsText } from '../../core/protocol/footer';
import { filterTexts } from '../../core/protocol/shownRows';
import { button, element } from '../dom';

/**
 * @param without How many rows there would be without each filter.
 * @param names Those of the columns.
 */
export function nothingFound(
  filters: readonly ColumnFilter[],
  without: readonly number[],
  names: readonly string[],
  onFilters: (filters: readonly ColumnFilter[]) => void,
): readonly HTMLElement[] {
  const texts = filterTexts({ sort: [], filters }, names);
  const relaxed = filters
    .map((filter, index) => ({ filter, text: texts[index] ?? '', rows: without[index] ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .toSorted((one, other) => other.rows - one.rows);
  const advice =
    relaxed.length === 0
      ? t('Without any single filter there are none either: remove several.')
      : t('There are rows without one of these filters:');
  return [
    element('p', { text: t('No row fits all filters. {0}', advice) }),
    element(
      'ul',
      {},
      relaxed.map(({ filter, text, rows }) => {
        const remove = button(t('Remove: {0}', text), 'ms-link', () =>
          onFilters(filters.filter(other => other !== filter)),
        );
        return element('li', {}, [remove, element('span', { text: ` ${rowsText(rows)}` })]);
      }),
    ),
    button(t('Clear all filters'), 'ms-link', () => onFilters([])),
  ];
}
