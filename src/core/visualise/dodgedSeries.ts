/** The column that separates marks of one place, and the slots that its values have there. */

import type { Json, JsonObject } from '../base/json';
import { planFilters } from './channelPlan';
import { enumValues, fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { isDiscrete } from './positionPlan';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';
import { isJsonObject } from './vegaView';

export type Axis = 'x' | 'y';

/** The number of a row's slot in the band; with boxes it has the name of their column. */
const SLOT = 'slot';
/** Field with the number of slots of the band. */
const SLOTS = 'slots';

export interface Series {
  readonly column: ChartColumn;
  /** The order of the values, if FROM or their type defines one. */
  readonly sort: readonly Json[] | null;
  /** They leave out the rows that FROM does not list. */
  readonly filters: readonly JsonObject[];
  /** Whether each place has one value of the column: the column is the axis' own. */
  readonly isPlace: boolean;
  /** The offset of boxes that the column also separates; other marks align with them. */
  readonly boxes: JsonObject | undefined;
}

/** @returns The column that separates marks of one place: that of the first discrete scale, or the partition. */
export function seriesOf(layer: ResolvedLayer, plan: ChartPlan, axis: Axis): Series | undefined {
  const kinds = (plan.uses.get(layer) ?? []).flatMap(({ channel, binding }) => {
    const style = plan.styles.get(channel);
    return binding.kind === 'column' && style && isDiscrete(style)
      ? [
          {
            column: binding.column,
            sort: style.only ?? enumValues(binding.column.type),
            filters: planFilters(style, binding.column),
          },
        ]
      : [];
  });
  const [found] = [
    ...kinds,
    ...layer.partition.map(column => ({ column, sort: null, filters: [] })),
  ];
  return (
    found && {
      ...found,
      isPlace: found.column.name === columnOf(layer, axis)?.name,
      boxes: boxOffset(found.column, axis, plan),
    }
  );
}

function boxOffset(series: ChartColumn, axis: Axis, { uses }: ChartPlan): JsonObject | undefined {
  for (const other of uses.keys()) {
    const offset = other.encoding?.[`${axis}Offset`];
    const own = columnOf(other, 'fill') ?? columnOf(other, 'stroke');
    if (offset !== undefined && isJsonObject(offset) && own?.name === series.name) {
      return offset;
    }
  }
  return undefined;
}

/** @returns The middle of the row's part of the band, after the transforms that number the parts. */
export function slots(
  series: Series,
  layer: ResolvedLayer,
  axis: Axis,
  transforms: JsonObject[],
): string {
  const field = slotField(series, layer);
  transforms.push(...ranking(series, layer, axis), {
    joinaggregate: [{ op: 'max', field, as: ownField(layer, SLOTS) }],
    groupby: [],
  });
  return `(datum[${JSON.stringify(field)}] - 0.5) / ${slotCount(layer)}`;
}

/** @returns An expression of the number of slots, after the transforms of `slots`. */
export function slotCount(layer: ResolvedLayer): string {
  const field = ownField(layer, SLOTS);
  return field === SLOTS ? `datum.${SLOTS}` : `datum[${JSON.stringify(field)}]`;
}

/** @returns The field with the number of a row's slot, from 1. */
export function slotField({ boxes }: Series, layer: ResolvedLayer): string {
  return ownField(layer, typeof boxes?.['field'] === 'string' ? boxes['field'] : SLOT);
}

/** @returns The transforms that number the series: as boxes do, in each place those that it has. */
export function ranking(series: Series, layer: ResolvedLayer, axis: Axis): JsonObject[] {
  const { column, sort: listed, boxes } = series;
  // Layers in panels need the list even if it is empty: Vega-Lite adds the panels' columns to it.
  const groupby = boxes ? [fieldPath(columnName(layer, axis))] : [];
  const window = [{ op: 'dense_rank', as: slotField(series, layer) }];
  const order = (boxes ? null : listed) ?? enumValues(column.type);
  if (!order) {
    const sort = [{ field: fieldPath(column.name), order: 'ascending' }];
    return [{ window, groupby, sort }];
  }
  const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
  const values = JSON.stringify([...order, null]);
  const as = ownField(layer, 'place of kind');
  const place = { calculate: `indexof(${values}, ${value})`, as };
  return [place, { window, groupby, sort: [{ field: place.as, order: 'ascending' }] }];
}

/** @returns The key of the layer's column of the axis in a row. */
export function columnName(layer: ResolvedLayer, axis: Axis): string {
  const binding = layer.bindings.get(axis);
  return binding?.kind === 'column' ? rowKey(binding.column.name) : axis;
}
