/** The place of a row along an axis, in SQL: through the transform of its scale, between the scale's limits. */

import { axisNumber } from '../axisNumber';
import type { AxisNumber } from '../axisNumber';
import { columnKind } from '../chartColumn';
import type { ChartColumn, ColumnKind } from '../chartColumn';
import type { ResolvedLayer } from '../resolvedChart';
import { scaleValue } from '../scaleDomain';
import { along } from '../scaleTransform';
import { naturalMeasure, scaledMeasure, transformScale } from '../scaleTypes';
import { Report } from '../report';
import type { ReductionContext } from './reductionContext';

const MS_PER_DAY = 86_400_000;

export interface AxisPlace {
  readonly axis: AxisNumber;
  /** SQL of a DOUBLE that grows evenly along the drawn axis. */
  readonly at: string;
  /** SQL condition for values that have a place on the axis. */
  readonly condition: string;
  /** Ends of the drawn part that SCALE … FROM states, as SQL in the unit of `at`; null: that of the data. */
  readonly low: string | null;
  readonly high: string | null;
}

/** @returns The place, or undefined if the axis is no continuous one. */
export function axisPlace(
  axisName: 'x' | 'y',
  column: ChartColumn,
  layer: ResolvedLayer,
  { scales }: Pick<ReductionContext, 'scales'>,
): AxisPlace | undefined {
  const kind = columnKind(column.type);
  const node = scales.get(axisName);
  // Problems of the scale are reported where it is drawn.
  const silent = new Report([]);
  const measure = scaledMeasure(node, column, naturalMeasure(kind), silent);
  if (measure !== 'quantitative' && measure !== 'temporal') {
    return undefined;
  }
  const axis = axisNumber(column, layer, silent);
  if (!axis) {
    return undefined;
  }
  const transform = transformScale(node?.via, measure, silent);
  const ends = (node?.from?.items ?? []).map(({ value, span }) => {
    const scale = { measure, kind };
    const read = value === null ? null : scaleValue(value, scale, { span, owner: 'FROM' }, silent);
    const number = read === null || read === undefined ? null : endNumber(read, kind);
    return number === null ? null : along(`${number}::DOUBLE`, transform);
  });
  const [low = null, high = null] = ends.length === 2 ? ends : [];
  const finite = `isfinite(${axis.number})`;
  return {
    axis,
    at: along(axis.number, transform),
    condition: transform['type'] === 'log' ? `${finite} AND ${axis.number} > 0` : finite,
    low,
    high,
  };
}

/** The end in the unit of `AxisNumber.number`. */
function endNumber(value: unknown, kind: ColumnKind): number | null {
  const number =
    kind === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    return null;
  }
  return kind === 'number' ? number : number / (kind === 'date' ? MS_PER_DAY : 1000);
}
