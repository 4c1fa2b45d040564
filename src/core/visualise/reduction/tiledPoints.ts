/** Points of more rows than can be drawn: they are counted in tiles. */

import { t } from '../../base/translations';
import { grouped } from '../../base/text';
import { tile } from '../layers/tile';
import { quotedName } from '../../base/quoted';
import { columnKind, freeName } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, sameGroup } from '../chartQuery';
import type { ChartQuery, RowsBehind } from '../chartQuery';
import type { Aesthetic } from '../aesthetics';
import { columnNames, columnOf } from '../resolvedChart';
import { drawnRow, readRow } from '../rowsBehind';
import type { SqlTag } from '../sqlTag';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings, computedColumn } from '../statistics/statistic';
import { axisPlace } from './axisPlace';
import type { AxisPlace } from './axisPlace';
import { readFrom } from './reductionContext';
import type { ReductionContext } from './reductionContext';

const TILES: Tiles = { x: 120, y: 60 };

/** Columns and rows of tiles in each panel and band. */
type Tiles = Readonly<Record<'x' | 'y', number>>;

/** @returns Tiles that are coloured by the number of points on them; undefined if no axis is continuous. */
export function tiledPoints(
  layer: ResolvedLayer,
  context: ReductionContext,
): ResolvedLayer | undefined {
  const { facet, report, rowCount, scales } = context;
  const axes = namedEnds(
    layer,
    (['x', 'y'] as const).flatMap(axis => tiledAxis(axis, layer, { scales })),
  );
  const places = axes.flatMap(({ place }) => (place ? [place] : []));
  if (axes.length !== 2 || places.length === 0 || places.some(place => isBent(place))) {
    return undefined;
  }
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  report.note(
    t(
      '{0} points are more than a chart can show: they were counted in tiles, without colours and shapes of their own.',
      grouped(rowCount),
    ),
  );
  const points = computedColumn(layer, 'points', { type: 'BIGINT' });
  const columns = Object.assign({}, ...axes.map(tiledColumns)) as Partial<
    Record<Aesthetic, ChartColumn>
  >;
  return {
    ...layer,
    type: tile,
    shownAs: 'counted points',
    partition: [],
    parameters: new Map(),
    bindings: computedBindings(layer, [...layer.bindings.keys()], {
      ...columns,
      fill: points,
    }),
    query: {
      ...tilesQuery({ axes, panels, points, own: layer.source.own, context }),
      name: 'tiles',
      span: layer.source.span,
    },
  };
}

interface TiledAxis {
  readonly name: 'x' | 'y';
  readonly column: ChartColumn;
  /** Null if the axis has one band per value, which is then the height of a tile. */
  readonly place: AxisPlace | null;
}

/** An axis and the names of the columns in which its tiles begin and end. */
interface NamedAxis extends TiledAxis {
  readonly low: string;
  readonly high: string;
}

