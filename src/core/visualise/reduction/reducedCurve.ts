/** Lines, areas and ribbons of more rows than can be drawn: M4 of each series. */

import { t } from '../../base/translations';
import { grouped } from '../../base/text';
import { quotedName } from '../../base/quoted';
import type { Aesthetic } from '../aesthetics';
import { columnKind } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';
import { continuousAesthetics } from '../continuousMapping';
import type { Facts, RefinedQuery } from '../chartQuery';
import { columnOf, positionSetting } from '../resolvedChart';
import type { ResolvedLayer } from '../resolvedChart';
import { groupsOf } from '../statistics/statistic';
import { axisPlace } from './axisPlace';
import type { AxisPlace } from './axisPlace';
import { columnCount, picksBehind, picksFacts, picksSql } from './columnPicks';
import type { ColumnPicks } from './columnPicks';
import { readFrom } from './reductionContext';
import type { ReductionContext } from './reductionContext';
import { stackBehind, stackFacts, stackSql } from './wholeStacks';

/** With this many columns the drawing looks like that of all rows; with fewer, the shades of its edges differ. */
const FINE_COLUMNS = 3000;

/** @returns The curve over the reduced rows, which draw the same; undefined if its axis is not continuous. */
export function reducedCurve(
  layer: ResolvedLayer,
  context: ReductionContext,
): ResolvedLayer | undefined {
  const along = baseOf(layer);
  const base = columnOf(layer, along);
  const place = base && axisPlace(along, base, layer, context);
  const measured = measuredColumns(layer, along);
  if (!base || !place || measured.some(({ type }) => columnKind(type) !== 'number')) {
    return undefined;
  }
  const isStack = layer.type.isRooted === true && isStacked(layer);
  // The sum of a stack's values would replace the column of its place.
  if (isStack && measured.some(({ name }) => name === base.name)) {
    return undefined;
  }
  const picks = picksOf(layer, { base, along, place, measured }, context);
  const sql = isStack ? stackFacts(picks) : picksFacts(picks);
  const refine = (facts: Facts): RefinedQuery => ({
    sql: isStack ? stackSql(picks, facts) : picksSql(picks, facts),
    behind: [
      { ...readFrom(context), ...(isStack ? stackBehind(picks) : picksBehind(picks, facts)) },
    ],
    notes: [isStack ? stackNote(context) : curveNote(layer, columnCount(picks, facts), context)],
  });
  return { ...layer, query: { name: layer.type.name, sql, span: layer.source.span, refine } };
}

/** The axis along which the curve goes. */
function baseOf(layer: ResolvedLayer): 'x' | 'y' {
  if (layer.type.isBetween) {
    return layer.bindings.has('x') ? 'x' : 'y';
  }
  const orientation = layer.parameters.get('orientation')?.value;
  const isTransposed = orientation?.kind === 'literal' && orientation.value === 'transposed';
  return isTransposed ? 'y' : 'x';
}

function measuredColumns(layer: ResolvedLayer, along: 'x' | 'y'): ChartColumn[] {
  const other = along === 'x' ? 'y' : 'x';
  const columns = ([other, `${other}min`, `${other}max`] as const).map(name =>
    columnOf(layer, name),
  );
  return columns.filter(column => column !== undefined);
}

interface Curve {
  readonly base: ChartColumn;
  readonly along: 'x' | 'y';
  readonly place: AxisPlace;
  readonly measured: readonly ChartColumn[];
}

function picksOf(
  layer: ResolvedLayer,
  { base, along, place, measured }: Curve,
  context: ReductionContext,
): ColumnPicks {
  const { facet, table, rowId, share } = context;
  const positions: readonly Aesthetic[] = ['x', 'y', 'xmin', 'xmax', 'ymin', 'ymax'];
  // Colours and widths that change along a line do not split it.
  const changing =
    layer.type.mark.type === 'line' ? continuousAesthetics(layer, context.scales) : [];
  const series = groupsOf(layer, [...positions, ...changing], facet);
  const looks = changing.flatMap(aesthetic => columnOf(layer, aesthetic) ?? []);
  const [first] = measured;
  const across = first && axisPlace(along === 'x' ? 'y' : 'x', first, layer, context);
  const panels = facet ? [facet.column, ...(facet.by ? [facet.by] : [])] : [];
  return {
    own: layer.source.own,
    table,
    rowId,
    place,
    values: measured.map(finiteNumber),
    // On a logarithmic axis such rows are left out before the line is drawn: they do not break it.
    condition: across?.condition.includes('> 0') ? across.condition : '',
    series,
    panels,
    ownLimits: context.hasFreePanels(along),
    drawn: distinct([base, ...measured, ...series, ...looks]),
    most: share,
  };
}

function finiteNumber({ name }: ChartColumn): string {
  const number = `${quotedName(name)}::DOUBLE`;
  return `CASE WHEN isfinite(${number}) THEN ${number} END`;
}

function distinct(columns: readonly ChartColumn[]): ChartColumn[] {
  return columns.filter(({ name }, at) => columns.findIndex(column => column.name === name) === at);
}

function isStacked(layer: ResolvedLayer): boolean {
  const hasSeries = columnOf(layer, 'fill') ?? columnOf(layer, 'stroke');
  return positionSetting(layer) !== 'identity' && hasSeries !== undefined;
}

function curveNote(
  { type }: ResolvedLayer,
  columns: number,
  { rowCount }: ReductionContext,
): string {
  const start = t(
    'The {0} was reduced from {1} rows to the first, last, lowest and highest of each series',
    type.name,
    grouped(rowCount),
  );
  return columns >= FINE_COLUMNS
    ? t('{0} in each of {1} columns (M4), which look the same.', start, grouped(columns))
    : t(
        '{0} in each of {1} columns (M4): every high and low is drawn, at most {2} of the width from its place. Fewer series or rows make the line finer.',
        start,
        grouped(columns),
        finePart(columns),
      );
}

/** One column, as a part of the width. */
function finePart(columns: number): string {
  return columns >= 2 ? `1/${grouped(columns)}` : 'all';
}

function stackNote({ rowCount }: ReductionContext): string {
  return t(
    'The stacked areas were reduced from {0} rows to whole stacks: the first, last, lowest and highest of each column.',
    grouped(rowCount),
  );
}
