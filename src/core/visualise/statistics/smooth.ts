/** `DRAW smooth`: the run of y along x. */

import { axisNumber, isNumber } from '../axisNumber';
import type { AxisNumber } from '../axisNumber';
import type { ChartColumn } from '../chartColumn';
import { following, quoted, sourceTable } from '../chartQuery';
import type { ResolvedLayer } from '../resolvedChart';
import { kernelSql } from './kernelSql';
import {
  computedBindings,
  groupsOf,
  inputColumn,
  positiveSetting,
  withoutSettings,
  wordSetting,
} from './statistic';
import type { StatisticContext } from './statistic';

/** What `SETTING method` of a smooth layer can be. */
export const smoothMethods = ['nw', 'ols', 'moving'] as const;
const DEFAULT_WINDOW = 20;

/**
 * Methods: `nw`, the mean of y weighed by a Gaussian kernel (Nadaraya and Watson); `ols`, the straight line of least
 * squares; `moving`, the mean of the last `window` rows.
 *
 * @returns A line with the columns x and y.
 */
export function smoothLayers(
  layer: ResolvedLayer,
  { facet, report }: StatisticContext,
): ResolvedLayer[] {
  const x = inputColumn(layer, 'x', report);
  const y = inputColumn(layer, 'y', report);
  const axis = x && axisNumber(x, layer, report);
  if (!axis || !y || !isNumber(y, layer, report)) {
    return [];
  }
  const groups = groupsOf(layer, ['x', 'y'], facet);
  const method = wordSetting(layer, 'method', { words: smoothMethods, fallback: 'nw' }, report);
  const bandwidth = positiveSetting(layer, 'bandwidth', report);
  const window = positiveSetting(layer, 'window', report, true) ?? DEFAULT_WINDOW;
  const measured = `${quoted(y.name)}::DOUBLE`;
  const smoothed: Smoothed = { axis, y, groups, measured };
  const computed = `sum(_kernel * _measured) / sum(_kernel) AS ${quoted(y.name)}`;
  const sql = {
    nw: () => kernelSql(layer.source, { ...smoothed, bandwidth, beyond: 0 }, computed),
    ols: () => straightSql(layer, smoothed),
    moving: () => movingSql(layer, smoothed, window),
  }[method]();
  const columns = { x: { ...axis.column, type: axis.type }, y: { ...y, type: 'DOUBLE' } };
  return [
    {
      ...layer,
      type: 'line',
      shownAs: 'smoothed line',
      parameters: withoutSettings(layer, ['method', 'bandwidth', 'window']),
      bindings: computedBindings(layer, ['x', 'y'], columns),
      query: { name: 'smooth', sql, span: layer.source.span },
    },
  ];
}

interface Smoothed {
  readonly axis: AxisNumber;
  readonly y: ChartColumn;
  readonly groups: readonly ChartColumn[];
  readonly measured: string;
}

/** The two ends of the line are enough to draw it. */
function straightSql(layer: ResolvedLayer, { axis, y, groups, measured }: Smoothed): string {
  const list = following(groups);
  const by = groups.length === 0 ? '' : ` GROUP BY ${list.slice(2)}`;
  return [
    `WITH ${valuesTable(layer, { axis, y, groups, measured })},`,
    `fitted AS (SELECT min(_value) AS _low, max(_value) AS _high, regr_slope(_measured, _value) AS _slope, regr_intercept(_measured, _value) AS _intercept${list} FROM source${by}),`,
    `ends AS (SELECT unnest([_low, _high]) AS _value, _slope, _intercept${list} FROM fitted)`,
    `SELECT ${axis.value('_value')} AS ${quoted(axis.column.name)}, _intercept + _slope * _value AS ${quoted(y.name)}${list}`,
    `FROM ends WHERE _slope IS NOT NULL ORDER BY _value${list}`,
  ].join('\n');
}

/** A mean of fewer rows than the window is none yet. */
function movingSql(layer: ResolvedLayer, smoothed: Smoothed, window: number): string {
  const { axis, y, groups } = smoothed;
  const list = following(groups);
  const parts = groups.length === 0 ? '' : `PARTITION BY ${list.slice(2)} `;
  const frame = `OVER (${parts}ORDER BY _value, "#row" ROWS BETWEEN ${window - 1} PRECEDING AND CURRENT ROW)`;
  return [
    `WITH ${valuesTable(layer, smoothed)},`,
    `moved AS (SELECT _value, avg(_measured) ${frame} AS _mean, count(*) ${frame} AS _n${list} FROM source)`,
    `SELECT ${axis.value('_value')} AS ${quoted(axis.column.name)}, _mean AS ${quoted(y.name)}${list}`,
    `FROM moved WHERE _n = ${window} ORDER BY _value${list}`,
  ].join('\n');
}

function valuesTable(layer: ResolvedLayer, { axis, groups, measured }: Smoothed): string {
  const names = groups.map(({ name }) => quoted(name));
  const columns = [`${axis.number} AS _value`, `${measured} AS _measured`, ...names];
  return sourceTable(layer.source, columns, `isfinite(${axis.number}) AND isfinite(${measured})`);
}
