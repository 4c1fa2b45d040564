/** Values of an axis as numbers along its scale: statistics compute in units that are even on the drawn axis. */

import { axisNumber } from './axisNumber';
import type { AxisNumber } from './axisNumber';
import { columnKind } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';
import { along, back } from './scaleTransform';
import { naturalMeasure, scaledMeasure, transformScale } from './scaleTypes';
import type { ScaleNode } from './tree';

export interface AxisScales {
  /** SCALE clauses by axis. */
  readonly scales: ReadonlyMap<string, ScaleNode>;
  readonly report: Report;
}

/** @returns How to compute with the column through the transform of its scale, which NULL has no place on. */
export function scaledNumber(
  axis: 'x' | 'y',
  column: ChartColumn,
  layer: ResolvedLayer,
  { scales, report }: AxisScales,
): AxisNumber | undefined {
  const plain = axisNumber(column, layer, report);
  const node = scales.get(axis);
  // Problems of the scale are reported where it is drawn.
  const silent = new Report([]);
  const natural = naturalMeasure(columnKind(column.type));
  const measure = scaledMeasure(node, column, natural, silent);
  const transform = transformScale(node?.via, measure, silent);
  if (!plain || transform['type'] === undefined) {
    return plain;
  }
  const value = (place: string): string => back(`(${place})`, transform);
  return {
    ...plain,
    number: along(plain.number, transform),
    value,
    place: value,
    type: 'DOUBLE',
    scaled: { transform, via: node?.via?.name.toLowerCase() ?? '' },
  };
}
