/**
 * Lines and areas that are separated by a column called `count`.
 *
 * Vega splits the rows of such marks into groups, and overwrites the value of that name with the number of rows of a
 * group: all but one of the groups would be lost.
 */

import type { Json, JsonObject } from '../base/json';
import { ownField } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';
import { isJsonObject } from './vegaView';

/** Vega's name for the number of rows. */
const COUNTED = 'count';

const positions: readonly string[] = ['x', 'y', 'x2', 'y2', 'order', 'text', 'tooltip'];

/** @returns The encoding over a field of another name, and the transform that makes it; as it was for other columns. */
export function pathSeries(
  layer: ResolvedLayer,
  encoding: JsonObject,
): { readonly encoding: JsonObject; readonly transform: readonly JsonObject[] } {
  const field = ownField(layer, 'series');
  const isCounted = (definition: Json): definition is JsonObject =>
    isJsonObject(definition) && definition['field'] === COUNTED;
  const apart = (definition: Json): Json =>
    isCounted(definition) ? { ...definition, field } : definition;
  const channels = Object.entries(encoding).map(([channel, definition]): [string, Json] => {
    if (positions.includes(channel)) {
      return [channel, definition];
    }
    return [channel, Array.isArray(definition) ? definition.map(apart) : apart(definition)];
  });
  const renamed = Object.fromEntries(channels);
  return layer.type.connects && JSON.stringify(renamed) !== JSON.stringify(encoding)
    ? { encoding: renamed, transform: [{ calculate: `datum.${COUNTED}`, as: field }] }
    : { encoding, transform: [] };
}
