/** Which mappings are discrete, and which are continuous, before the scales of a chart are made. */

import { positionFamily } from './aesthetics';
import type { Aesthetic } from './aesthetics';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';
import { naturalMeasure, scaledMeasure } from './scaleTypes';
import type { ScaleNode } from './tree';

type Scales = ReadonlyMap<string, ScaleNode>;

/** @returns The aesthetics whose columns the layer shows as numbers or times; shapes and dashes are always kinds. */
export function continuousAesthetics({ bindings }: ResolvedLayer, scales: Scales): Aesthetic[] {
  return [...bindings].flatMap(([aesthetic, binding]) =>
    binding.kind === 'column' && isContinuous(aesthetic, binding.column, scales) ? [aesthetic] : [],
  );
}

function isContinuous(aesthetic: Aesthetic, column: ChartColumn, scales: Scales): boolean {
  if (aesthetic === 'shape' || aesthetic === 'linetype') {
    return false;
  }
  const node = scaleOf(aesthetic, scales);
  // Problems of the scale are reported where it is drawn.
  const measure = scaledMeasure(
    node,
    column,
    naturalMeasure(columnKind(column.type)),
    new Report([]),
  );
  return measure === 'quantitative' || measure === 'temporal';
}

/** @returns The SCALE of the aesthetic. */
export function scaleOf(aesthetic: Aesthetic, scales: Scales): ScaleNode | undefined {
  return scaleNames(aesthetic)
    .map(name => scales.get(name))
    .find(scale => scale !== undefined);
}

/** The names that SCALE may have for the aesthetic, the most specific first. */
function scaleNames(aesthetic: Aesthetic): readonly string[] {
  if (aesthetic === 'fill' || aesthetic === 'stroke') {
    return [aesthetic, aesthetic === 'fill' ? 'stroke' : 'fill', 'colour'];
  }
  return [positionFamily(aesthetic) ?? aesthetic];
}
