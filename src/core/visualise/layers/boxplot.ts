/** `DRAW boxplot`: quartiles, whiskers and outliers. */

import { t } from '../../base/translations';
import { quotedName } from '../../base/quoted';
import type { JsonObject } from '../../base/json';
import type { Aesthetic } from '../aesthetics';
import { isNumber } from '../axisNumber';
import type { AxisNumber } from '../axisNumber';
import { offsetPadding } from '../bandSize';
import { enumValues } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, sameGroup, sourceTable } from '../chartQuery';
import type { LayerSource, RowsBehind } from '../chartQuery';
import { columnOf, positionSetting } from '../resolvedChart';
import { drawnRow, numbered, readRow } from '../rowsBehind';
import { scaledNumber } from '../scaledAxis';
import type { ResolvedLayer } from '../resolvedChart';
import {
  computedBindings,
  computedColumn,
  groupsOf,
  inputColumn,
  measuredAxis,
  positiveSetting,
  reading,
  withoutSettings,
} from '../statistics/statistic';
import type { StatisticContext } from '../statistics/statistic';
import type { LayerType } from './layerType';
import { point } from './point';
import { range } from './range';
import { tile } from './tile';

export const boxplot: LayerType = {
  name: 'boxplot',
  alsoCalled: ['box'],
  described: 'box plot',
  required: [['x', 'y']],
  optional: ['fill', 'stroke', 'opacity', 'linewidth'],
  parameters: ['position', 'coef'],
  positions: ['identity', 'dodge'],
  refusesOrder: () => '',
  mark: tile.mark,
  onBins: 'start',
  statistic: boxplotLayers,
};

/** Whiskers reach to the last row within this many heights of the box, as Tukey drew them, and never into the box. */
const WHISKER_LENGTH = 1.5;

/**
 * @returns Whiskers, box, median and outliers over one dataset: a row for each box with `lower`, `q1`, `median`, `q3`
 * and `upper`, its median as `outlier` too, and a row for each outlier with `outlier` alone; `slot` separates the boxes
 * of one place.
 */
function boxplotLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  const { facet, report } = context;
  const axis = measuredAxis(layer);
  const measured = inputColumn(layer, axis, report);
  if (!measured || !isNumber(measured, layer, report)) {
    return [];
  }
  const scaled = scaledNumber(axis, measured, layer, context);
  if (!scaled) {
    return [];
  }
  const groups = groupsOf(layer, [axis], facet);
  const reach = positiveSetting(layer, 'coef', report) ?? WHISKER_LENGTH;
  const place = columnOf(layer, axis === 'x' ? 'y' : 'x');
  const series = columnOf(layer, 'fill') ?? columnOf(layer, 'stroke');
  const isParted = series && series.name !== place?.name && positionSetting(layer) !== 'identity';
  const slot = isParted ? computedColumn(layer, 'slot') : null;
  const places = [place, facet?.column, facet?.by].flatMap(column => column ?? []);
  const slotted = isParted && slot ? slotSql(places, series, slot) : '';
  const computed = boxColumns(layer, measured.name);
  const query = {
    name: 'boxplot',
    sql: boxplotSql(layer, scaled, { groups, reach, computed, slotted }),
    span: layer.source.span,
    behind: [rowsOfBoxes(layer.source, scaled, { groups, computed })],
  };
  const base = {
    ...layer,
    ...reading(layer, { [axis]: measured }),
    parameters: withoutSettings(layer, ['coef', 'position']),
    query,
    kept: {
      column: computed.median,
      columns: [...Object.values(computed), ...groups, ...(slot ? [slot] : [])],
      kept: 'boxes',
      others: 'outliers',
    },
    encoding: slot ? { [`${axis === 'x' ? 'y' : 'x'}Offset`]: slotField(slot) } : {},
  };
  return parts(base, axis, computed);
}

/** Part of its place that a box fills. */
const BOX_WIDTH = 0.6;

function slotField({ name }: ChartColumn): JsonObject {
  const scale = { type: 'band', ...offsetPadding(BOX_WIDTH) };
  return { field: name, type: 'nominal', scale };
}

type BoxColumns = Readonly<
  Record<'lower' | 'q1' | 'median' | 'q3' | 'upper' | 'outlier', ChartColumn>
>;

function boxColumns(layer: ResolvedLayer, title: string): BoxColumns {
  const column = (name: string): ChartColumn => computedColumn(layer, name, { title });
  return {
    lower: column('lower'),
    q1: column('q1'),
    median: column('median'),
    q3: column('q3'),
    upper: column('upper'),
    outlier: column('outlier'),
  };
}

/**
 * Boxes of one place are side by side in the order of the legend; if each place has one box, it is as wide as the
 * place.
 */
function slotSql(places: readonly ChartColumn[], series: ChartColumn, slot: ChartColumn): string {
  const parts = places.length === 0 ? '' : `PARTITION BY ${following(places).slice(2)} `;
  const nulls = enumValues(series.type) ? 'NULLS LAST' : t('NULLS FIRST');
  return `, dense_rank() OVER (${parts}ORDER BY ${quotedName(series.name)} ${nulls}) AS ${quotedName(slot.name)}`;
}

