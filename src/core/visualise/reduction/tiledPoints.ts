/** Points of more rows than can be drawn: they are counted in tiles. */

import { columnKind } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, quoted } from '../chartQuery';
import type { Aesthetic } from '../aesthetics';
import { columnOf } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings } from '../statistics/statistic';
import { axisPlace } from './axisPlace';
import type { AxisPlace } from './axisPlace';
import { thousands } from './reductionContext';
import type { ReductionContext } from './reductionContext';

const TILES = { x: 120, y: 60 } as const;

/** @returns Tiles that are coloured by the number of points on them; undefined where no axis is continuous. */
export function tiledPoints(
  layer: ResolvedLayer,
  context: ReductionContext,
): ResolvedLayer | undefined {
  const { facet, report, rowCount, table, scales } = context;
  const axes = (['x', 'y'] as const).flatMap(axis => tiledAxis(axis, layer, { scales }));
  const places = axes.flatMap(({ place }) => (place ? [place] : []));
  if (axes.length !== 2 || places.length === 0 || places.some(place => isBent(place))) {
    return undefined;
  }
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  report.note(
    `${thousands(rowCount)} points are more than a chart can show: they were counted in tiles, without colours and shapes of their own.`,
  );
  const columns = Object.assign({}, ...axes.map(tiledColumns)) as Partial<
    Record<Aesthetic, ChartColumn>
  >;
  return {
    ...layer,
    type: 'tile',
    shownAs: 'counted points',
    partition: [],
    parameters: new Map(),
    bindings: computedBindings(layer, [...layer.bindings.keys()], {
      ...columns,
      fill: { name: 'points', type: 'BIGINT' },
    }),
    query: { name: 'tiles', sql: tilesSql(table, axes, panels), span: layer.source.span },
  };
}

interface TiledAxis {
  readonly name: 'x' | 'y';
  readonly column: ChartColumn;
  /** Null where the axis has a band a value, which is a tile's height then. */
  readonly place: AxisPlace | null;
}

function tiledAxis(
  name: 'x' | 'y',
  layer: ResolvedLayer,
  context: Pick<ReductionContext, 'scales'>,
): TiledAxis[] {
  const column = columnOf(layer, name);
  if (!column) {
    return [];
  }
  const place = axisPlace(name, column, layer, context) ?? null;
  // Bands of dates and numbers are not counted: they are as many as there are values.
  const isBand = place === null && ['text', 'boolean'].includes(columnKind(column.type));
  return place !== null || isBand ? [{ name, column, place }] : [];
}

/** Even tiles are of one size only where the axis is even. */
function isBent({ at, axis }: AxisPlace): boolean {
  return at !== axis.number;
}

function tiledColumns({ name, column, place }: TiledAxis): Partial<Record<Aesthetic, ChartColumn>> {
  return place === null
    ? { [name]: column }
    : {
        [`${name}min`]: { ...column, type: place.axis.type },
        [`${name}max`]: { name: `${column.name} end`, type: place.axis.type },
      };
}

function tilesSql(
  table: string,
  axes: readonly TiledAxis[],
  panels: readonly ChartColumn[],
): string {
  const even = axes.filter((axis): axis is TiledAxis & { place: AxisPlace } => axis.place !== null);
  const bands = axes.filter(axis => axis.place === null).map(({ column }) => column);
  const list = following([...bands, ...panels]);
  const values = even.map(({ name, place }) => `${place.axis.number} AS _${name}`).join(', ');
  const conditions = even.map(({ place }) => place.condition).join(' AND ');
  const limits = even.map(
    ({ name, place }) => `min(_${name}) AS _${name}_low, ${tileSize(name, place)} AS _${name}_size`,
  );
  const tiles = even.map(
    ({ name }) =>
      `least(${TILES[name] - 1}, floor((_${name} - _${name}_low) / _${name}_size)) AS _${name}_tile`,
  );
  const numbers = even.map(({ name }) => `_${name}_tile`).join(', ');
  return [
    `WITH source AS (SELECT ${values}${list} FROM ${table} WHERE ${conditions}),`,
    `limits AS (SELECT ${limits.join(', ')} FROM source),`,
    `tiles AS (SELECT ${tiles.join(', ')}, count(*) AS points${list} FROM source, limits GROUP BY ${numbers}${list})`,
    `SELECT ${even.map(tileEnds).join(', ')}, points${list} FROM tiles, limits ORDER BY ${numbers}${list}`,
  ].join('\n');
}

function tileSize(name: 'x' | 'y', { axis }: AxisPlace): string {
  const size = `(max(_${name}) - min(_${name})) / ${TILES[name]}`;
  return `coalesce(nullif(${axis.isWhole ? `ceil(${size})` : size}, 0), 1)`;
}

function tileEnds({ name, column, place }: TiledAxis & { place: AxisPlace }): string {
  const end = (tile: string): string => place.axis.value(`_${name}_low + ${tile} * _${name}_size`);
  const tile = `_${name}_tile`;
  return `${end(tile)} AS ${quoted(column.name)}, ${end(`(${tile} + 1)`)} AS ${quoted(`${column.name} end`)}`;
}
