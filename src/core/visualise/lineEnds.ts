/** The ends of a chart's lines: queried from the engine, before their names can be placed there. */

import { t } from '../base/translations';
import { quotedName } from '../base/quoted';
import type { Json, JsonObject } from '../base/json';
import { positionFamilies } from './aesthetics';
import { axisNumber } from './axisNumber';
import type { ChartColumn } from './chartColumn';
import { drawnRows } from './chartData';
import type { ChartQuery } from './chartQuery';
import { Report } from './report';
import { columnOf } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';

const MOST_LABELS = 6;

/** A line that ends earlier than this part of the width before the others is named by the legend. */
const LATEST_END = 0.1;

/** The end of one line. */
export interface LineEnd {
  readonly series: string | boolean;
  /** The highest x of all lines, as it is in a chart's data. */
  readonly x: Json;
  readonly y: number;
}

/** The ends of a chart's lines as numbers. */
export interface LineEnds {
  readonly ends: readonly LineEnd[];
  /** The lowest and the highest y. */
  readonly low: number;
  readonly high: number;
}

/** Lines that can be named at their ends. */
export interface LabelledLines {
  readonly layer: ResolvedLayer;
  readonly channel: string;
  readonly x: ChartColumn;
  readonly y: ChartColumn;
  readonly series: ChartColumn;
}

/** @returns The query of the lines' ends; more rows than can be labelled mean too many lines. */
export function lineEndsQuery(
  { layer, x, y, series }: LabelledLines,
  { layers }: ResolvedChart,
): ChartQuery | null {
  const axis = axisNumber(x, layer, new Report([]));
  if (!axis) {
    return null;
  }
  const [place, value] = [quotedName(x.name), `${quotedName(y.name)}::DOUBLE`];
  const sql = [
    `WITH drawn AS (SELECT ${quotedName(series.name)} AS series, ${place} AS x, (${axis.number})::DOUBLE AS place, ${value} AS y`,
    `FROM ${drawnRows(layer)} WHERE isfinite(${axis.number}) AND isfinite(${value})),`,
    `heights AS (${layers.flatMap(heightsOf).join(' UNION ALL ')}),`,
    `limits AS (SELECT max(x) AS x, min(place) AS first, max(place) AS last FROM drawn),`,
    t('range AS (SELECT min(y) AS low, max(y) AS high FROM heights WHERE isfinite(y)),'),
    t(
      'ends AS (SELECT series, arg_max(y, place) AS y, max(place) AS place FROM drawn GROUP BY series)',
    ),
    `SELECT series, limits.x, y, coalesce((last - place) / nullif(last - first, 0), 0) AS missing, low, high`,
    `FROM ends, limits, range ORDER BY y LIMIT ${MOST_LABELS + 1}`,
  ].join('\n');
  return { name: 'ends', sql, span: layer.source.span };
}

/** Queries of all values on y, since the height of the plot covers all layers. */
function heightsOf(layer: ResolvedLayer): string[] {
  return positionFamilies.y.flatMap(aesthetic => {
    const column = columnOf(layer, aesthetic);
    return column
      ? [`SELECT ${quotedName(column.name)}::DOUBLE AS y FROM ${drawnRows(layer)}`]
      : [];
  });
}

/** @returns The facts in the rows of the query, or null if the lines cannot be named at their ends. */
export function lineEndsOf(rows: readonly JsonObject[]): LineEnds | null {
  const ends: LineEnd[] = [];
  let [low, high] = [0, 0];
  for (const row of rows) {
    const { series, x = null, y, missing } = row;
    const isNamed = (typeof series === 'string' && series !== '') || typeof series === 'boolean';
    if (!isNamed || typeof y !== 'number' || Number(missing) > LATEST_END) {
      return null;
    }
    ends.push({ series, x, y });
    [low, high] = [Number(row['low']), Number(row['high'])];
  }
  const isFew = ends.length > 1 && ends.length <= MOST_LABELS;
  return isFew && high > low ? { ends, low, high } : null;
}
