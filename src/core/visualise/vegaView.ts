/** A Vega-Lite view with its encoding separate, so that views can share definitions. */

import type { Json, JsonObject } from '../base/json';

export interface VegaView {
  readonly encoding: JsonObject;
  /** `mark` or `layer`, and where the layer needs them `data` and `transform`. */
  readonly rest: JsonObject;
  /** Transforms of the chart's rows before they are split into panels. */
  readonly ofAllPanels?: readonly JsonObject[];
}

/** @returns The mark; a mark with only a type is shortened to that type. */
export function shortMark(mark: Json): Json {
  const isBare = isJsonObject(mark) && Object.keys(mark).length === 1;
  return isBare ? (mark['type'] ?? mark) : mark;
}

/** @returns Whether `value` is an object that is neither null nor an array. */
export function isJsonObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
