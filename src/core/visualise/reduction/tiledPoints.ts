/** Points of more rows than can be drawn: they are counted in tiles. */

import { columnKind } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, quoted, sameGroup } from '../chartQuery';
import type { ChartQuery } from '../chartQuery';
import type { Aesthetic } from '../aesthetics';
import { columnOf } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings } from '../statistics/statistic';
import { axisPlace } from './axisPlace';
import type { AxisPlace } from './axisPlace';
import { thousands } from './reductionContext';
import type { ReductionContext } from './reductionContext';

const TILES: Tiles = { x: 120, y: 60 };

/** How many tiles stand beside and above each other, in each panel and band. */
type Tiles = Readonly<Record<'x' | 'y', number>>;

/** @returns Tiles that are coloured by the number of points on them; undefined where no axis is continuous. */
export function tiledPoints(
  layer: ResolvedLayer,
  context: ReductionContext,
): ResolvedLayer | undefined {
  const { facet, report, rowCount, scales } = context;
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
    query: { ...tilesQuery({ axes, panels, context }), name: 'tiles', span: layer.source.span },
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

interface TiledChart {
  readonly axes: readonly TiledAxis[];
  readonly panels: readonly ChartColumn[];
  readonly context: ReductionContext;
}

/** How many panels and bands there are decides how many tiles each of them may have. */
function tilesQuery(chart: TiledChart): Pick<ChartQuery, 'sql' | 'refine'> {
  const { axes, panels, context } = chart;
  const parts = following([...bandsOf(axes), ...panels]).slice(2);
  if (parts === '') {
    return { sql: tilesSql(chart, TILES) };
  }
  return {
    sql: `SELECT count(*) AS parts FROM (SELECT DISTINCT ${parts} FROM ${context.table})`,
    refine: facts => {
      const most = context.share / Math.max(1, facts.get('parts') ?? 1);
      return { sql: tilesSql(chart, fewerTiles(axes, most)), notes: [] };
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

function tilesSql({ axes, panels, context }: TiledChart, count: Tiles): string {
  const { table } = context;
  const even = axes.filter((axis): axis is TiledAxis & { place: AxisPlace } => axis.place !== null);
  const list = following([...bandsOf(axes), ...panels]);
  const isOwn = even.some(({ name }) => context.hasFreePanels(name));
  const own = isOwn ? following(panels) : '';
  const values = even.map(({ name, place }) => `${place.axis.number} AS _${name}`).join(', ');
  const conditions = even.map(({ place }) => place.condition).join(' AND ');
  const limits = even.map(
    ({ name, place }) =>
      `min(_${name}) AS _${name}_low, ${tileSize(name, place, count)} AS _${name}_size`,
  );
  const tiles = even.map(
    ({ name }) =>
      `least(${count[name] - 1}, floor((_${name} - _${name}_low) / _${name}_size)) AS _${name}_tile`,
  );
  const source = following([...bandsOf(axes), ...panels], 'source.');
  const joined = (from: string): string =>
    isOwn ? `${from} JOIN limits ON ${sameGroup(panels, from, 'limits')}` : `${from}, limits`;
  const numbers = even.map(({ name }) => `_${name}_tile`).join(', ');
  return [
    `WITH source AS (SELECT ${values}${list} FROM ${table} WHERE ${conditions}),`,
    `limits AS (SELECT ${limits.join(', ')}${own} FROM source${own === '' ? '' : ` GROUP BY ${own.slice(2)}`}),`,
    `tiles AS (SELECT ${tiles.join(', ')}, count(*) AS points${source} FROM ${joined('source')} GROUP BY ${numbers}${source})`,
    `SELECT ${even.map(tileEnds).join(', ')}, points${following([...bandsOf(axes), ...panels], 'tiles.')} FROM ${joined('tiles')} ORDER BY ${numbers}${following([...bandsOf(axes), ...panels], 'tiles.')}`,
  ].join('\n');
}

function tileSize(name: 'x' | 'y', { axis }: AxisPlace, count: Tiles): string {
  const size = `(max(_${name}) - min(_${name})) / ${count[name]}`;
  return `coalesce(nullif(${axis.isWhole ? `ceil(${size})` : size}, 0), 1)`;
}

function tileEnds({ name, column, place }: TiledAxis & { place: AxisPlace }): string {
  const end = (tile: string): string => place.axis.value(`_${name}_low + ${tile} * _${name}_size`);
  const tile = `_${name}_tile`;
  return `${end(tile)} AS ${quoted(column.name)}, ${end(`(${tile} + 1)`)} AS ${quoted(`${column.name} end`)}`;
}
