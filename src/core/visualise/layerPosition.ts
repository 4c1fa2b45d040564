/** The x and y of one layer: columns, literals, bands, stacking. */

import { t } from '../base/translations';
import { isRecord, type Json, type JsonObject } from '../base/json';
import type { Aesthetic } from './aesthetics';
import { columnDefinition, datumDefinition, fieldDefinition, planFilters } from './channelPlan';
import type { ChannelPlan } from './channelPlan';
import { fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { countsOn, isDiscrete, reportBelowLog } from './positionPlan';
import type { Report } from './report';
import { columnOf, ownField, positionSetting } from './resolvedChart';
import type { Binding, ResolvedLayer } from './resolvedChart';
import { scaleValue, standingValue } from './scaleDomain';
import { isTimeKind } from './scaleTypes';

export interface Positions {
  /** Definitions of x, y, x2 and y2. */
  readonly encoding: JsonObject;
  /** Transforms that choose the rows with a place, and compute places that are not columns. */
  readonly transforms: readonly JsonObject[];
}

/** @returns The base axis of a bar, area or line; the other one shows its length or height. */
export function baseAxis(layer: ResolvedLayer, plan: ChartPlan): 'x' | 'y' {
  const orientation = layer.parameters.get('orientation')?.value;
  if (orientation?.kind === 'literal' && orientation.value === 'transposed') {
    return 'y';
  }
  const { isBetween, mark } = layer.type;
  if (isBetween) {
    return layer.bindings.has('x') ? 'x' : 'y';
  }
  if (mark.type === 'bar' && (layer.bindings.has('xend') || layer.bindings.has('yend'))) {
    return layer.bindings.has('xend') ? 'x' : 'y';
  }
  if (mark.type !== 'bar' || countsOn('y', layer)) {
    return 'x';
  }
  const isVertical = plan.x?.measure === 'quantitative' && plan.y?.measure !== 'quantitative';
  return countsOn('x', layer) || isVertical ? 'y' : 'x';
}

/** @returns The position of the layer's marks; literals that do not fit the axis are reported. */
export function layerPositions(layer: ResolvedLayer, plan: ChartPlan, report: Report): Positions {
  const axes = (['x', 'y'] as const).flatMap(axis => {
    const channel = plan[axis];
    return channel ? [axisPositions(axis, layer, { channel, plan, report })] : [];
  });
  return {
    encoding: Object.fromEntries(axes.flatMap(({ encoding }) => Object.entries(encoding))),
    transforms: [
      ...axes.flatMap(({ transforms }) => transforms),
      ...stackFilters(layer, plan),
      ...shareFilters(layer, plan),
    ],
  };
}

function axisPositions(axis: 'x' | 'y', layer: ResolvedLayer, context: Context): Positions {
  const { channel, report } = context;
  const encoding: Record<string, Json> = {};
  const transforms: JsonObject[] = [];
  const [start, end] = ends(axis, layer);
  const first = start && layer.bindings.get(start);
  const second = end && layer.bindings.get(end);
  if (first && first.kind !== 'column' && second?.kind === 'column') {
    // Vega-Lite takes no datum whose other end is a field.
    const name = ownField(layer, `${axis} start`);
    transforms.push({ calculate: literalExpression(first, channel, report), as: name });
    encoding[axis] = fieldDefinition(channel, name);
  } else if (first) {
    encoding[axis] = definition(axis, first, layer, context);
  } else if (countsOn(axis, layer)) {
    encoding[axis] = countDefinition(layer, channel);
  }
  if (second) {
    encoding[`${axis}2`] = secondDefinition(second, channel, report);
  }
  if (first?.kind === 'column') {
    transforms.push(...planFilters({ ...channel, isLog: false }, first.column));
    const range = textLimits(axis, layer, channel);
    transforms.push(...(range ? [{ filter: { field: fieldPath(first.column.name), range } }] : []));
  }
  transforms.push(...placing(axis, layer, context));
  return { encoding, transforms };
}

/** @returns Whether a missing value on this axis is a gap of the layer's lines; stacked areas have none. */
export function hasGaps(axis: 'x' | 'y', layer: ResolvedLayer, plan: ChartPlan): boolean {
  const { connects } = layer.type;
  return (
    connects === 'in order' ||
    (connects === 'along axis' && baseAxis(layer, plan) !== axis && !stacksAreas(layer, plan))
  );
}

/**
 * Letters may leave the plot, so that texts are not cut at its ends as other marks are.
 *
 * @returns The numbers between which the layer's texts are placed; undefined if it has no texts, or no numbers on an axis
 * whose range was given.
 */
export function textLimits(
  axis: 'x' | 'y',
  layer: ResolvedLayer,
  channel: ChannelPlan,
): readonly [number | null, number | null] | undefined {
  const { scale } = channel.properties;
  if (layer.type.mark.type !== 'text' || !columnOf(layer, axis) || !isRecord(scale)) {
    return undefined;
  }
  const { domain, domainMin, domainMax } = scale;
  const ends = Array.isArray(domain) ? domain.filter(end => typeof end === 'number') : [];
  if (ends.length > 1 && channel.measure === 'quantitative') {
    return [Math.min(...ends), Math.max(...ends)];
  }
  const [low, high] = [domainMin, domainMax].map(end => (typeof end === 'number' ? end : null));
  return low === null && high === null ? undefined : [low ?? null, high ?? null];
}

/**
 * Vega-Lite draws what is not above zero at the end of a logarithmic axis, and a mark whose second end is missing up to
 * its first: such rows are left out, and in lines they are gaps.
 */
function placing(axis: 'x' | 'y', layer: ResolvedLayer, { channel, plan }: Context): JsonObject[] {
  const [first, end] = ends(axis, layer).map(name => name && columnOf(layer, name));
  // What a statistic computes is not missing.
  const second =
    channel.isLog || layer.columns.some(({ name }) => name === end?.name) ? end : undefined;
  const columns = [first, second].flatMap(column => column ?? []);
  if (isDiscrete(channel) || (!channel.isLog && !second)) {
    return [];
  }
  if (!hasGaps(axis, layer, plan)) {
    const needed = channel.isLog ? columns : columns.filter(column => column === second);
    const rule = channel.isLog ? { gt: 0 } : { valid: true };
    return needed.map(({ name }) => ({ filter: { field: fieldPath(name), ...rule } }));
  }
  const as = first ? rowKey(first.name) : ownField(layer, `${axis} start`);
  const value = `datum[${JSON.stringify(as)}]`;
  const isPlaced = columns
    .map(({ name }) => `datum[${JSON.stringify(rowKey(name))}]`)
    .map(each => (channel.isLog ? `${each} > 0` : `isValid(${each})`));
  // Vega-Lite reads a computed time as a number.
  const kept = isTimeKind(channel.kind) ? `toDate(${value})` : value;
  return [{ calculate: `${isPlaced.join(' && ')} ? ${kept} : null`, as }];
}

function ends(axis: 'x' | 'y', { bindings }: ResolvedLayer): readonly [Aesthetic?, Aesthetic?] {
  const [low, high, end]: [Aesthetic, Aesthetic, Aesthetic] =
    axis === 'x' ? ['xmin', 'xmax', 'xend'] : ['ymin', 'ymax', 'yend'];
  if (bindings.has(axis)) {
    return bindings.has(end) ? [axis, end] : [axis];
  }
  return bindings.has(low) ? [low, high] : [];
}

interface Context {
  readonly channel: ChannelPlan;
  readonly plan: ChartPlan;
  readonly report: Report;
}

function definition(
  axis: 'x' | 'y',
  binding: Binding,
  layer: ResolvedLayer,
  { channel, plan, report }: Context,
): JsonObject {
  if (binding.kind !== 'column') {
    return datumDefinition(channel, literalDatum(binding, channel, report));
  }
  const plain = columnDefinition(channel, binding.column);
  if (layer.type.mark.type === 'bar' && layer.bindings.has(`${axis}end`)) {
    return { ...plain, bin: 'binned' };
  }
  return layer.type.isRooted && baseAxis(layer, plan) !== axis
    ? { ...plain, ...stacking(layer, plan, channel) }
    : plain;
}

/** The literal on the axis; a list of them is drawn from rows instead and never comes here. */
function literalValue(
  binding: Exclude<Binding, { kind: 'column' }>,
  channel: ChannelPlan,
  report: Report,
): Json {
  const value = binding.kind === 'set' ? (binding.values[0] ?? null) : binding.value;
  const at = { span: binding.span, owner: t('A place on this axis') };
  if (channel.isLog) {
    reportBelowLog(value, at, report);
  }
  return scaleValue(value, channel, at, report) ?? null;
}

function literalDatum(
  binding: Exclude<Binding, { kind: 'column' }>,
  channel: ChannelPlan,
  report: Report,
): Json {
  return standingValue(literalValue(binding, channel, report), channel);
}

/** The literal as a value of each row. */
function literalExpression(
  binding: Exclude<Binding, { kind: 'column' }>,
  channel: ChannelPlan,
  report: Report,
): string {
  const text = JSON.stringify(literalValue(binding, channel, report));
  return isTimeKind(channel.kind) ? `toDate(${text})` : text;
}

function secondDefinition(binding: Binding, channel: ChannelPlan, report: Report): JsonObject {
  return binding.kind === 'column'
    ? { field: fieldPath(binding.column.name) }
    : { datum: literalDatum(binding, channel, report) };
}

function countDefinition(layer: ResolvedLayer, channel: ChannelPlan): JsonObject {
  const weight = columnOf(layer, 'weight');
  const { title, properties } = channel;
  const counted = weight
    ? { aggregate: 'sum', field: fieldPath(weight.name) }
    : { aggregate: 'count' };
  return {
    ...counted,
    type: 'quantitative',
    title,
    ...properties,
  };
}

/** Written out wherever it is not what a reader of the specification would take for granted. */
function stacking(layer: ResolvedLayer, plan: ChartPlan, channel: ChannelPlan): JsonObject {
  const position = positionSetting(layer);
  const hasSeries = plan.uses.get(layer)?.some(use => isSeries(use.channel)) ?? false;
  if (channel.isLog || position === 'identity' || position === 'dodge') {
    return { stack: null };
  }
  if (position === 'fill') {
    return { stack: 'normalize' };
  }
  return hasSeries ? { stack: 'zero' } : {};
}

/**
 * A series is 0 high in the stack where it has no row: Vega-Lite adds one. Where it has a row without a value its area
 * would have a hole, while those above it come down: such rows are left out.
 */
function stackFilters(layer: ResolvedLayer, plan: ChartPlan): JsonObject[] {
  const column = columnOf(layer, baseAxis(layer, plan) === 'x' ? 'y' : 'x');
  return column && stacksAreas(layer, plan)
    ? [{ filter: { field: fieldPath(column.name), valid: true } }]
    : [];
}

function stacksAreas(layer: ResolvedLayer, plan: ChartPlan): boolean {
  const axis = baseAxis(layer, plan) === 'x' ? 'y' : 'x';
  const uses = plan.uses.get(layer) ?? [];
  const isParted = layer.partition.length > 0 || uses.some(use => use.binding.kind === 'column');
  const isStacked = positionSetting(layer) !== 'identity' && plan[axis]?.isLog === false;
  const { isRooted, connects } = layer.type;
  return isRooted === true && connects !== undefined && isParted && isStacked;
}

/** A share of zero is not a number: without rows of zero no group has the sum zero. */
function shareFilters(layer: ResolvedLayer, plan: ChartPlan): JsonObject[] {
  const share = shareOf(layer, plan);
  return share ? [{ filter: `datum[${JSON.stringify(rowKey(share.column.name))}] != 0` }] : [];
}

/** @returns What the layer draws as shares of its sum, and on which axis; undefined if it draws none. */
export function shareOf(
  layer: ResolvedLayer,
  plan: ChartPlan,
): { readonly axis: 'x' | 'y'; readonly column: ChartColumn } | undefined {
  if (!layer.type.isRooted || positionSetting(layer) !== 'fill') {
    return undefined;
  }
  const axis = baseAxis(layer, plan) === 'x' ? 'y' : 'x';
  const column = columnOf(layer, axis) ?? columnOf(layer, 'weight');
  return column && { axis, column };
}

/**
 * Vega-Lite sorts the parts of a stack by name, whatever the order of the legend: the last of them is at zero.
 *
 * @returns Its channel `order` and the transform that makes the field; none if the names decide.
 */
export function stackOrder(layer: ResolvedLayer, plan: ChartPlan): Positions {
  const use = (plan.uses.get(layer) ?? []).find(({ channel }) => isSeries(channel));
  const style = use && plan.styles.get(use.channel);
  const values = style?.only ?? style?.order;
  const position = positionSetting(layer);
  if (!layer.type.isRooted || position === 'identity' || position === 'dodge' || !values) {
    return { encoding: {}, transforms: [] };
  }
  if (use?.binding.kind !== 'column') {
    return { encoding: {}, transforms: [] };
  }
  const value = `datum[${JSON.stringify(rowKey(use.binding.column.name))}]`;
  const as = ownField(layer, 'place in stack');
  const places = values.includes(null) ? values : [...values, null];
  return {
    encoding: { order: { field: as, type: 'quantitative', sort: 'descending' } },
    transforms: [{ calculate: `indexof(${JSON.stringify(places)}, ${value})`, as }],
  };
}

function isSeries(channel: string): boolean {
  return channel === 'color' || channel === 'fill' || channel === 'stroke';
}
