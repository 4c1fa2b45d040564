/** Tooltips: the raw values of the columns that a layer draws, dates written the same in every time zone. */

import type { Json, JsonObject } from '../base/json';
import { columnKind, fieldPath } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { countsOn, positionAesthetics } from './positionPlan';
import { dateUnit, isTimeKind } from './scaleTypes';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** @returns The entries of Vega-Lite's `tooltip` channel; none where the layer draws no column. */
export function layerTooltip(
  layer: ResolvedLayer,
  plan: ChartPlan,
  chart: ResolvedChart,
): JsonObject[] {
  const columns = new Map<string, { column: ChartColumn; title: string }>();
  for (const aesthetic of [...positionAesthetics, ...otherAesthetics(layer)]) {
    const column = columnOf(layer, aesthetic);
    if (column && aesthetic !== 'weight' && !columns.has(column.name)) {
      columns.set(column.name, { column, title: titleOf(aesthetic, column, layer, plan) });
    }
  }
  const { facet } = chart;
  for (const column of [...layer.partition, ...(facet ? [facet.column, facet.by] : [])]) {
    if (column && columns.size > 0 && !columns.has(column.name)) {
      columns.set(column.name, { column, title: column.name });
    }
  }
  const all = [...columns.values()];
  // Of two entries of one title Vega-Lite shows the first.
  const entries = all.map(({ column, title }, at) =>
    entry(column, all.findIndex(other => other.title === title) < at ? column.name : title),
  );
  return [...entries, ...countEntry(layer)];
}

/** @returns A definition that writes the column as text, for `tooltip` and `text` alike. */
export function textDefinition(column: ChartColumn): JsonObject {
  const kind = columnKind(column.type);
  const unit = dateUnit(kind);
  const field = fieldPath(column.name);
  if (!isTimeKind(kind) || unit === null) {
    return { field, type: 'nominal' };
  }
  const format = kind === 'date' ? '%Y-%m-%d' : '%Y-%m-%d %H:%M:%S';
  return { field, timeUnit: unit, type: 'temporal', format };
}

function entry(column: ChartColumn, title: string): JsonObject {
  const zone = columnKind(column.type) === 'instant' && !title.endsWith('(UTC)') ? ' (UTC)' : '';
  const unit = column.unit === undefined ? '' : ` (${column.unit})`;
  return { ...textDefinition(column), title: `${title}${zone}${unit}` };
}

function otherAesthetics(layer: ResolvedLayer): Iterable<Parameters<typeof columnOf>[1]> {
  return layer.bindings.keys();
}

/** The axis' or legend's title where the aesthetic is alone on it, else the column's name. */
function titleOf(
  aesthetic: Parameters<typeof columnOf>[1],
  column: ChartColumn,
  layer: ResolvedLayer,
  plan: ChartPlan,
): string {
  if (aesthetic === 'x' || aesthetic === 'y') {
    return plan[aesthetic]?.title ?? column.name;
  }
  const use = plan.uses.get(layer)?.find(candidate => candidate.aesthetic === aesthetic);
  return (use && plan.styles.get(use.channel)?.title) ?? column.name;
}

function countEntry(layer: ResolvedLayer): JsonObject[] {
  if (!countsOn('x', layer) && !countsOn('y', layer)) {
    return [];
  }
  const weight = columnOf(layer, 'weight');
  const counted: Record<string, Json> = weight
    ? { aggregate: 'sum', field: fieldPath(weight.name), title: weight.title ?? weight.name }
    : { aggregate: 'count', title: 'rows' };
  return [{ ...counted, type: 'quantitative' }];
}
