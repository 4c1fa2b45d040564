/** `DRAW boxplot`: quartiles, whiskers and what lies outside them. */

import type { Aesthetic } from '../aesthetics';
import { isNumber } from '../axisNumber';
import { offsetPadding } from '../bandSize';
import { columnKind, enumValues, fieldPath } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, quoted, sameGroup, sourceTable } from '../chartQuery';
import { positionSetting } from '../positionSetting';
import { columnOf } from '../resolvedChart';
import type { ResolvedFacet, ResolvedLayer } from '../resolvedChart';
import { computedBindings, groupsOf, positiveSetting, withoutSettings } from './statistic';
import type { StatisticContext } from './statistic';

/** Whiskers reach to the last row within this many heights of the box, as Tukey drew them, and never into the box. */
const WHISKER_LENGTH = 1.5;

const names = ['lower', 'q1', 'median', 'q3', 'upper', 'outlier'] as const;

/**
 * @returns Whiskers, box, median and outliers over one dataset: a row for each box with `lower`, `q1`, `median`, `q3`
 * and `upper`, its median as `outlier` too, and a row for each outlier with `outlier` alone.
 */
export function boxplotLayers(
  layer: ResolvedLayer,
  { facet, report }: StatisticContext,
): ResolvedLayer[] {
  const [x, y] = [columnOf(layer, 'x'), columnOf(layer, 'y')];
  if (!x || !y) {
    return [];
  }
  const isLying = columnKind(y.type) !== 'number' && columnKind(x.type) === 'number';
  const [measured, axis] = isLying ? [x, 'x' as const] : [y, 'y' as const];
  if (!isNumber(measured, layer, report)) {
    return [];
  }
  const groups = groupsOf(layer, [axis], facet);
  const reach = positiveSetting(layer, 'coef', report) ?? WHISKER_LENGTH;
  const place = columnOf(layer, axis === 'x' ? 'y' : 'x');
  const series = columnOf(layer, 'fill') ?? columnOf(layer, 'stroke');
  const isParted =
    place && series && series.name !== place.name && positionSetting(layer) !== 'identity';
  const slot = isParted ? slotSql(place, series, facet) : '';
  const query = {
    name: 'boxplot',
    sql: boxplotSql(layer, measured, { groups, reach, slot }),
    span: layer.source.span,
  };
  const base = {
    ...layer,
    parameters: withoutSettings(layer, ['coef', 'position']),
    query,
    encoding: slot === '' ? {} : { [`${axis === 'x' ? 'y' : 'x'}Offset`]: slotField },
  };
  return parts(base, axis, measured.name);
}

/** Part of its place that a box fills. */
const BOX_WIDTH = 0.6;

const slotField = {
  field: 'slot',
  type: 'nominal',
  scale: { type: 'band', ...offsetPadding(BOX_WIDTH) },
};

/** Boxes of one place stand beside each other in the order of the legend; where each place has one box, it is as wide as the place. */
function slotSql(place: ChartColumn, series: ChartColumn, facet: ResolvedFacet | null): string {
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  const by = following([place, ...panels]).slice(2);
  const nulls = enumValues(series.type) ? 'NULLS LAST' : 'NULLS FIRST';
  return `, dense_rank() OVER (PARTITION BY ${by} ORDER BY ${quoted(series.name)} ${nulls}) AS slot`;
}

