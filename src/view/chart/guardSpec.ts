/**
 * Refuses what a chart's specification may not contain.
 *
 * A specification may be somebody else's. Vega has many ways to load an address, to reach outside of its own element
 * and to turn a few characters into many rows; each is refused by name before Vega sees it. A loader that refuses
 * everything is the second line of defence.
 */

import { t } from '../../core/base/translations';
import { isRecord, type Json, type JsonObject } from '../../core/base/json';
import { mostChartRows } from '../../core/visualise/chartSize';
import { markRefusal } from '../../core/visualise/refusedMarks';
import { sortRefusal } from '../../core/visualise/sortList';
import { tooManyViews } from '../../core/visualise/viewCount';
import { intervalRefusal, withVegaInterval } from './timeIntervals';

export type Guarded =
  | { readonly kind: 'allowed'; readonly spec: JsonObject }
  | { readonly kind: 'refused'; readonly reason: string };

/** The most rows that `flatten` and `fold` of one drawing may create. */
export const mostMadeRows = mostChartRows;
/** The most values that one property can request: ticks of an axis, points on a curve. */
const MAX_STEPS = 10_000;
const MAX_FOLDED = 100;
/** The most fields of one channel, such as a tooltip: each is compared with all others. */
const MAX_CHANNEL_FIELDS = 200;
/** The most characters of one text, and of all texts: expressions are read letter by letter, titles are measured. */
const MAX_TEXT = 10_000;
const MAX_TEXTS = 500_000;
const MAX_NODES = 20_000;
const MAX_DEPTH = 40;
const MAX_SIZE_PX = 5_000;
/** Counted as if each arc of a map were as long as the longest. */
const MAX_MAP_POINTS = 2_000_000;

/** Keys that reach outside of the chart, at any place. */
const FORBIDDEN_KEYS = new Set(['url', 'href', 'element', '__proto__', 'constructor', 'prototype']);
/** Keys that do not affect the drawing, and that have been used to switch off protections. */
const DROPPED_KEYS = new Set(['usermeta', '$schema']);
/** Keys of `config` that reach outside of the drawing. */
const DROPPED_CONFIG_KEYS = new Set(['events', 'signals', 'locale']);

/** Keys that Vega-Lite would pass on unchanged; Vega's signals can run at every event. */
const PARAMETER_KEYS = new Set(['name', 'value', 'expr', 'select', 'views', 'bind', 'react']);
/** The most characters in the first line of rows given as text; and the most of that times the number of lines. */
const MAX_HEADER = 20_000;
const MAX_TEXT_CELLS = 20_000_000;

class Refusal extends Error {}

/** @returns A copy of `spec` without forbidden parts, or why it is not drawn. */
export function guardSpec(spec: JsonObject): Guarded {
  try {
    const guarded = new Guard().top(spec);
    const tooMany = tooManyViews(guarded);
    return tooMany === null
      ? { kind: 'allowed', spec: guarded }
      : { kind: 'refused', reason: tooMany };
  } catch (error) {
    if (error instanceof Refusal) {
      return { kind: 'refused', reason: error.message };
    }
    throw error;
  }
}

class Guard {
  private nodes = 0;
  private rows = 0;
  private letters = 0;

  top(spec: JsonObject): JsonObject {
    return this.object(spec, []);
  }

  private value(value: Json, path: readonly string[]): Json {
    this.nodes++;
    if (this.nodes > MAX_NODES) {
      throw new Refusal(t('The specification has more than {0} parts.', MAX_NODES));
    }
    if (path.length > MAX_DEPTH) {
      throw new Refusal(t('The specification is nested deeper than {0} levels.', MAX_DEPTH));
    }
    if (typeof value === 'string') {
      this.letters += value.length;
      if (value.length > MAX_TEXT || this.letters > MAX_TEXTS) {
        throw new Refusal(
          t(
            'A text in a specification may have at most {0} characters, and all of them together {1} (at {2}).',
            MAX_TEXT,
            MAX_TEXTS,
            path.join('.'),
          ),
        );
      }
      return checkedText(value, path);
    }
    if (Array.isArray(value)) {
      const items: readonly Json[] = value;
      return items.map((item, index) => this.value(item, [...path, String(index)]));
    }
    return isRecord(value) ? this.object(value, path) : value;
  }

  private object(source: Readonly<Record<string, Json>>, path: readonly string[]): JsonObject {
    const kept: Record<string, Json> = {};
    const inConfig = path.length === 1 && path[0] === 'config';
    for (const [key, value] of Object.entries(source)) {
      if (DROPPED_KEYS.has(key) || (inConfig && DROPPED_CONFIG_KEYS.has(key))) {
        continue;
      }
      const place = [...path, key];
      if (path.at(-2) === 'params' && !PARAMETER_KEYS.has(key)) {
        throw new Refusal(
          t(
            'A parameter has no "{0}" (at {1}): it takes {2}.',
            key,
            place.join('.'),
            [...PARAMETER_KEYS].join(', '),
          ),
        );
      }
      if (FORBIDDEN_KEYS.has(key)) {
        throw new Refusal(t('Charts may not use "{0}" (at {1}).', key, place.join('.')));
      }
      kept[key] = isInlineData(path, key)
        ? this.inlineRows(value)
        : this.checked(key, value, place);
    }
    return kept;
  }

