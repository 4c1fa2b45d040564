/** What separates the rows of a layer into lines, and the order in which a line connects them. */

import type { JsonObject } from '../base/json';
import { fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { baseAxis } from './layerPosition';
import { isDiscrete } from './positionPlan';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';

/** @returns The columns whose values separate the rows of a layer into lines. */
export function seriesColumns(layer: ResolvedLayer, plan: ChartPlan): ChartColumn[] {
  const kinds = (plan.uses.get(layer) ?? []).flatMap(({ channel, binding }) =>
    binding.kind === 'column' && isDiscrete(plan.styles.get(channel)) ? [binding.column] : [],
  );
  return [...kinds, ...layer.partition];
}

/** A window of Vega-Lite over the rows of each line, and what has to come before it. */
export interface LineWindow {
  readonly transforms: readonly JsonObject[];
  readonly window: JsonObject;
}

/** @returns The window over the rows of each line in their order, for these operations. */
export function lineWindow(
  layer: ResolvedLayer,
  plan: ChartPlan,
  operations: readonly JsonObject[],
): LineWindow {
  const { sort, transforms } = sorting(layer, plan);
  return {
    transforms,
    window: {
      window: operations,
      // Layers in panels need the list even if it is empty: Vega-Lite adds the panels' columns to it.
      groupby: seriesColumns(layer, plan).map(({ name }) => fieldPath(name)),
      ...(sort.length > 0 ? { sort } : {}),
    },
  };
}

/**
 * A path connects rows in their order or that of ORDER BY, a line those along its axis; the rows have the order of an
 * axis of names.
 */
function sorting(
  layer: ResolvedLayer,
  plan: ChartPlan,
): { readonly sort: readonly JsonObject[]; readonly transforms: readonly JsonObject[] } {
  if (layer.type.connects === 'in order') {
    const sort = layer.order.map(({ column, descending }) => ({
      field: fieldPath(column.name),
      order: descending ? 'descending' : 'ascending',
    }));
    return { sort, transforms: [] };
  }
  const base = baseAxis(layer, plan);
  const column = columnOf(layer, base);
  const along = plan[base];
  if (!column || !along) {
    return { sort: [], transforms: [] };
  }
  if (along.only) {
    const as = ownField(layer, 'place on axis');
    const value = `datum[${JSON.stringify(rowKey(column.name))}]`;
    const calculate = `indexof(${JSON.stringify(along.only)}, ${value})`;
    return { sort: [{ field: as }], transforms: [{ calculate, as }] };
  }
  return {
    sort: along.measure === 'nominal' ? [] : [{ field: fieldPath(column.name) }],
    transforms: [],
  };
}
