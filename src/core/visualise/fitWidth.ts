/**
 * The width of panels.
 *
 * Vega-Lite fits a single chart into its container by itself, but not the panels of a facet: their width is a number,
 * and the view computes it again when the container changes.
 */

import { isRecord } from '../base/json';
import type { JsonObject } from '../base/json';

const AXIS_PX = 56;
/** Room for the names of a discrete axis. */
const NAMES_PX = 120;
const GAP_PX = 20;
const LEAST_PX = 80;
const DEFAULT_PANELS_ACROSS = 3;

/**
 * @param spec A specification that `compileChart` made.
 * @param width Pixels that the chart may be wide.
 * @param panelCount The most panels side by side, if the caller knows it.
 * @returns The specification with panels as wide as fit; one without panels as it is.
 */
export function fitWidth(spec: JsonObject, width: number, panelCount?: number): JsonObject {
  const { facet, columns, spec: panel } = spec;
  if (!isRecord(facet) || !isRecord(panel) || typeof panel['width'] !== 'number') {
    return spec;
  }
  const across = typeof columns === 'number' ? columns : (panelCount ?? DEFAULT_PANELS_ACROSS);
  const axis = isRecord(panel['height']) ? NAMES_PX : AXIS_PX;
  const each = hasOwnAxes(spec)
    ? width / Math.max(1, across) - axis - GAP_PX
    : (width - axis) / Math.max(1, across) - GAP_PX;
  return { ...spec, spec: { ...panel, width: Math.max(LEAST_PX, Math.floor(each)) } };
}

function hasOwnAxes({ resolve }: JsonObject): boolean {
  const scale = isRecord(resolve) ? resolve['scale'] : undefined;
  return isRecord(scale) && scale['y'] === 'independent';
}
