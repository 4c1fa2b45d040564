/**
 * Rows that a line does not connect to others, since they are the only ones of their line or between gaps: they are
 * drawn as points.
 *
 * The engine finds the layers that may have such rows; the specification of any other layer has no points for them.
 */

import { quotedName } from '../base/quoted';
import type { Json, JsonObject } from '../base/json';
import { drawnRows } from './chartData';
import type { ChartPlan } from './chartPlan';
import { lineWindow, seriesColumns } from './lineOrder';
import { drawnColumns, lacksPlace, placedExpression } from './placedColumns';
import { columnOf, ownField } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import { isDiscrete } from './positionPlan';

/** Square pixels, as Vega-Lite draws a point. */
const POINT_SIZE = 30;

/** Where the layers that may have such rows begin in the clause. */
export type LoneRows = ReadonlySet<number>;

/** @returns For each layer of lines SQL that is true if one of its lines has one row, or gaps. */
export function loneRowsSql(
  { layers, facet }: ResolvedChart,
  plan: ChartPlan,
): { readonly layer: ResolvedLayer; readonly sql: string }[] {
  const panels = [facet?.column, facet?.by].flatMap(column => column ?? []);
  return layers
    .filter(layer => drawsLoneRows(layer, plan))
    .map(layer => {
      const { part, isRepeated } = layer;
      const columns = [...seriesColumns(layer, plan), ...(isRepeated ? [] : panels)];
      const names = [...new Set(columns.map(({ name }) => quotedName(name)))];
      const own = part ? [`${quotedName(part.column)} = ${part.number}`] : [];
      const where = own.length > 0 ? ` WHERE ${own.join(' AND ')}` : '';
      const without = drawnColumns(layer, plan).map(lacksPlace).join(' OR ') || 'false';
      const by = names.length > 0 ? ` GROUP BY ${names.join(', ')}` : '';
      const counts = `SELECT count(*) AS _all, count_if(${without}) AS _without FROM ${drawnRows(layer)}${where}${by}`;
      const sql = `EXISTS (SELECT 1 FROM (${counts}) WHERE _all - _without = 1 OR (_without > 0 AND _without < _all))`;
      return { layer, sql };
    });
}

/** @returns The layers, of which those that may have such rows have points for these. */
export function withLoneRows(
  layers: readonly ResolvedLayer[],
  lone: LoneRows = new Set(),
): readonly ResolvedLayer[] {
  return layers.map(layer =>
    lone.has(layer.span.from) && connectsPlaces(layer) ? { ...layer, hasLoneRows: true } : layer,
  );
}

function connectsPlaces({ type }: ResolvedLayer): boolean {
  return type.connects !== undefined && !type.isBetween;
}

/** The points of stacked areas would not be on top of one another. */
function drawsLoneRows(layer: ResolvedLayer, plan: ChartPlan): boolean {
  return connectsPlaces(layer) && (!layer.type.isRooted || seriesColumns(layer, plan).length === 0);
}

/**
 * @param mark The line's.
 * @returns A view of points beside the line, of which only those of rows that the line does not connect are visible. The
 * others stay, since without any a panel with axes of its own would have no ends.
 */
export function loneRowPoints(
  layer: ResolvedLayer,
  mark: JsonObject,
  plan: ChartPlan,
): JsonObject[] {
  if (layer.hasLoneRows !== true || !drawsLoneRows(layer, plan)) {
    return [];
  }
  const [placed, before, after] = ['has place', 'place before', 'place after'].map(name =>
    ownField(layer, name),
  ) as [string, string, string];
  const columns = (['x', 'y'] as const).flatMap(axis =>
    isDiscrete(plan[axis]) ? [] : (columnOf(layer, axis) ?? []),
  );
  const { transforms, window } = lineWindow(layer, plan, [
    { op: 'lag', field: placed, as: before },
    { op: 'lead', field: placed, as: after },
  ]);
  const looks = ['color', 'opacity', 'clip'].flatMap((name): [string, Json][] => {
    const look = mark[name];
    return look === undefined ? [] : [[name, look]];
  });
  const [is, was, willBe] = [placed, before, after].map(name => `datum[${JSON.stringify(name)}]`);
  const calculate = `${placedExpression(columns) || 'true'} ? 1 : 0`;
  return [
    {
      transform: [{ calculate, as: placed }, ...transforms, window],
      mark: { type: 'point', filled: true, opacity: 1, ...Object.fromEntries(looks) },
      encoding: {
        size: {
          condition: { test: `${is} && !${was} && !${willBe}`, value: POINT_SIZE },
          value: 0,
        },
      },
    },
  ];
}
