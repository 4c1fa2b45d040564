/**
 * Counts the views of a Vega-Lite specification.
 *
 * Vega-Lite compiles each view by itself, some milliseconds each, and `repeat` makes many of a few characters. The
 * kernel and the page refuse the same specifications.
 */

import { t } from '../base/translations';
import { isRecord, type Json, type JsonObject } from '../base/json';

/** Views of one chart. */
const mostViews = 100;
/** Parts (objects, lists and values) of one chart where what is repeated is written out. */
const mostParts = 40_000;

/** @returns Why the specification has too many views to be compiled; null if it has not. */
export function tooManyViews(spec: JsonObject): string | null {
  const views = viewCount(spec);
  if (views > mostViews) {
    return t(
      'The specification draws {0} views; a chart has at most {1}. Repeat fewer fields or list fewer views.',
      shown(views),
      mostViews,
    );
  }
  return partCount(spec, 0) > mostParts
    ? t(
        'The specification has more than {0} parts once its repeated views are written out. Repeat fewer fields or list fewer views.',
        mostParts,
      )
    : null;
}

const mostDepth = 60;

/** @returns How many views the specification draws, each repeated one counted. */
export function viewCount(spec: JsonObject, depth = 0): number {
  if (depth > mostDepth) {
    return 1;
  }
  let inside = 0;
  for (const key of ['layer', 'concat', 'hconcat', 'vconcat']) {
    const list: Json | undefined = spec[key];
    const parts: readonly Json[] = Array.isArray(list) ? list : [];
    for (const part of parts) {
      inside += isObject(part) ? viewCount(part, depth + 1) : 1;
    }
  }
  const inner = spec['spec'];
  if (isObject(inner)) {
    inside += viewCount(inner, depth + 1);
  }
  return repeats(spec['repeat']) * Math.max(1, inside);
}

function partCount(value: Json, depth: number): number {
  if (depth > mostDepth || typeof value !== 'object' || value === null) {
    return 1;
  }
  let parts = 1;
  for (const [key, item] of Object.entries(value)) {
    const isRows = key === 'datasets' || (key === 'values' && !Array.isArray(value));
    const times = key === 'spec' && isObject(value) ? repeats(value['repeat']) : 1;
    parts += isRows ? 1 : times * partCount(item, depth + 1);
  }
  return parts;
}

/** @returns How often a view is drawn that repeats this. */
export function repeats(repeat: Json | undefined): number {
  const lists: unknown[] = isRecord(repeat) ? Object.values(repeat) : [repeat];
  return lists.reduce<number>(
    (product, list) => product * (Array.isArray(list) ? Math.max(1, list.length) : 1),
    1,
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return isRecord(value);
}

function shown(count: number): string {
  return count > 1e6 ? t('more than a million') : String(count);
}
