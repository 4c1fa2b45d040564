/** Bars of more rows than can be drawn: the rows of one bar become one, or two where it goes up and down. */

import { t } from '../../base/translations';
import { grouped } from '../../base/text';
import { quotedName } from '../../base/quoted';
import { columnKind } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { following, sameGroup } from '../chartQuery';
import { columnOf, positionSetting } from '../resolvedChart';
import { drawnRow, readRow } from '../rowsBehind';
import type { ResolvedLayer } from '../resolvedChart';
import { computedBindings, countedColumn, groupsOf } from '../statistics/statistic';
import { readFrom } from './reductionContext';
import type { ReductionContext } from './reductionContext';

/** @returns The same bars from fewer rows; undefined if a bar is no sum of its rows. */
export function summedBars(
  layer: ResolvedLayer,
  context: ReductionContext,
): ResolvedLayer | undefined {
  const [x, y] = [columnOf(layer, 'x'), columnOf(layer, 'y')];
  const isInterval = layer.bindings.has('xend') || layer.bindings.has('yend');
  if (isInterval || (!x && !y)) {
    return undefined;
  }
  const measured = x && y ? measuredOf(x, y) : null;
  if (measured === undefined) {
    return undefined;
  }
  return measured === null ? countedBars(layer, context) : addedBars(layer, measured, context);
}

/** The axis of numbers, y where both are; undefined if none is. */
function measuredOf(x: ChartColumn, y: ChartColumn): 'x' | 'y' | undefined {
  const [isX, isY] = [x, y].map(({ type }) => columnKind(type) === 'number');
  return isY ? 'y' : isX ? 'x' : undefined;
}

function countedBars(layer: ResolvedLayer, context: ReductionContext): ResolvedLayer {
  const weight = columnOf(layer, 'weight');
  const counted = countedColumn(layer, weight);
  const groups = groupsOf(layer, ['weight'], context.facet);
  const value = weight ? `sum(${quotedName(weight.name)}::DOUBLE)` : 'count(*)::DOUBLE';
  const { own } = layer.source;
  const behind = {
    ...readFrom(context),
    sql: own`SELECT ${context.rowId} AS _row${following(groups)} FROM ${context.table}`,
    number: own`_row`,
    matches: sameGroup(groups, readRow, drawnRow),
  };
  note(context);
  return {
    ...layer,
    bindings: computedBindings(layer, ['weight'], { weight: counted }),
    query: {
      name: 'bars',
      sql: `SELECT ${value} AS ${quotedName(counted.name)}${following(groups)} FROM ${context.table} GROUP BY ALL ORDER BY min(${context.rowId})`,
      span: layer.source.span,
      behind: [behind],
    },
  };
}

function addedBars(
  layer: ResolvedLayer,
  measured: 'x' | 'y',
  context: ReductionContext,
): ResolvedLayer {
  const { own } = layer.source;
  const column = columnOf(layer, measured);
  const groups = groupsOf(layer, [measured], context.facet);
  const name = quotedName(column?.name ?? '');
  // Stacked bars add up; overlapping bars hide all but the longest.
  const isAdded = !['identity', 'dodge'].includes(positionSetting(layer) ?? 'stack');
  const [up, down] = isAdded ? ['sum', 'sum'] : ['max', 'min'];
  const side = `${name}::DOUBLE < 0`;
  const rows = own`SELECT ${context.rowId} AS _row, ${name}::DOUBLE AS _value, ${side} AS _down${following(groups)} FROM ${context.table} WHERE isfinite(${name}::DOUBLE)`;
  const behind = {
    ...readFrom(context),
    sql: rows,
    number: own`_row`,
    matches: own`${sameGroup(groups, readRow, drawnRow)} AND ${readRow}._down = (${drawnRow}.${name} < 0)`,
  };
  note(context);
  return {
    ...layer,
    query: {
      name: 'bars',
      sql: [
        own`SELECT if(_down, ${down}(_value), ${up}(_value)) AS ${name}${following(groups)}`,
        `FROM (${rows})`,
        own`GROUP BY _down${following(groups)} ORDER BY min(_row)`,
      ].join('\n'),
      span: layer.source.span,
      behind: [behind],
    },
  };
}

function note({ report, rowCount }: ReductionContext): void {
  report.note(t('{0} rows were added up to one bar for each place and colour.', grouped(rowCount)));
}
