/** The part of its band that a mark fills: `width` and `height`. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import type { ChartPlan } from './chartPlan';
import { baseAxis } from './layerPosition';
import type { Report } from './report';
import { setValue, positionSetting } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';

type Axis = 'x' | 'y';

/** @returns Properties of the mark; side-by-side marks have none. */
export function bandSize(layer: ResolvedLayer, plan: ChartPlan, report: Report): JsonObject {
  if (positionSetting(layer) === 'dodge') {
    return {};
  }
  const parts = bandParts(layer, plan, report);
  const sizes: Record<string, Json> = {};
  for (const [axis, size] of [
    ['x', 'width'],
    ['y', 'height'],
  ] as const) {
    const part = parts[axis];
    if (part !== undefined) {
      sizes[size] = { band: part };
    }
  }
  return sizes;
}

/** @returns The filled part of the band along each axis, where 1 leaves no gap; invalid numbers are reported. */
export function bandParts(
  layer: ResolvedLayer,
  plan: ChartPlan,
  report: Report,
): Readonly<Partial<Record<Axis, number>>> {
  const parts: Partial<Record<Axis, number>> = {};
  const { mark } = layer.type;
  const isLying = mark.type === 'bar' && baseAxis(layer, plan) === 'y';
  for (const name of mark.type === 'point' ? [] : (['width', 'height'] as const)) {
    const setting = layer.parameters.get(name);
    const written = setting?.value.kind === 'literal' ? setting.value.value : undefined;
    const value = written ?? setValue(layer, name);
    if (value === undefined) {
      continue;
    }
    if (typeof value === 'number' && value > 0 && value <= 1) {
      parts[name === 'height' || isLying ? 'y' : 'x'] = value;
    } else {
      const span = setting?.span ?? layer.bindings.get(name)?.span ?? layer.span;
      const expected = t('a part of the band, above 0 and up to 1');
      report.problem('badValue', span, { owner: name, value: JSON.stringify(value), expected });
    }
  }
  return parts;
}

/** @returns Properties of an offset's scale that make its marks `part` of their slot wide. */
export function offsetPadding(part: number): JsonObject {
  const gap = Math.round((1 - part) * 1000) / 1000;
  return { paddingInner: gap, paddingOuter: gap / 2 };
}
