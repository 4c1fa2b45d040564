/** Combines several views into one: what they share is written once. */

import type { Json, JsonObject } from '../base/json';
import { isJsonObject, shortMark } from './vegaView';
import type { VegaView } from './vegaView';

/** Properties of a definition that belong to the channel's one scale. */
const scaleProperties = ['scale', 'axis', 'legend'];

/** @returns One view: the only one itself, or a view of layers with their common encoding above them. */
export function composeViews(views: readonly VegaView[]): JsonObject {
  const [only] = views;
  if (only && views.length === 1) {
    return view(only.rest, only.encoding);
  }
  const shared: Record<string, Json> = {};
  for (const [channel, definition] of Object.entries(only?.encoding ?? {})) {
    if (views.every(each => isSame(each.encoding[channel], definition))) {
      shared[channel] = definition;
    }
  }
  const apart = ownOffsets(views);
  const seen = new Set<string>();
  const layer = views.map(({ rest, encoding }) => {
    const own = Object.entries(encoding).filter(([channel]) => !Object.hasOwn(shared, channel));
    return view(
      rest,
      Object.fromEntries(
        own.map(([channel, value]) =>
          apart.includes(channel) ? [channel, value] : lean(channel, value, seen),
        ),
      ),
    );
  });
  const scale = Object.fromEntries(apart.map(channel => [channel, 'independent']));
  return { ...view({ layer }, shared), ...(apart.length > 0 ? { resolve: { scale } } : {}) };
}

/**
 * @returns Whether offsets of the view have separate scales, so that the height of a slot does not determine that of a
 * band.
 */
export function hasOwnOffsets(body: JsonObject): boolean {
  return 'resolve' in body;
}

/**
 * The offsets with a scale for each view. Jittered marks are anywhere in a band, other marks in its slots or across it:
 * with one scale for both, Vega-Lite would make boxes and bars without a width.
 */
function ownOffsets(views: readonly VegaView[]): readonly string[] {
  return ['xOffset', 'yOffset'].filter(channel => {
    const types = views.map(({ encoding }) => {
      const offset = encoding[channel];
      return offset !== undefined && isJsonObject(offset) ? offset['type'] : undefined;
    });
    return types.includes('quantitative') && types.some(type => type !== 'quantitative');
  });
}

/**
 * The first definition of a channel carries its scale, axis and legend; the others follow it. A time is written with
 * its scale everywhere: without it Vega-Lite describes the value to screen readers in the machine's time zone.
 */
function lean(channel: string, definition: Json, seen: Set<string>): [string, Json] {
  if (!isJsonObject(definition) || definition['type'] === 'temporal') {
    return [channel, definition];
  }
  const kept = Object.entries(definition).filter(([name, value]) => {
    const key = `${channel} ${name} ${JSON.stringify(value)}`;
    const isRepeated = scaleProperties.includes(name) && value !== null && seen.has(key);
    seen.add(key);
    return !isRepeated;
  });
  return [channel, Object.fromEntries(kept)];
}

function view(rest: JsonObject, encoding: JsonObject): JsonObject {
  const { data, transform, mark, layer } = rest;
  return {
    ...(data === undefined ? {} : { data }),
    ...(transform === undefined ? {} : { transform }),
    ...(mark === undefined ? {} : { mark: shortMark(mark) }),
    ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
    ...(layer === undefined ? {} : { layer }),
  };
}

function isSame(a: Json | undefined, b: Json): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
