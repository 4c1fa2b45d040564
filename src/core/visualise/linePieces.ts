/**
 * Lines whose colour, width or opacity follows numbers or dates.
 *
 * Vega-Lite draws one line for each value of a colour, so that a line of as many colours as rows would have no length.
 * Such a line is drawn as pieces instead: each extends from one row to the next and takes its style from the row where
 * it begins.
 */

import type { Json, JsonObject } from '../base/json';
import { fieldPath, rowKey } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { lineWindow } from './lineOrder';
import { isDiscrete } from './positionPlan';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';

export interface LinePieces {
  /** Make the fields of the next row. */
  readonly transforms: readonly JsonObject[];
  /** Filters rows without a piece: the last row of a line, and rows beside a missing value. */
  readonly filter: JsonObject;
  /** Definitions of x2 and y2. */
  readonly encoding: JsonObject;
  readonly mark: JsonObject;
}

/** Properties of a line's mark that a piece of it does not have. */
const linesOnly = ['order', 'orient'];

/** @returns The pieces of the line whose mark is `mark`; null if every line has one look. */
export function linePieces(
  layer: ResolvedLayer,
  mark: JsonObject,
  plan: ChartPlan,
): LinePieces | null {
  const styled = (plan.uses.get(layer) ?? []).flatMap(({ channel, binding }) =>
    binding.kind === 'column'
      ? [
          {
            column: binding.column,
            // The columns that separate the lines are constant along each line.
            isKind:
              isDiscrete(plan.styles.get(channel)) ||
              layer.partition.some(({ name }) => name === binding.column.name),
          },
        ]
      : [],
  );
  const isLine = layer.type.mark.type === 'line';
  if (!isLine || styled.every(({ isKind }) => isKind)) {
    return null;
  }
  const ends = (['x', 'y'] as const).flatMap(axis => {
    const column = columnOf(layer, axis);
    return column ? [{ axis, column, next: ownField(layer, `next ${rowKey(column.name)}`) }] : [];
  });
  const lead = lineWindow(
    layer,
    plan,
    ends.map(({ column, next }) => ({ op: 'lead', field: fieldPath(column.name), as: next })),
  );
  // Vega-Lite treats the results of a window as numbers.
  const times = ends
    .filter(({ axis }) => plan[axis]?.measure === 'temporal')
    .map(({ next }) => ({ calculate: `toDate(datum[${JSON.stringify(next)}])`, as: next }));
  const valid = ends.flatMap(({ column, next }) => [rowKey(column.name), next]);
  return {
    transforms: [...lead.transforms, lead.window, ...times],
    filter: {
      filter: valid.map(field => `isValid(datum[${JSON.stringify(field)}])`).join(' && '),
    },
    encoding: Object.fromEntries(
      ends.map(({ axis, next }): [string, Json] => [`${axis}2`, { field: fieldPath(next) }]),
    ),
    mark: {
      ...Object.fromEntries(Object.entries(mark).filter(([name]) => !linesOnly.includes(name))),
      type: 'rule',
      style: 'line',
      // Vega-Lite describes a second end to screen readers in the machine's time zone.
      ...(times.length > 0 ? { aria: false } : {}),
    },
  };
}
