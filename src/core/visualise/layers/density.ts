/** `DRAW density`: how the values of x are spread, by a Gaussian kernel. */

import { quotedName } from '../../base/quoted';
import { scaledNumber } from '../scaledAxis';
import type { ResolvedLayer } from '../resolvedChart';
import { groupBehind, ofWholeGroup } from '../rowsBehind';
import { kernelSql } from '../statistics/kernelSql';
import {
  computedBindings,
  computedColumn,
  groupsOf,
  inputColumn,
  reading,
  remappedY,
  widthSetting,
  withoutSettings,
} from '../statistics/statistic';
import type { StatisticContext } from '../statistics/statistic';
import { area } from './area';
import { surfaceAesthetics } from './layerType';
import type { LayerType } from './layerType';

const computed = ['density', 'count'] as const;

export const density: LayerType = {
  name: 'density',
  alsoCalled: ['kde'],
  described: 'density',
  required: [['x']],
  optional: surfaceAesthetics,
  parameters: ['position', 'bandwidth'],
  positions: area.positions,
  refusesOrder: () => '',
  mark: area.mark,
  computed,
  statistic: densityLayers,
};

/**
 * @returns An area. The columns are x, `density`, whose area is 1 per group, and `count`, which is `density` times the
 * group's rows.
 */
function densityLayers(layer: ResolvedLayer, context: StatisticContext): ResolvedLayer[] {
  const { facet, report } = context;
  const x = inputColumn(layer, 'x', report);
  const axis = x && scaledNumber('x', x, layer, context);
  if (!axis) {
    return [];
  }
  const groups = groupsOf(layer, ['x'], facet);
  const bandwidth = widthSetting(layer, 'bandwidth', axis, report);
  const height = remappedY(layer, computed, report);
  const share = computedColumn(layer, 'density');
  const count = computedColumn(layer, 'count');
  const { own } = layer.source;
  const curve = own`sum(_kernel) / (any_value(_h) * sqrt(2 * pi()))`;
  const columns = own`${curve} / any_value(_n) AS ${quotedName(share.name)}, ${curve} AS ${quotedName(count.name)}`;
  const query = { axis, groups, measured: '1::DOUBLE', bandwidth, beyond: 3 };
  return [
    {
      ...layer,
      type: area,
      shownAs: density.described,
      ...reading(layer, { x }),
      parameters: new Map([
        ...withoutSettings(layer, ['bandwidth']),
        ...(layer.parameters.has('position') ? [] : overlaid(layer)),
      ]),
      bindings: computedBindings(layer, ['x'], {
        x: { ...axis.column, type: axis.type },
        y: { density: share, count }[height],
      }),
      query: {
        name: 'density',
        sql: kernelSql(layer.source, query, columns),
        span: layer.source.span,
        behind: [groupBehind(layer.source, groups, `isfinite(${axis.number})`, ofWholeGroup())],
      },
    },
  ];
}

/** Densities overlap: their sum has no meaning. */
function overlaid({
  span,
}: ResolvedLayer): [
  string,
  ResolvedLayer['parameters'] extends ReadonlyMap<string, infer S> ? S : never,
][] {
  const value = { kind: 'literal', value: 'identity', span } as const;
  return [['position', { name: { name: 'position', span }, value, span }]];
}