function parts(layer: ResolvedLayer, axis: 'x' | 'y', title: string): ResolvedLayer[] {
  const [low, high]: [Aesthetic, Aesthetic] = axis === 'x' ? ['xmin', 'xmax'] : ['ymin', 'ymax'];
  const [lower, q1, median, q3, upper, outlier] = names.map(name => ({
    name,
    type: 'DOUBLE',
    title,
  })) as [ChartColumn, ChartColumn, ChartColumn, ChartColumn, ChartColumn, ChartColumn];
  const bind = (computed: Partial<Record<Aesthetic, ChartColumn>>): ResolvedLayer['bindings'] =>
    computedBindings(layer, [axis], computed);
  const boxes = { ...layer, valid: fieldPath('median'), shownAs: 'box plot' };
  const whisker = { ...boxes, type: 'range' as const, shownAs: null };
  return [
    {
      ...layer,
      shownAs: null,
      type: 'point',
      bindings: bind({ [axis]: outlier }),
      // Rows of boxes stay: without any row Vega would have no extent of outliers.
      encoding: {
        ...layer.encoding,
        opacity: { condition: { test: 'isValid(datum.median)', value: 0 } },
      },
    },
    { ...whisker, bindings: stroked(bind({ [low]: lower, [high]: q1 })) },
    { ...whisker, bindings: stroked(bind({ [low]: q3, [high]: upper })) },
    {
      ...boxes,
      type: 'tile',
      bindings: bind({ [low]: q1, [high]: q3 }),
      mark: { opacity: 0.5, ...band(axis, layer) },
    },
    {
      ...boxes,
      shownAs: null,
      type: 'point',
      bindings: bind({ [axis]: median }),
      mark: { type: 'tick', thickness: 2, ...band(axis, layer) },
    },
  ];
}

/** Where slots set the boxes apart, their scale leaves the gap. */
function band(axis: 'x' | 'y', layer: ResolvedLayer): ResolvedLayer['mark'] {
  if (layer.encoding?.[axis === 'x' ? 'yOffset' : 'xOffset']) {
    return {};
  }
  return axis === 'y' ? { width: { band: BOX_WIDTH } } : { height: { band: BOX_WIDTH } };
}

/** A range is a stroke: it takes the colour of the box. */
function stroked(bindings: ResolvedLayer['bindings']): ResolvedLayer['bindings'] {
  const colour = bindings.get('stroke') ?? bindings.get('fill');
  const rest = [...bindings].filter(([name]) => name !== 'fill' && name !== 'stroke');
  return new Map(colour ? [...rest, ['stroke', colour]] : rest);
}

interface Boxes {
  readonly groups: readonly ChartColumn[];
  /** Whiskers reach to rows within this many heights of the box. */
  readonly reach: number;
  /** SQL of the column that sets the boxes of a place apart; empty where nothing has to. */
  readonly slot: string;
}

function boxplotSql(
  layer: ResolvedLayer,
  measured: ChartColumn,
  { groups, reach, slot }: Boxes,
): string {
  const list = following(groups);
  const of = following(groups, 'source.');
  const by = groups.length === 0 ? '' : ` GROUP BY ${list.slice(2)}`;
  const number = `${quoted(measured.name)}::DOUBLE`;
  const columns = [`${number} AS _value`, ...groups.map(({ name }) => quoted(name))];
  const inside = `_value BETWEEN _q1 - ${reach} * (_q3 - _q1) AND _q3 + ${reach} * (_q3 - _q1)`;
  const empty = names
    .slice(0, 5)
    .map(() => 'NULL')
    .join(', ');
  const group = of === '' ? '' : ` GROUP BY ${of.slice(2)}`;
  return [
    `WITH ${sourceTable(layer.source, columns, `isfinite(${number})`)},`,
    `quartiles AS (SELECT quantile_cont(_value, 0.25) AS _q1, quantile_cont(_value, 0.5) AS _q2, quantile_cont(_value, 0.75) AS _q3${list} FROM source${by}),`,
    `joined AS (SELECT _value, "#row", _q1, _q2, _q3, ${inside} AS _inside${of} FROM source JOIN quartiles ON ${sameGroup(groups, 'source', 'quartiles')}),`,
    `boxes AS (SELECT least(min(_value) FILTER (_inside), any_value(_q1)) AS lower, any_value(_q1) AS q1, any_value(_q2) AS median, any_value(_q3) AS q3, greatest(max(_value) FILTER (_inside), any_value(_q3)) AS upper, any_value(_q2) AS outlier, min("#row") AS "#row"${list} FROM joined${group.replaceAll('source.', '')}),`,
    `outliers AS (SELECT ${empty}, _value, "#row"${list} FROM joined WHERE NOT _inside)`,
    `SELECT lower, q1, median, q3, upper, outlier${list}${slot} FROM (FROM boxes UNION ALL FROM outliers) ORDER BY median IS NULL, "#row"`,
  ].join('\n');
}