function parts(layer: ResolvedLayer, axis: 'x' | 'y', computed: BoxColumns): ResolvedLayer[] {
  const [low, high]: [Aesthetic, Aesthetic] = axis === 'x' ? ['xmin', 'xmax'] : ['ymin', 'ymax'];
  const { lower, q1, median, q3, upper, outlier } = computed;
  const bind = (columns: Partial<Record<Aesthetic, ChartColumn>>): ResolvedLayer['bindings'] =>
    computedBindings(layer, [axis], columns);
  const boxes = { ...layer, valid: median.name, shownAs: boxplot.described };
  const whisker = { ...boxes, type: range, shownAs: null };
  return [
    {
      ...layer,
      shownAs: null,
      type: point,
      bindings: bind({ [axis]: outlier }),
      // Rows of boxes stay: without any row Vega would have no extent of outliers.
      encoding: {
        ...layer.encoding,
        opacity: {
          condition: { test: `isValid(datum[${JSON.stringify(median.name)}])`, value: 0 },
        },
      },
    },
    { ...whisker, bindings: stroked(bind({ [low]: lower, [high]: q1 })) },
    { ...whisker, bindings: stroked(bind({ [low]: q3, [high]: upper })) },
    {
      ...boxes,
      type: tile,
      bindings: bind({ [low]: q1, [high]: q3 }),
      mark: { opacity: 0.5, ...band(axis, layer) },
    },
    {
      ...boxes,
      shownAs: null,
      type: point,
      bindings: bind({ [axis]: median }),
      mark: { type: 'tick', thickness: 2, ...band(axis, layer) },
    },
  ];
}

/** If slots separate the boxes, their scale leaves the gap. */
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
  readonly computed: BoxColumns;
  /** SQL of the column that separates the boxes of a place; empty if there is none. */
  readonly slotted: string;
}

/** A box is made of all rows of its group, an outlier of those with its value. */
function rowsOfBoxes(
  source: LayerSource,
  { number, value }: AxisNumber,
  { groups, computed }: Pick<Boxes, 'groups' | 'computed'>,
): RowsBehind {
  const { own } = source;
  const names = groups.map(({ name }) => quotedName(name));
  const table = sourceTable(source, [own`${number} AS _value`, ...names], `isfinite(${number})`);
  const [median, outlier] = [computed.median, computed.outlier].map(({ name }) => quotedName(name));
  return {
    ...numbered(source),
    sql: own`WITH ${table} SELECT _row, ${value(own`_value`)} AS _outlier${following(groups)} FROM _source`,
    matches: own`${sameGroup(groups, readRow, drawnRow)} AND (${drawnRow}.${median} IS NOT NULL OR ${readRow}._outlier = ${drawnRow}.${outlier})`,
  };
}

function boxplotSql(
  layer: ResolvedLayer,
  { number, value }: AxisNumber,
  { groups, reach, computed, slotted }: Boxes,
): string {
  const { own } = layer.source;
  const list = following(groups);
  const of = following(groups, own`_source.`);
  const by = groups.length === 0 ? '' : ` GROUP BY ${list.slice(2)}`;
  const columns = [own`${number} AS _value`, ...groups.map(({ name }) => quotedName(name))];
  const inside = own`_value BETWEEN _q1 - ${reach} * (_q3 - _q1) AND _q3 + ${reach} * (_q3 - _q1)`;
  const names = Object.entries(computed).map(
    ([part, { name }]) => `${value(own`_${part}`)} AS ${quotedName(name)}`,
  );
  return [
    `WITH ${sourceTable(layer.source, columns, `isfinite(${number})`)},`,
    own`_quartiles AS (SELECT quantile_cont(_value, 0.25) AS _q1, quantile_cont(_value, 0.5) AS _q2, quantile_cont(_value, 0.75) AS _q3${list} FROM _source${by}),`,
    own`_joined AS (SELECT _value, _row, _q1, _q2, _q3, ${inside} AS _inside${of} FROM _source JOIN _quartiles ON ${sameGroup(groups, own`_source`, own`_quartiles`)}),`,
    own`_boxes AS (SELECT least(min(_value) FILTER (_inside), any_value(_q1)) AS _lower, any_value(_q1) AS _q1, any_value(_q2) AS _median, any_value(_q3) AS _q3, greatest(max(_value) FILTER (_inside), any_value(_q3)) AS _upper, any_value(_q2) AS _outlier, min(_row) AS _row${list} FROM _joined${by}),`,
    own`_outliers AS (SELECT NULL, NULL, NULL, NULL, NULL, _value, _row${list} FROM _joined WHERE NOT _inside)`,
    own`SELECT ${names.join(', ')}${list}${slotted} FROM (FROM _boxes UNION ALL FROM _outliers) ORDER BY _median IS NULL, _row`,
  ].join('\n');
}
