/** `DRAW histogram`: rows counted in bins of x. */

import { quotedName } from '../../base/quoted';
import type { AxisNumber } from '../axisNumber';
import { EDGE_TOLERANCE } from '../binEdges';
import { following, sameGroup, sourceTable } from '../chartQuery';
import type { ChartQuery } from '../chartQuery';
import { isWholeColumn } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import type { SqlTag } from '../sqlTag';
import { columnOf } from '../resolvedChart';
import { drawnRow, numbered, readRow } from '../rowsBehind';
import { scaledNumber } from '../scaledAxis';
import type { ResolvedLayer } from '../resolvedChart';
import {
  computedBindings,
  computedColumn,
  groupsOf,
  inputColumn,
  positiveSetting,
  remappedY,
  reading,
  widthSetting,
  withoutSettings,
} from '../statistics/statistic';
import type { StatisticContext } from '../statistics/statistic';
import { bar } from './bar';
import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

const computed = ['count', 'density'] as const;

export const histogram: LayerType = {
  name: 'histogram',
  alsoCalled: ['hist', 'bin', 'freqpoly'],
  described: 'histogram',
  required: [['x']],
  optional: [...surfaceAesthetics, 'linetype', 'weight'],
  parameters: ['position', 'bins', 'binwidth'],
  positions: bar.positions,
  refusesOrder: () => '',
  mark: bar.mark,
  computed,
  statistic: histogramLayers,
};

const DEFAULT_BINS = 30;

/** @returns Bars from bin to bin. The columns are x, `x end`, `count` and `density`, whose area is 1 per group. */
function histogramLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  const { facet, report } = context;
  const x = inputColumn(layer, 'x', report);
  const axis = x && scaledNumber('x', x, layer, context);
  if (!axis) {
    return [];
  }
  const groups = groupsOf(layer, ['x', 'weight'], facet);
  const weight = columnOf(layer, 'weight');
  const bins = positiveSetting(layer, 'bins', report, true) ?? DEFAULT_BINS;
  const binwidth = widthSetting(layer, 'binwidth', axis, report);
  const height = remappedY(layer, computed, report);
  const edges = { type: axis.type, isWhole: isWholeColumn(axis.column) };
  const start = { ...axis.column, ...edges };
  const end = computedColumn(layer, `${axis.column.name} end`, edges);
  const count = computedColumn(layer, 'count', { isWhole: !weight || isWholeColumn(weight) });
  const density = computedColumn(layer, 'density');
  const y = { count, density }[height];
  return [
    {
      ...layer,
      type: bar,
      shownAs: histogram.described,
      ...reading(layer, { x }),
      parameters: withoutSettings(layer, ['bins', 'binwidth']),
      bindings: computedBindings(layer, ['x', 'weight'], { x: start, xend: end, y }),
      query: {
        name: histogram.name,
        ...histogramSql(layer, axis, { groups, weight, bins, binwidth, end, count, density }),
        span: layer.source.span,
      },
    },
  ];
}

interface Bins {
  readonly groups: readonly ChartColumn[];
  readonly weight: ChartColumn | undefined;
  readonly bins: number;
  readonly binwidth: number | undefined;
  /** What is computed besides x. */
  readonly end: ChartColumn;
  readonly count: ChartColumn;
  readonly density: ChartColumn;
}

function histogramSql(
  layer: ResolvedLayer,
  axis: AxisNumber,
  { groups, weight, bins, binwidth, ...computed }: Bins,
): Pick<ChartQuery, 'sql' | 'behind'> {
  const { own } = layer.source;
  const list = following(groups);
  const weighed = weight ? `${quotedName(weight.name)}::DOUBLE` : '1';
  const columns = [own`${axis.number} AS _value`, own`${weighed} AS _weight`];
  const names = groups.map(({ name }) => quotedName(name));
  const over = names.length === 0 ? '' : `PARTITION BY ${names.join(', ')}`;
  const [end, count, density] = [computed.end, computed.count, computed.density].map(({ name }) =>
    quotedName(name),
  );
  const [low, width] = binning(axis, bins, binwidth, own);
  const last = binwidth === undefined ? `least(${bins - 1}, ` : '(';
  const start = own`${axis.value(own`_start`)} AS ${quotedName(axis.column.name)}`;
  /** @param more Further columns of the rows, each after a comma. */
  const binned = (more: string): string =>
    [
      `WITH ${sourceTable(layer.source, [...columns, ...names], `isfinite(${axis.number})`)},`,
      own`_limits AS (SELECT ${low} AS _low, ${width} AS _width FROM _source),`,
      own`_binned AS (SELECT _low + _width * ${last}floor((_value - _low) / _width + ${EDGE_TOLERANCE})) AS _start, _width, _weight${more}${list} FROM _source, _limits)`,
    ].join('\n');
  const sql = [
    `${binned('')},`,
    own`_counted AS (SELECT _start, _width, sum(_weight)::DOUBLE AS _count${list} FROM _binned GROUP BY _start, _width${list})`,
    `SELECT ${start}, ${axis.value(own`_start + _width`)} AS ${end},`,
    own`_count AS ${count}, _count / (sum(_count) OVER (${over}) * _width) AS ${density}${list}`,
    own`FROM _counted ORDER BY _start${list}`,
  ].join('\n');
  const behind = {
    ...numbered(layer.source),
    sql: own`${binned(own`, _row`)}\nSELECT _row, ${start}${list} FROM _binned`,
    matches: sameGroup([axis.column, ...groups], readRow, drawnRow),
  };
  return { sql, behind: [behind] };
}

/** A width of its own starts at a multiple of itself; a number of bins divides what there is. */
function binning(
  axis: AxisNumber,
  bins: number,
  binwidth: number | undefined,
  own: SqlTag,
): [string, string] {
  if (binwidth !== undefined) {
    const width = axis.isWhole ? Math.max(1, Math.round(binwidth)) : binwidth;
    return [own`floor(min(_value) / ${width}) * ${width}`, `${width}::DOUBLE`];
  }
  const width = own`(max(_value) - min(_value)) / ${bins}`;
  const positive = axis.isWhole ? `greatest(1, ceil(${width}))` : `${width}`;
  return [
    own`min(_value)`,
    own`CASE WHEN max(_value) > min(_value) THEN ${positive} ELSE 1 END::DOUBLE`,
  ];
}
