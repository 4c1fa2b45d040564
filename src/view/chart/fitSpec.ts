/** Gives a specification the width of its cell. */

import { isRecord, type Json, type JsonObject } from '../../core/base/json';

/** Room that the axis of each panel and the gap to the next take, px. */
const PANEL_EXTRA = 44;
const MIN_PANEL_WIDTH = 60;
/** A panel's height where neither the specification nor the row count says one, px. */
const PANEL_HEIGHT = 140;
const PREFERRED_PANEL_WIDTH = 220;

/** A chart whose width can be changed without compiling it again has no panels. */
export function hasPanels(spec: JsonObject): boolean {
  return (
    'facet' in spec ||
    'repeat' in spec ||
    'hconcat' in spec ||
    'vconcat' in spec ||
    'concat' in spec ||
    encodesPanels(spec)
  );
}

/**
 * @param width The cell's inner width, px.
 * @param excess How much wider than `width` the chart came out the last time, px; 0 at first.
 * @returns The specification with widths in px wherever it does not fix its own.
 */
export function fitSpec(spec: JsonObject, width: number, excess = 0): JsonObject {
  if (!hasPanels(spec)) {
    return isFixed(spec['width'])
      ? spec
      : { ...spec, width, autosize: { type: 'fit-x', contains: 'padding' } };
  }
  if ('spec' in spec && isRecord(spec['spec']) && ('facet' in spec || 'repeat' in spec)) {
    const columns = columnCount(spec, width);
    const inner = withWidth(spec['spec'], panelWidth(width, columns, excess), columns > 1);
    return { ...spec, columns, spec: inner };
  }
  if (Array.isArray(spec['hconcat'])) {
    const parts: readonly Json[] = spec['hconcat'];
    const each = panelWidth(width, parts.length, excess);
    return { ...spec, hconcat: parts.map(part => fitPart(part, each)) };
  }
  if (Array.isArray(spec['vconcat'])) {
    const parts: readonly Json[] = spec['vconcat'];
    const each = panelWidth(width, 1, excess);
    return { ...spec, vconcat: parts.map(part => fitPart(part, each)) };
  }
  return encodesPanels(spec) ? withWidth(spec, panelWidth(width, 2, excess), true) : spec;
}

function fitPart(part: Json, width: number): Json {
  if (!isRecord(part)) {
    return part;
  }
  return hasPanels(part) ? fitSpec(part, width) : withWidth(part, width, false);
}

function withWidth(spec: JsonObject, width: number, low: boolean): JsonObject {
  const sized = isFixed(spec['width']) ? spec : { ...spec, width };
  return low && sized['height'] === undefined ? { ...sized, height: PANEL_HEIGHT } : sized;
}

function columnCount(spec: JsonObject, width: number): number {
  const stated = spec['columns'];
  const fitting = Math.max(1, Math.floor(width / PREFERRED_PANEL_WIDTH));
  return typeof stated === 'number' && stated >= 1 ? Math.min(stated, fitting) : fitting;
}

function panelWidth(width: number, columns: number, excess: number): number {
  const each = (width - excess) / columns - PANEL_EXTRA;
  return Math.max(MIN_PANEL_WIDTH, Math.floor(each));
}

function isFixed(width: Json | undefined): boolean {
  return typeof width === 'number' || isRecord(width);
}

function encodesPanels(spec: JsonObject): boolean {
  const encoding = spec['encoding'];
  return isRecord(encoding) && ('facet' in encoding || 'row' in encoding || 'column' in encoding);
}
