import { t } from '../base/translations';

/**
 * The most values of a `sort` that lists them.
 *
 * Vega-Lite writes such a list as one condition inside another. Vega reads 1,800 of them on a page that was just opened
 * and 6,000 after some charts: how many depends on how much of its code the browser has compiled.
 */
export const mostSortValues = 1_000;

/** @returns Why the value of a `sort` is refused, without a full stop; null if it is not. */
export function sortRefusal(sort: unknown): string | null {
  return Array.isArray(sort) && sort.length > mostSortValues
    ? t(
        'A "sort" lists at most {0} values; sort by a column that numbers them instead: "sort": {"field": "place", "op": "min"}',
        mostSortValues,
      )
    : null;
}
