/**
 * Intervals of time in `nice` and `tickCount`: Vega-Lite documents `hour`, Vega only reads `hours`, and fails when it
 * computes a step of an unknown name.
 */

import { t } from '../../core/base/translations';
import { isRecord, type Json } from '../../core/base/json';

/** Vega-Lite's names, and Vega's if they differ. */
const intervals: ReadonlyMap<string, string> = new Map([
  ['millisecond', 'milliseconds'],
  ['second', 'seconds'],
  ['minute', 'minutes'],
  ['hour', 'hours'],
  ['day', 'day'],
  ['week', 'week'],
  ['month', 'month'],
  ['year', 'year'],
]);
const vegaNames = new Set([...intervals.values(), 'date', 'dayofyear', 'isoweek']);

/** @returns The value of a `nice` or `tickCount` with the interval as Vega reads it. */
export function withVegaInterval(value: Json): Json {
  if (typeof value === 'string') {
    return intervals.get(value) ?? value;
  }
  const name = isRecord(value) ? value['interval'] : undefined;
  return isRecord(value) && typeof name === 'string'
    ? { ...value, interval: intervals.get(name) ?? name }
    : value;
}

/** @returns Why Vega cannot read the value of a `nice` or `tickCount`, without a full stop; null if it can. */
export function intervalRefusal(value: Json): string | null {
  const name = isRecord(value) && 'step' in value ? value['interval'] : undefined;
  return typeof name !== 'string' || intervals.has(name) || vegaNames.has(name)
    ? null
    : t(
        'Vega accepts no step for the interval "{0}", only for {1}',
        name,
        [...intervals.keys()].join(', '),
      );
}