/** Both axes may have the same column, or the one's name may be that of the other's end. */
function namedEnds(layer: ResolvedLayer, axes: readonly TiledAxis[]): NamedAxis[] {
  const taken = columnNames(layer);
  return axes.map((axis, at) => {
    const { name } = axis.column;
    const isSecond = axes.findIndex(({ column }) => column.name === name) < at;
    const low = isSecond ? freeName(`${name} start`, taken) : name;
    const high = freeName(`${name} end`, [...taken, low]);
    taken.push(low, high);
    return { ...axis, low, high };
  });
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

function tiledColumns({
  name,
  column,
  place,
  low,
  high,
}: NamedAxis): Partial<Record<Aesthetic, ChartColumn>> {
  return place === null
    ? { [name]: column }
    : {
        [`${name}min`]: { title: column.name, ...column, name: low, type: place.axis.type },
        [`${name}max`]: { title: column.name, ...column, name: high, type: place.axis.type },
      };
}

interface TiledChart {
  readonly axes: readonly NamedAxis[];
  readonly panels: readonly ChartColumn[];
  /** The number of points on a tile. */
  readonly points: ChartColumn;
  readonly own: SqlTag;
  readonly context: ReductionContext;
}

/** An axis along which tiles are even. */
type EvenAxis = NamedAxis & { readonly place: AxisPlace };

/** The number of panels and bands determines how many tiles each of them may have. */
function tilesQuery(chart: TiledChart): Pick<ChartQuery, 'sql' | 'refine' | 'behind'> {
  const { axes, panels, context } = chart;
  const parts = following([...bandsOf(axes), ...panels]).slice(2);
  if (parts === '') {
    return tilesSql(chart, fewerTiles(axes, context.share));
  }
  return {
    sql: `SELECT count(*) AS parts FROM (SELECT DISTINCT ${parts} FROM ${context.table})`,
    refine: facts => {
      const most = context.share / Math.max(1, facts.get('parts') ?? 1);
      return { ...tilesSql(chart, fewerTiles(axes, most)), notes: [] };
    },
  };
}

/** The same shape of tiles, as many as are allowed. */
function fewerTiles(axes: readonly TiledAxis[], most: number): Tiles {
  const names = axes.flatMap(({ name, place }) => (place ? [name] : []));
  const all = names.reduce((product, name) => product * TILES[name], 1);
  const scale = Math.min(1, (most / all) ** (1 / names.length));
  const fitting = (name: 'x' | 'y'): number => Math.max(1, Math.floor(TILES[name] * scale));
  return { x: fitting('x'), y: fitting('y') };
}

function bandsOf(axes: readonly TiledAxis[]): ChartColumn[] {
  return axes.filter(axis => axis.place === null).map(({ column }) => column);
}

function tilesSql(
  { axes, panels, points, own, context }: TiledChart,
  count: Tiles,
): { readonly sql: string; readonly behind: readonly RowsBehind[] } {
  const { table, rowId } = context;
  const even = axes.filter((axis): axis is EvenAxis => axis.place !== null);
  const list = following([...bandsOf(axes), ...panels]);
  const isOwn = even.some(({ name }) => context.hasFreePanels(name));
  const each = isOwn ? following(panels) : '';
  const values = even.map(({ name, place }) => own`${place.axis.number} AS _${name}`).join(', ');
  const conditions = even.map(({ place }) => place.condition).join(' AND ');
  const limits = even.map(
    ({ name, place }) =>
      own`min(_${name}) AS _low_${name}, ${tileSize({ name, place }, count, own)} AS _size_${name}`,
  );
  const tiles = even.map(
    ({ name }) =>
      own`least(${count[name] - 1}, floor((_${name} - _low_${name}) / _size_${name})) AS _tile_${name}`,
  );
  const [inSource, tiled] = [own`_source.`, own`_tiles.`].map(table =>
    following([...bandsOf(axes), ...panels], table),
  );
  const joined = (from: string): string =>
    isOwn
      ? own`${from} JOIN _limits ON ${sameGroup(panels, from, own`_limits`)}`
      : own`${from}, _limits`;
  const numbers = even.map(({ name }) => own`_tile_${name}`).join(', ');
  /** @param more Further columns of the rows, each after a comma. */
  const source = (more: string): string =>
    [
      own`WITH _source AS (SELECT ${values}${more}${list} FROM ${table} WHERE ${conditions}),`,
      own`_limits AS (SELECT ${limits.join(', ')}${each} FROM _source${each === '' ? '' : ` GROUP BY ${each.slice(2)}`}),`,
    ].join('\n');
  const ends = even.map(axis => tileEnds(axis, own)).join(', ');
  const sql = [
    source(''),
    own`_tiles AS (SELECT ${tiles.join(', ')}, count(*) AS _points${inSource} FROM ${joined(own`_source`)} GROUP BY ${numbers}${inSource})`,
    own`SELECT ${ends}, _points AS ${quotedName(points.name)}${tiled} FROM ${joined(own`_tiles`)} ORDER BY ${numbers}${tiled}`,
  ].join('\n');
  const keys = [
    ...even.flatMap(({ column, low }) => [{ ...column, name: low }]),
    ...bandsOf(axes),
    ...panels,
  ];
  const behind = {
    ...readFrom(context),
    sql: [
      source(own`, ${rowId} AS _row`),
      own`_tiles AS (SELECT ${tiles.join(', ')}, _row${inSource} FROM ${joined(own`_source`)})`,
      own`SELECT _row, ${ends}${tiled} FROM ${joined(own`_tiles`)}`,
    ].join('\n'),
    number: own`_row`,
    matches: sameGroup(keys, readRow, drawnRow),
  };
  return { sql, behind: [behind] };
}

function tileSize(
  { name, place: { axis } }: Pick<EvenAxis, 'name' | 'place'>,
  count: Tiles,
  own: SqlTag,
): string {
  const size = own`(max(_${name}) - min(_${name})) / ${count[name]}`;
  return `coalesce(nullif(${axis.isWhole ? `ceil(${size})` : size}, 0), 1)`;
}

function tileEnds({ name, low, high, place }: EvenAxis, own: SqlTag): string {
  const end = (tile: string): string =>
    place.axis.value(own`_low_${name} + ${tile} * _size_${name}`);
  const tile = own`_tile_${name}`;
  return `${end(tile)} AS ${quotedName(low)}, ${end(`(${tile} + 1)`)} AS ${quotedName(high)}`;
}
