/** Layers of more rows than a chart draws: lines keep their pixels, points are counted in tiles. */

import { columnKind } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { axisNumber } from '../axisNumber';
import type { AxisNumber } from '../axisNumber';
import { following, quoted, sourceTable } from '../chartQuery';
import { columnOf } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings, groupsOf } from './statistic';
import type { StatisticContext } from './statistic';

/** Rows that a layer draws as they are. */
export const mostDrawnRows = 50_000;

/** More columns than any chart has pixels. */
const PIXEL_COLUMNS = 2000;

/** Rows that all series of a reduced line have together at most. */
const REDUCED_ROWS = 40_000;

const TILES_ACROSS = 120;
const TILES_DOWN = 60;

/** @returns The line by M4: the first, the last, the lowest and the highest row of each pixel column and series. */
export function reducedLine(
  layer: ResolvedLayer,
  { facet, report, rowCount }: StatisticContext,
): ResolvedLayer | undefined {
  const [x, y] = [columnOf(layer, 'x'), columnOf(layer, 'y')];
  const isLying = layer.parameters.has('orientation');
  if (!x || !y || isLying || !isContinuous(x) || columnKind(y.type) !== 'number') {
    return undefined;
  }
  const axis = axisNumber(x, layer, report);
  const series = groupsOf(layer, ['x', 'y'], facet);
  report.note(
    `The line was reduced from ${thousands(rowCount)} rows to the first, last, lowest and highest of each of up to ${thousands(PIXEL_COLUMNS)} columns of pixels (M4).`,
  );
  return (
    axis && {
      ...layer,
      query: { name: 'line', sql: m4Sql(layer, { axis, x, y }, series), span: layer.source.span },
    }
  );
}

/** @returns Tiles that are coloured by the number of points on them. */
export function tiledPoints(
  layer: ResolvedLayer,
  { facet, report, rowCount }: StatisticContext,
): ResolvedLayer | undefined {
  const [x, y] = [columnOf(layer, 'x'), columnOf(layer, 'y')];
  if (!x || !y || !isContinuous(x) || !isContinuous(y)) {
    return undefined;
  }
  const axes = [axisNumber(x, layer, report), axisNumber(y, layer, report)];
  const [across, down] = axes;
  if (!across || !down) {
    return undefined;
  }
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  report.note(
    `${thousands(rowCount)} points are more than a chart can show: they were counted in tiles, without colours and shapes of their own.`,
  );
  return {
    ...layer,
    type: 'tile',
    shownAs: 'counted points',
    partition: [],
    bindings: computedBindings(layer, [...layer.bindings.keys()], {
      xmin: { ...x, type: across.type },
      xmax: { name: `${x.name} end`, type: across.type },
      ymin: { ...y, type: down.type },
      ymax: { name: `${y.name} end`, type: down.type },
      fill: { name: 'points', type: 'BIGINT' },
    }),
    query: { name: 'tiles', sql: tilesSql(layer, [across, down], panels), span: layer.source.span },
  };
}

function isContinuous({ type }: ChartColumn): boolean {
  return !['text', 'boolean'].includes(columnKind(type));
}

function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

interface Line {
  readonly axis: AxisNumber;
  readonly x: ChartColumn;
  readonly y: ChartColumn;
}

function m4Sql(layer: ResolvedLayer, { axis, x, y }: Line, series: readonly ChartColumn[]): string {
  const others = series.filter(({ name }) => name !== x.name && name !== y.name);
  const list = following(others);
  const drawn = [x, ...(x.name === y.name ? [] : [y]), ...others];
  const names = drawn.map(({ name }) => quoted(name));
  const count = others.length === 0 ? '1' : `count(DISTINCT (${list.slice(2)}))`;
  const columns = [`${axis.number} AS _x`, `${quoted(y.name)}::DOUBLE AS _y`, ...names];
  return [
    `WITH ${sourceTable(layer.source, columns, `isfinite(${axis.number}) AND isfinite(${quoted(y.name)}::DOUBLE)`)},`,
    `limits AS (SELECT min(_x) AS _low, nullif(max(_x) - min(_x), 0) AS _range, greatest(1, least(${PIXEL_COLUMNS}, ${REDUCED_ROWS} // (4 * greatest(1, ${count})))) AS _columns FROM source),`,
    `extremes AS (SELECT unnest([arg_min("#row", _x), arg_max("#row", _x), arg_min("#row", _y), arg_max("#row", _y)]) AS _row`,
    `FROM source, limits GROUP BY least(_columns - 1, floor(_columns * (_x - _low) / _range))${list})`,
    `SELECT ${names.join(', ')} FROM source WHERE "#row" IN (SELECT _row FROM extremes) ORDER BY "#row"`,
  ].join('\n');
}

function tilesSql(
  layer: ResolvedLayer,
  axes: readonly [AxisNumber, AxisNumber],
  panels: readonly ChartColumn[],
): string {
  const [across, down] = axes;
  const list = following(panels);
  const columns = [
    `${across.number} AS _x`,
    `${down.number} AS _y`,
    ...panels.map(({ name }) => quoted(name)),
  ];
  const ends = (axis: AxisNumber, cell: string, low: string, width: string): string =>
    `${axis.value(`${low} + ${cell} * ${width}`)} AS ${quoted(axis.column.name)}, ${axis.value(`${low} + (${cell} + 1) * ${width}`)} AS ${quoted(`${axis.column.name} end`)}`;
  return [
    `WITH ${sourceTable(layer.source, columns, `isfinite(${across.number}) AND isfinite(${down.number})`)},`,
    `limits AS (SELECT min(_x) AS _left, ${tileWidth('_x', TILES_ACROSS, across)} AS _width, min(_y) AS _bottom, ${tileWidth('_y', TILES_DOWN, down)} AS _height FROM source),`,
    `tiles AS (SELECT least(${TILES_ACROSS - 1}, floor((_x - _left) / _width)) AS _column, least(${TILES_DOWN - 1}, floor((_y - _bottom) / _height)) AS _line, count(*) AS points${list}`,
    `FROM source, limits GROUP BY _column, _line${list})`,
    `SELECT ${ends(across, '_column', '_left', '_width')}, ${ends(down, '_line', '_bottom', '_height')}, points${list}`,
    `FROM tiles, limits ORDER BY _column, _line${list}`,
  ].join('\n');
}

function tileWidth(value: string, count: number, { isWhole }: AxisNumber): string {
  const width = `(max(${value}) - min(${value})) / ${count}`;
  return `coalesce(nullif(${isWhole ? `ceil(${width})` : width}, 0), 1)`;
}
