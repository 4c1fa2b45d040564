/** The columns of a layer whose values need a place: on an axis of numbers or times, or on a scale of a style. */

import { t } from '../base/translations';
import type { JsonObject } from '../base/json';
import { quotedName, textLiteral } from '../base/quoted';
import { comparedWith } from './collectedValues';
import { columnKind, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChannelPlan } from './channelPlan';
import type { ChartPlan } from './chartPlan';
import { hasGaps } from './layerPosition';
import { isDiscrete } from './positionPlan';
import { positionFamilies } from './aesthetics';
import { columnOf } from './resolvedChart';
import type { ReadColumn, ResolvedLayer } from './resolvedChart';

export interface PlacedColumn {
  readonly column: ChartColumn;
  /** Whether a missing value is a gap, which a line shows by itself. */
  readonly isGap: boolean;
  /** Why values have no place, each with SQL that is true for them where no cause before it is. */
  readonly causes: readonly Cause[];
}

interface Cause {
  readonly cause: string;
  readonly sql: string;
}

/** The name of the first cause. */
export const MISSING = 'missing';

const outsideText = (): string => t('outside the ends of its scale');

/**
 * @returns The columns of the layer's own rows, each once: before a statistic computes with them, and none of those that
 * it computes.
 */
export function placedColumns(layer: ResolvedLayer, plan: ChartPlan): PlacedColumn[] {
  const isPlain = !layer.read && !layer.type.connects;
  const inStyles = (isPlain ? (plan.uses.get(layer) ?? []) : []).flatMap(({ channel, binding }) =>
    binding.kind === 'column'
      ? [{ column: binding.column, isGap: false, channel: plan.styles.get(channel) }]
      : [],
  );
  const all = [
    ...onAxes(layer, plan),
    ...inStyles.map(({ channel, ...placed }) => ({
      ...placed,
      causes: causesOf(placed.column, channel),
    })),
  ];
  const needed = all.filter(
    ({ column, causes }) =>
      causes.length > 0 && layer.columns.some(({ name }) => name === column.name),
  );
  return needed.flatMap((placed, at) => {
    const same = needed.filter(({ column }) => column.name === placed.column.name);
    const causes = same.flatMap(other => other.causes);
    const isFirst = needed.indexOf(same[0] ?? placed) === at;
    return isFirst ? [{ ...placed, causes: withoutRepeats(causes) }] : [];
  });
}

/** One column can be on an axis and on a scale of colours. */
function withoutRepeats(causes: readonly Cause[]): Cause[] {
  return causes.filter(({ sql }, at) => causes.findIndex(other => other.sql === sql) === at);
}

/** @returns The columns on the axes as the layer draws them, those of a statistic too. */
export function drawnColumns(layer: ResolvedLayer, plan: ChartPlan): PlacedColumn[] {
  const { read: _, ...drawn } = layer;
  return onAxes(drawn, plan).filter(({ causes }) => causes.length > 0);
}

function onAxes(layer: ResolvedLayer, plan: ChartPlan): PlacedColumn[] {
  return (['x', 'y'] as const).flatMap(axis => {
    const read = layer.read?.get(axis);
    const columns = read
      ? [read.column]
      : positionFamilies[axis].flatMap(aesthetic => columnOf(layer, aesthetic) ?? []);
    const isGap = !read && hasGaps(axis, layer, plan);
    // Of longer marks, the part inside the limits is drawn.
    const hasLimits = !read && ['point', 'text'].includes(layer.type.mark.type);
    return columns.map(column => ({
      column,
      isGap,
      causes: [
        ...causesOf(column, plan[axis], read),
        ...(hasLimits ? outsideLimits(column, plan[axis]) : []),
      ],
    }));
  });
}

/** @returns SQL that is true where the value has no place, and false or NULL where it has one. */
export function lacksPlace({ causes }: PlacedColumn): string {
  return `(${causes.map(({ sql }) => sql).join(' OR ')})`;
}

/** @returns A Vega expression that is true for a row of which all these columns have a place. */
export function placedExpression(columns: readonly ChartColumn[]): string {
  return columns
    .map(({ name }) => `datum[${JSON.stringify(rowKey(name))}]`)
    .map(value => `isValid(${value}) && isFinite(${value})`)
    .join(' && ');
}

function causesOf(
  column: ChartColumn,
  channel: ChannelPlan | undefined,
  read?: ReadColumn,
): Cause[] {
  const name = quotedName(column.name);
  const missing = { cause: MISSING, sql: `${name} IS NULL` };
  const outside = read ? [] : outsideEnds(name, channel?.within);
  if (!channel || isDiscrete(channel)) {
    const only = read ? null : (channel?.only ?? null);
    // If null is listed, it has replaced the values that are not listed.
    const unlisted =
      only && !only.includes(null)
        ? [{ cause: t('not in FROM of its scale'), sql: `NOT (${comparedWith(column, only)})` }]
        : [];
    const causes = [...unlisted, ...outside];
    return causes.length > 0 ? [missing, ...causes] : [];
  }
  const infinite = infiniteSql(column);
  if (read?.keeps === 'present' || infinite === undefined) {
    return read?.keeps === 'present' ? [missing] : [];
  }
  const isLog = channel.isLog && read?.keeps !== 'finite';
  return [
    missing,
    { cause: t('not finite'), sql: infinite },
    ...(isLog ? [{ cause: t('not above 0 on its logarithmic scale'), sql: `${name} <= 0` }] : []),
    ...outside,
  ];
}

/** Where only values between two ends are drawn: tiles at numbers, and bins of colours and sizes. */
function outsideEnds(name: string, ends: ChannelPlan['within']): Cause[] {
  const [low, high] = ends ?? [];
  const parts = [
    ...(typeof low === 'number' ? [`${name} < ${low}`] : []),
    ...(typeof high === 'number' ? [`${name} > ${high}`] : []),
  ];
  return parts.length > 0 ? [{ cause: outsideText(), sql: `(${parts.join(' OR ')})` }] : [];
}

/** Where FROM states both ends of a continuous scale. */
function outsideLimits(column: ChartColumn, channel: ChannelPlan | undefined): Cause[] {
  const { domain } = (channel?.properties['scale'] ?? {}) as JsonObject;
  if (!Array.isArray(domain) || !channel || isDiscrete(channel)) {
    return [];
  }
  const ends = domain.map(end =>
    typeof end === 'number' ? String(end) : `${textLiteral(String(end))}::${column.type}`,
  );
  const [low, high] = ['least', 'greatest'].map(end => `${end}(${ends.join(', ')})`);
  const name = quotedName(column.name);
  return [{ cause: outsideText(), sql: `${name} NOT BETWEEN ${low} AND ${high}` }];
}

/**
 * Comparisons rather than `isfinite`: they are false by the least and greatest value that the engine knows of a stored
 * column, so that no row is read for them. NaN is greater than infinity.
 */
function infiniteSql({ name, type }: ChartColumn): string | undefined {
  const kind = columnKind(type);
  const isTime = kind === 'date' || kind === 'timestamp' || kind === 'instant';
  const value =
    kind === 'number' ? `${quotedName(name)}::DOUBLE` : isTime ? quotedName(name) : undefined;
  return value && `(${value} >= 'infinity' OR ${value} <= '-infinity')`;
}
