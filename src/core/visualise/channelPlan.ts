/** The definition of a Vega-Lite channel for a whole chart, so that all layers share scale, guide and title. */

import type { Json, JsonObject } from '../base/json';
import { fieldPath } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ScaleOf } from './scaleDomain';

export interface ChannelPlan extends ScaleOf {
  /** Null hides the title. */
  readonly title: string | null;
  /** The time unit that groups the values before they are placed: dates on a discrete axis. */
  readonly timeUnit: string | null;
  /** `scale`, `axis` or `legend`, and `sort`, as they are written into the definition. */
  readonly properties: JsonObject;
  /** The values that FROM lists; null if it lists none. */
  readonly only: readonly Json[] | null;
  /** The values in the order of their type, if it defines one. */
  readonly order?: readonly string[];
  /** Several fields have the values of `order`, for which Vega-Lite would sort the scale by name. */
  readonly isUnited?: boolean;
  /** The ends between which values are drawn, both included. */
  readonly within?: readonly [number | null, number | null];
  /** Only values above zero can be drawn. */
  readonly isLog: boolean;
  /** Vega expression of the drawn value, if it is not the value itself. */
  readonly drawn?: (value: string) => string;
  /** The values themselves are drawn: `SCALE IDENTITY`. */
  readonly isIdentity?: boolean;
  /** Colours part at zero: both ends are as far from it. */
  readonly isCentred?: boolean;
}

/** @returns The channel's definition for a column. */
export function columnDefinition(plan: ChannelPlan, column: ChartColumn): JsonObject {
  return fieldDefinition(plan, fieldPath(column.name));
}

/** @returns The channel's definition for `field`, which has values like those of a column. */
export function fieldDefinition(plan: ChannelPlan, field: string): JsonObject {
  return {
    field,
    ...(plan.timeUnit === null ? {} : { timeUnit: plan.timeUnit }),
    type: plan.measure,
    title: plan.title,
    ...plan.properties,
  };
}

/** @returns The channel's definition for one value of all rows. */
export function datumDefinition(plan: ChannelPlan, value: Json): JsonObject {
  const properties = Object.entries(plan.properties).filter(([name]) => name !== 'sort');
  return {
    datum: value,
    type: plan.measure,
    title: plan.title,
    ...Object.fromEntries(properties),
  };
}

/** @returns The channel's definition for `field`, which a transform makes of a literal that names a series. */
export function seriesDefinition(plan: ChannelPlan, field: string): JsonObject {
  return { field, type: plan.measure, title: plan.title, ...plan.properties };
}

/** @returns Filters for the rows of a layer that maps `column` to the channel. */
export function planFilters(plan: ChannelPlan, column: ChartColumn): JsonObject[] {
  const field = fieldPath(column.name);
  return [
    // If null is listed, it has replaced the values that are not listed.
    ...(plan.only && !plan.only.includes(null) ? [{ filter: { field, oneOf: plan.only } }] : []),
    // A missing date is not the first of January 1970, which Vega-Lite's time units make of it.
    ...(plan.timeUnit === null ? [] : [{ filter: { field, valid: true } }]),
    ...(plan.within ? [{ filter: { field, range: plan.within } }] : []),
    ...(plan.isLog ? [{ filter: { field, gt: 0 } }] : []),
  ];
}
