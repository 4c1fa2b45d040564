/** The x and y of one layer: columns, literals, bands, stacking. */

import type { Json, JsonObject } from '../base/json';
import type { Aesthetic } from './aesthetics';
import { columnDefinition, datumDefinition, planFilters } from './channelPlan';
import type { ChannelPlan } from './channelPlan';
import { fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { countsOn } from './positionPlan';
import { positionSetting } from './positionSetting';
import type { Report } from './report';
import { columnOf } from './resolvedChart';
import type { Binding, ResolvedLayer } from './resolvedChart';
import { scaleValue, standingValue } from './scaleDomain';

export interface Positions {
  /** Definitions of x, y, x2 and y2. */
  readonly encoding: JsonObject;
  readonly filters: readonly JsonObject[];
}

/** @returns The axis along which a bar, area or line lies; the other one measures. */
export function baseAxis(layer: ResolvedLayer, plan: ChartPlan): 'x' | 'y' {
  const orientation = layer.parameters.get('orientation')?.value;
  if (orientation?.kind === 'literal' && orientation.value === 'transposed') {
    return 'y';
  }
  if (layer.type === 'ribbon') {
    return layer.bindings.has('x') ? 'x' : 'y';
  }
  if (layer.type === 'bar' && (layer.bindings.has('xend') || layer.bindings.has('yend'))) {
    return layer.bindings.has('xend') ? 'x' : 'y';
  }
  if (layer.type !== 'bar' || countsOn('y', layer)) {
    return 'x';
  }
  const lies = plan.x?.measure === 'quantitative' && plan.y?.measure !== 'quantitative';
  return countsOn('x', layer) || lies ? 'y' : 'x';
}

/** @returns Where the layer's marks stand; literals that do not fit the axis are reported. */
export function layerPositions(layer: ResolvedLayer, plan: ChartPlan, report: Report): Positions {
  const encoding: Record<string, Json> = {};
  const filters: JsonObject[] = [];
  for (const axis of ['x', 'y'] as const) {
    const channel = plan[axis];
    if (!channel) {
      continue;
    }
    const [start, end] = ends(axis, layer);
    const first = start && layer.bindings.get(start);
    if (first) {
      encoding[axis] = definition(axis, first, layer, { channel, plan, report });
    } else if (countsOn(axis, layer)) {
      encoding[axis] = countDefinition(layer, channel);
    }
    const second = end && layer.bindings.get(end);
    if (second) {
      encoding[`${axis}2`] = secondDefinition(second, channel, report);
    }
    if (first?.kind === 'column') {
      filters.push(...planFilters(channel, first.column));
    }
  }
  const stacks = [...stackFilters(layer, plan), ...shareFilters(layer, plan)];
  return { encoding, filters: [...filters, ...stacks] };
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
  if (layer.type === 'bar' && layer.bindings.has(`${axis}end`)) {
    return { ...plain, bin: 'binned' };
  }
  if (layer.type === 'bar' && baseAxis(layer, plan) === axis && channel.measure === 'temporal') {
    // A bar on a date is as wide as its day and stands in the middle of it.
    return channel.kind === 'date'
      ? { ...plain, timeUnit: 'utcyearmonthdate', bandPosition: 0 }
      : plain;
  }
  return isRooted(layer) && baseAxis(layer, plan) !== axis
    ? { ...plain, ...stacking(layer, plan, channel) }
    : plain;
}

/** The literal on the axis; a list of them is drawn from rows instead and never comes here. */
function literalDatum(binding: Binding, channel: ChannelPlan, report: Report): Json {
  if (binding.kind === 'column') {
    return null;
  }
  const value = binding.kind === 'set' ? (binding.values[0] ?? null) : binding.value;
  const at = { span: binding.span, owner: 'A place on this axis' };
  return standingValue(scaleValue(value, channel, at, report) ?? null, channel);
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

function isRooted(layer: ResolvedLayer): boolean {
  return layer.type === 'bar' || layer.type === 'area';
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
  const axis = baseAxis(layer, plan) === 'x' ? 'y' : 'x';
  const column = columnOf(layer, axis);
  const uses = plan.uses.get(layer) ?? [];
  const isParted = layer.partition.length > 0 || uses.some(use => use.binding.kind === 'column');
  const isStacked = positionSetting(layer) !== 'identity' && plan[axis]?.isLog === false;
  return layer.type === 'area' && column && isParted && isStacked
    ? [{ filter: { field: fieldPath(column.name), valid: true } }]
    : [];
}

/** A share of nothing is no number: without rows of zero no group has the sum zero. */
function shareFilters(layer: ResolvedLayer, plan: ChartPlan): JsonObject[] {
  const share = shareOf(layer, plan);
  return share ? [{ filter: `datum[${JSON.stringify(rowKey(share.column.name))}] != 0` }] : [];
}

/** @returns What the layer draws as shares of its sum, and on which axis; undefined where it draws none. */
export function shareOf(
  layer: ResolvedLayer,
  plan: ChartPlan,
): { readonly axis: 'x' | 'y'; readonly column: ChartColumn } | undefined {
  if (!isRooted(layer) || positionSetting(layer) !== 'fill') {
    return undefined;
  }
  const axis = baseAxis(layer, plan) === 'x' ? 'y' : 'x';
  const column = columnOf(layer, axis) ?? columnOf(layer, 'weight');
  return column && { axis, column };
}

function isSeries(channel: string): boolean {
  return channel === 'color' || channel === 'fill' || channel === 'stroke';
}
