/**
 * Lines of one row, which have no length: their row is drawn as a point.
 *
 * The engine finds the layers that have such lines; the specification of any other layer has no points for them.
 */

import type { Json, JsonObject } from '../base/json';
import { placedValue } from './axisNumber';
import { fieldPath } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import { drawnRows } from './chartData';
import type { ChartPlan } from './chartPlan';
import { quoted } from './chartQuery';
import type { ChartQuery } from './chartQuery';
import { isDiscrete } from './positionPlan';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

/** Square pixels, as Vega-Lite draws a point. */
const POINT_SIZE = 30;

/** Where the layers that have lines of one row begin in the clause. */
export type LoneRows = ReadonlySet<number>;

/** @returns The query of the layers that have lines of one row; null if no layer is a line. */
export function loneRowsQuery(
  { layers, facet }: ResolvedChart,
  plan: ChartPlan,
): ChartQuery | null {
  const panels = [facet?.column, facet?.by].flatMap(column => column ?? []);
  const lines = layers.filter(({ type }) => type === 'line' || type === 'path');
  const selects = lines.map(layer => {
    const { span, part, isRepeated } = layer;
    const columns = [...seriesColumns(layer, plan), ...(isRepeated ? [] : panels)];
    const names = [...new Set(columns.map(({ name }) => quoted(name)))];
    const own = part ? [`${quoted(part.column)} = ${part.number}`] : [];
    const placed = [...own, ...placedColumns(layer, plan).map(({ isPlaced }) => isPlaced)];
    const where = placed.length > 0 ? ` WHERE ${placed.join(' AND ')}` : '';
    const by = names.length > 0 ? ` GROUP BY ${names.join(', ')}` : '';
    return `SELECT ${span.from} AS layer WHERE EXISTS (SELECT 1 FROM ${drawnRows(layer)}${where}${by} HAVING count(*) = 1)`;
  });
  const [span] = lines.map(layer => layer.source.span);
  return span ? { name: 'lone', sql: selects.join('\nUNION ALL '), span } : null;
}

/** @returns The facts in the rows of the query. */
export function loneRowsOf(rows: readonly JsonObject[]): LoneRows {
  return new Set(rows.map(({ layer }) => Number(layer)));
}

/** @returns The layers, of which those with lines of one row have points for these. */
export function withLoneRows(
  layers: readonly ResolvedLayer[],
  lone: LoneRows = new Set(),
): readonly ResolvedLayer[] {
  return layers.map(layer =>
    lone.has(layer.span.from) && (layer.type === 'line' || layer.type === 'path')
      ? { ...layer, hasLoneRows: true }
      : layer,
  );
}

/**
 * @param mark The line's.
 * @returns A view of points beside the line, of which only those of lines with one row are visible. The others stay,
 * since without any a panel with axes of its own would have no ends.
 */
export function loneRowPoints(layer: ResolvedLayer, mark: JsonObject, plan: ChartPlan): JsonObject {
  const as = ownField(layer, 'rows of line');
  const valid = placedColumns(layer, plan).map(({ column }) => ({
    filter: { field: fieldPath(column.name), valid: true },
  }));
  // Layers in panels need the list even if it is empty: Vega-Lite adds the panels' columns to it.
  const groupby = seriesColumns(layer, plan).map(({ name }) => fieldPath(name));
  const looks = ['color', 'opacity', 'clip'].flatMap((name): [string, Json][] => {
    const look = mark[name];
    return look === undefined ? [] : [[name, look]];
  });
  const isLone = `datum[${JSON.stringify(as)}] === 1`;
  return {
    transform: [...valid, { joinaggregate: [{ op: 'count', as }], groupby }],
    mark: { type: 'point', filled: true, ...Object.fromEntries(looks) },
    encoding: { size: { condition: { test: isLone, value: POINT_SIZE }, value: 0 } },
  };
}

/** @returns The columns whose values separate the rows of a layer into lines. */
export function seriesColumns(layer: ResolvedLayer, plan: ChartPlan): ChartColumn[] {
  const kinds = (plan.uses.get(layer) ?? []).flatMap(({ channel, binding }) =>
    binding.kind === 'column' && isDiscrete(plan.styles.get(channel)) ? [binding.column] : [],
  );
  return [...kinds, ...layer.partition];
}

/** The layer's columns on axes of numbers and times, on which some values have no place. */
function placedColumns(
  layer: ResolvedLayer,
  plan: ChartPlan,
): { readonly column: ChartColumn; readonly isPlaced: string }[] {
  return (['x', 'y'] as const).flatMap(axis => {
    const column = plan[axis] && !isDiscrete(plan[axis]) ? columnOf(layer, axis) : undefined;
    const isPlaced = column && placedValue(column);
    return column && isPlaced !== undefined ? [{ column, isPlaced }] : [];
  });
}
