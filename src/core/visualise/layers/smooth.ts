/** `DRAW smooth`: the trend of y along x. */

import { quotedName } from '../../base/quoted';
import { axisNumber, isNumber } from '../axisNumber';
import type { AxisNumber } from '../axisNumber';
import type { ChartColumn } from '../chartColumn';
import { following, sourceTable } from '../chartQuery';
import { continuousAesthetics } from '../continuousMapping';
import { columnOf } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import { groupBehind, ofWholeGroup } from '../rowsBehind';
import { scaledNumber } from '../scaledAxis';
import { kernelSql } from '../statistics/kernelSql';
import {
  computedBindings,
  groupsOf,
  inputColumn,
  positiveSetting,
  reading,
  widthSetting,
  withoutSettings,
  wordSetting,
} from '../statistics/statistic';
import type { StatisticContext } from '../statistics/statistic';
import { strokeAesthetics } from './layerType';
import type { LayerType } from './layerType';
import { line } from './line';

export const smooth: LayerType = {
  name: 'smooth',
  alsoCalled: ['loess', 'regression', 'trend'],
  described: 'smoothed line',
  required: [['x', 'y']],
  optional: strokeAesthetics,
  parameters: ['position', 'method', 'bandwidth', 'window', 'labels'],
  positions: line.positions,
  refusesOrder: () => '',
  mark: line.mark,
  isStroked: true,
  statistic: smoothLayers,
};

/** The methods of `SETTING method` of a smooth layer. */
export const smoothMethods = ['nw', 'ols', 'moving'] as const;
const DEFAULT_WINDOW = 20;

/**
 * Methods: `nw`, the mean of y weighed by a Gaussian kernel (Nadaraya and Watson); `ols`, the straight line of least
 * squares; `moving`, the mean of the last `window` rows. The first two compute along the scales of both axes, so that a
 * line of least squares is straight as it is drawn; a moving mean is one of the values, as everywhere in finance.
 *
 * @returns A line with the columns x and y.
 */
function smoothLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  const { facet, report } = context;
  const x = inputColumn(layer, 'x', report);
  const y = inputColumn(layer, 'y', report);
  const method = wordSetting(layer, 'method', { words: smoothMethods, fallback: 'nw' }, report);
  const isMoving = method === 'moving';
  const numberOn = (name: 'x' | 'y', column: ChartColumn): AxisNumber | undefined =>
    isMoving ? axisNumber(column, layer, report) : scaledNumber(name, column, layer, context);
  const axis = x && numberOn('x', x);
  const measured = axis && y && isNumber(y, layer, report) ? numberOn('y', y) : undefined;
  if (!axis || !measured) {
    return [];
  }
  const groups = groupsOf(layer, ['x', 'y'], facet);
  const bandwidth = widthSetting(layer, 'bandwidth', axis, report);
  const window = positiveSetting(layer, 'window', report, true) ?? DEFAULT_WINDOW;
  const smoothed: Smoothed = { axis, measured, groups };
  const { own } = layer.source;
  const mean = measured.value(own`sum(_kernel * _measured) / sum(_kernel)`);
  const curve = { axis, groups, measured: measured.number, bandwidth, beyond: 0 };
  const sql = {
    nw: () => kernelSql(layer.source, curve, `${mean} AS ${quotedName(measured.column.name)}`),
    ols: () => straightSql(layer, smoothed),
    moving: () => movingSql(layer, smoothed, window),
  }[method]();
  const behind = groupBehind(layer.source, groups, finiteOf(smoothed), ofWholeGroup());
  const columns = {
    x: { ...axis.column, type: axis.type },
    y: { ...measured.column, type: 'DOUBLE' },
  };
  return [
    {
      ...layer,
      type: line,
      shownAs: smooth.described,
      ...reading(layer, { x: axis.column, y: measured.column }, isMoving ? 'finite' : 'placed'),
      parameters: withoutSettings(layer, ['method', 'bandwidth', 'window']),
      bindings: computedBindings(layer, ['x', 'y'], columns),
      partition: partitionOf(layer, context),
      query: { name: 'smooth', sql, span: layer.source.span, behind: [behind] },
    },
  ];
}

/** Each value of a colour has a line of its own, of numbers too: a smoothed line has one look. */
function partitionOf(layer: ResolvedLayer, { scales }: StatisticContext): ChartColumn[] {
  const looks = continuousAesthetics(layer, scales).flatMap(aesthetic =>
    aesthetic === 'x' || aesthetic === 'y' ? [] : (columnOf(layer, aesthetic) ?? []),
  );
  const all = [...layer.partition, ...looks];
  return all.filter(({ name }, at) => all.findIndex(other => other.name === name) === at);
}

interface Smoothed {
  readonly axis: AxisNumber;
  readonly measured: AxisNumber;
  readonly groups: readonly ChartColumn[];
}

/** The two ends of the line are enough to draw it; rows of one place have none, and NaN as their slope. */
function straightSql(layer: ResolvedLayer, { axis, measured, groups }: Smoothed): string {
  const { own } = layer.source;
  const list = following(groups);
  const by = groups.length === 0 ? '' : ` GROUP BY ${list.slice(2)}`;
  return [
    `WITH ${valuesTable(layer, { axis, measured, groups })},`,
    own`_fitted AS (SELECT min(_value) AS _low, max(_value) AS _high, regr_slope(_measured, _value) AS _slope, regr_intercept(_measured, _value) AS _intercept${list} FROM _source${by}),`,
    own`_ends AS (SELECT unnest([_low, _high]) AS _value, _slope, _intercept${list} FROM _fitted)`,
    `SELECT ${axis.value(own`_value`)} AS ${quotedName(axis.column.name)}, ${measured.value(own`_intercept + _slope * _value`)} AS ${quotedName(measured.column.name)}${list}`,
    own`FROM _ends WHERE isfinite(_slope) ORDER BY _value${list}`,
  ].join('\n');
}

/** Means of fewer rows than the window are left out. */
function movingSql(layer: ResolvedLayer, smoothed: Smoothed, window: number): string {
  const { axis, measured, groups } = smoothed;
  const { own } = layer.source;
  const list = following(groups);
  const parts = groups.length === 0 ? '' : `PARTITION BY ${list.slice(2)} `;
  const frame = own`OVER (${parts}ORDER BY _value, _row ROWS BETWEEN ${window - 1} PRECEDING AND CURRENT ROW)`;
  return [
    `WITH ${valuesTable(layer, smoothed)},`,
    own`_moved AS (SELECT _value, avg(_measured) ${frame} AS _mean, count(*) ${frame} AS _n${list} FROM _source)`,
    own`SELECT ${axis.value(own`_value`)} AS ${quotedName(axis.column.name)}, _mean AS ${quotedName(measured.column.name)}${list}`,
    own`FROM _moved WHERE _n = ${window} ORDER BY _value${list}`,
  ].join('\n');
}

function valuesTable(layer: ResolvedLayer, { axis, groups, measured }: Smoothed): string {
  const { own } = layer.source;
  const names = groups.map(({ name }) => quotedName(name));
  const columns = [own`${axis.number} AS _value`, own`${measured.number} AS _measured`, ...names];
  return sourceTable(layer.source, columns, finiteOf({ axis, measured }));
}

function finiteOf({ axis, measured }: Pick<Smoothed, 'axis' | 'measured'>): string {
  return `isfinite(${axis.number}) AND isfinite(${measured.number})`;
}