  private checked(key: string, value: Json, path: readonly string[]): Json {
    if (key === 'cursor' && (typeof value !== 'string' || !/^[a-z-]+$/.test(value))) {
      throw new Refusal(t('A cursor has to be a CSS keyword (at {0}).', path.join('.')));
    }
    const isMark = key === 'mark' || (key === 'type' && path.at(-2) === 'mark');
    const refusal = isMark ? markRefusal(value) : key === 'sort' ? sortRefusal(value) : null;
    if (refusal !== null) {
      throw new Refusal(t('{0} (at {1}).', refusal, path.join('.')));
    }
    if (key === 'name' && value === 'cursor' && path.at(-3) === 'params') {
      throw new Refusal(t('A parameter may not be named "cursor".'));
    }
    if (key === 'sequence' && isRecord(value)) {
      checkSequence(value);
    }
    checkMaking(key, value, path);
    checkChannel(value, path);
    const isSize = key === 'width' || key === 'height';
    if (isSize && typeof value === 'number' && !(value >= 0 && value <= MAX_SIZE_PX)) {
      throw new Refusal(
        t('A chart is at most {0} px wide and high (at {1}).', MAX_SIZE_PX, path.join('.')),
      );
    }
    if (key === 'nice' || key === 'tickCount') {
      const unread = intervalRefusal(value);
      if (unread !== null) {
        throw new Refusal(t('{0} (at {1}).', unread, path.join('.')));
      }
      return this.value(withVegaInterval(value), path);
    }
    return this.value(value, path);
  }

  /** Rows are data: Vega does not interpret their keys and texts, so only their number counts. */
  private inlineRows(value: Json): Json {
    const lists = Array.isArray(value) ? [value] : isRecord(value) ? Object.values(value) : [];
    const { rows } = this;
    for (const list of lists) {
      this.rows += Array.isArray(list) ? list.length : 1;
    }
    if (typeof value === 'string') {
      const lines = value.split('\n');
      this.rows = rows + lines.length;
      const header = lines[0]?.length ?? 0;
      if (header > MAX_HEADER || header * lines.length > MAX_TEXT_CELLS) {
        throw new Refusal(t('The rows of the specification have too many columns.'));
      }
    }
    for (const item of [value, ...lists]) {
      checkArcs(item);
    }
    if (this.rows > mostChartRows) {
      throw new Refusal(t('The specification holds more than {0} rows.', mostChartRows));
    }
    return value;
  }
}

/** `data.values` anywhere, and `datasets` at the top level. */
function isInlineData(path: readonly string[], key: string): boolean {
  return (key === 'values' && path.at(-1) === 'data') || (key === 'datasets' && path.length === 0);
}

/** No text that a style sheet would load: `url(`, also with CSS escapes, and `image-set(`. */
function checkedText(text: string, path: readonly string[]): string {
  if (/url\s*\(|image-set\s*\(|@import/i.test(text)) {
    throw new Refusal(t('Charts may not load addresses (at {0}).', path.join('.')));
  }
  return text;
}

/** A number that causes many values: ticks, points on a curve, quantiles; and a list that multiplies every row. */
function checkMaking(key: string, value: Json, path: readonly string[]): void {
  const counts = ['tickCount', 'steps', 'minsteps', 'maxsteps', 'maxbins'];
  const number = typeof value === 'number' ? value : 0;
  const isQuantileStep = key === 'step' && path.at(-3) === 'transform';
  const many = counts.includes(key) ? number : isQuantileStep ? 1 / number : 0;
  if (many > MAX_STEPS) {
    throw new Refusal(
      t('"{0}" may ask for at most {1} values (at {2}).', key, MAX_STEPS, path.join('.')),
    );
  }
  if (key === 'fold' && Array.isArray(value) && value.length > MAX_FOLDED) {
    throw new Refusal(t('A fold takes at most {0} fields (at {1}).', MAX_FOLDED, path.join('.')));
  }
}

/** Shapes of a TopoJSON refer to arcs, and may refer to each many times. */
function checkArcs(value: Json): void {
  if (!isRecord(value) || !Array.isArray(value['arcs']) || !isRecord(value['objects'])) {
    return;
  }
  const arcs: readonly unknown[] = value['arcs'];
  const longest = arcs.reduce<number>(
    (most, arc) => Math.max(most, Array.isArray(arc) ? arc.length : 0),
    0,
  );
  const named = JSON.stringify(value['objects']).match(/-?\d+/g)?.length ?? 0;
  if (named * longest > MAX_MAP_POINTS) {
    throw new Refusal(t('The arcs of a map may have at most {0} points.', MAX_MAP_POINTS));
  }
}

/** A channel that takes several fields. */
function checkChannel(value: Json, path: readonly string[]): void {
  const isChannel = path.at(-2) === 'encoding';
  if (isChannel && Array.isArray(value) && value.length > MAX_CHANNEL_FIELDS) {
    throw new Refusal(
      t('A channel takes at most {0} fields (at {1}).', MAX_CHANNEL_FIELDS, path.join('.')),
    );
  }
}

function checkSequence({ start, stop, step }: Readonly<Record<string, Json>>): void {
  const from = typeof start === 'number' ? start : 0;
  const length =
    typeof stop === 'number' ? (stop - from) / (typeof step === 'number' ? step : 1) : NaN;
  if (!(length <= mostChartRows)) {
    throw new Refusal(t('A sequence makes at most {0} rows.', mostChartRows));
  }
}
