/** `SETTING aggregate => 'mean'`: one mark for all rows of a place and a series. */

import type { Aesthetic } from '../aesthetics';
import { isNumber } from '../axisNumber';
import type { ChartColumn } from '../chartColumn';
import { following, quoted, sourceTable } from '../chartQuery';
import { columnOf } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import {
  computedBindings,
  computedColumn,
  groupsOf,
  inputColumn,
  measuredAxis,
  withoutSettings,
  wordSetting,
} from './statistic';
import type { StatisticContext } from './statistic';

/** What `SETTING aggregate` can be. */
export const aggregateFunctions = ['mean', 'sum', 'median', 'min', 'max', 'count'] as const;

/**
 * The function is one of the values, whatever the scale of the axis: a mean is the same number on a logarithmic axis.
 *
 * @returns The layer over one row for each group; the measured axis is named after the function, for example `mean of score`.
 */
export function aggregatedLayers(
  layer: ResolvedLayer,
  { facet, report }: StatisticContext,
): ResolvedLayer[] {
  const words = { words: aggregateFunctions, fallback: 'mean' } as const;
  const chosen = wordSetting(layer, 'aggregate', words, report);
  const axis = measuredAxis(layer);
  const measured = inputColumn(layer, axis, report);
  if (!measured || (chosen !== 'count' && !isNumber(measured, layer, report))) {
    return [];
  }
  // A label that tells the measured value tells what was computed of it.
  const isTold = columnOf(layer, 'label')?.name === measured.name;
  const inputs: readonly Aesthetic[] = isTold ? [axis, 'label'] : [axis];
  const groups = groupsOf(layer, inputs, facet);
  const column = computedColumn(layer, `${chosen} of ${measured.name}`);
  const sql = aggregateSql(layer, groups, { chosen, measured, column });
  return [
    {
      ...layer,
      parameters: withoutSettings(layer, ['aggregate']),
      bindings: computedBindings(
        layer,
        inputs,
        Object.fromEntries(inputs.map(aesthetic => [aesthetic, column])),
      ),
      query: { name: 'aggregate', sql, span: layer.source.span },
    },
  ];
}

function aggregateSql(
  layer: ResolvedLayer,
  groups: readonly ChartColumn[],
  { chosen, measured, column }: Record<'measured' | 'column', ChartColumn> & { chosen: string },
): string {
  const { own } = layer.source;
  const isCount = chosen === 'count';
  const number = isCount ? quoted(measured.name) : `${quoted(measured.name)}::DOUBLE`;
  const columns = [own`${number} AS _value`, ...groups.map(({ name }) => quoted(name))];
  const condition = isCount ? `${number} IS NOT NULL` : `isfinite(${number})`;
  const called = chosen === 'mean' ? 'avg' : chosen;
  const list = following(groups);
  const by = groups.length === 0 ? '' : ` GROUP BY ${list.slice(2)}`;
  return [
    `WITH ${sourceTable(layer.source, columns, condition)}`,
    own`SELECT ${called}(_value)::DOUBLE AS ${quoted(column.name)}${list}`,
    own`FROM _source${by} ORDER BY min(_row)`,
  ].join('\n');
}
