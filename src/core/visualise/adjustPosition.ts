/** `SETTING position => 'dodge'` and `'jitter'`: marks that are set apart on a discrete axis. */

import type { Json, JsonObject } from '../base/json';
import { fieldPath, rowKey } from './chartColumn';
import type { ChartColumn } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { bandParts, offsetPadding } from './bandSize';
import { baseAxis } from './layerPosition';
import { isDiscrete } from './positionPlan';
import { positionSetting } from './positionSetting';
import type { Report } from './report';
import type { ResolvedLayer } from './resolvedChart';

export interface Adjustment {
  /** Definitions of xOffset and yOffset. */
  readonly encoding: JsonObject;
  readonly transforms: readonly JsonObject[];
}

type Axis = 'x' | 'y';

const none: Adjustment = { encoding: {}, transforms: [] };

/** Parts of the band that jittered points are spread over, as in the public grammar. */
const JITTER_WIDTH = 0.4;

/** Multiples of it, without their whole part, lie far from each other however many there are. */
const GOLDEN_RATIO = 0.6180339887;

/** @returns How the layer's marks are moved from their places; a position that cannot be had is reported. */
export function adjustPosition(layer: ResolvedLayer, plan: ChartPlan, report: Report): Adjustment {
  const position = positionSetting(layer);
  const span = layer.parameters.get('position')?.value.span;
  checkJitterSettings(layer, position, report);
  if (span === undefined || (position !== 'dodge' && position !== 'jitter')) {
    return none;
  }
  const axes = discreteAxes(layer, plan);
  const [axis] = axes;
  if (!axis) {
    report.problem('noBand', span, { position, axis: baseAxis(layer, plan) });
    return none;
  }
  const series = seriesOf(layer, plan);
  if (position === 'jitter') {
    return jitter(layer, axes, series, report);
  }
  if (!series) {
    report.note(`position => 'dodge' has no effect: map a column to fill, colour or shape.`);
    return none;
  }
  const padding = paddingOf(layer, axis, { plan, report });
  return {
    encoding: { [`${axis}Offset`]: { ...offsetField(series), ...padding } },
    transforms: [],
  };
}

function checkJitterSettings(
  layer: ResolvedLayer,
  position: string | undefined,
  report: Report,
): void {
  for (const name of layer.type === 'point' && position !== 'jitter' ? ['width', 'dodge'] : []) {
    const setting = layer.parameters.get(name);
    if (setting) {
      const expected = "position => 'jitter' with it";
      report.problem('badValue', setting.span, { owner: name, value: 'alone', expected });
    }
  }
}

/** Bars stand beside each other along their base, whatever the other axis is. */
function discreteAxes(layer: ResolvedLayer, plan: ChartPlan): readonly Axis[] {
  const hasBands = (axis: Axis): boolean => isDiscrete(plan[axis]) && layer.bindings.has(axis);
  if (layer.type === 'bar') {
    const base = baseAxis(layer, plan);
    const isDay = plan[base]?.measure === 'temporal' && plan[base]?.kind === 'date';
    return hasBands(base) || (isDay && !layer.bindings.has(`${base}end`)) ? [base] : [];
  }
  return (['x', 'y'] as const).filter(hasBands);
}

interface Series {
  readonly column: ChartColumn;
  /** The order of the values, where FROM gives one. */
  readonly sort: readonly Json[] | null;
}

/** What tells marks of one place apart: the first scale of kinds, or the partition. */
function seriesOf(layer: ResolvedLayer, plan: ChartPlan): Series | undefined {
  for (const { channel, binding } of plan.uses.get(layer) ?? []) {
    const style = plan.styles.get(channel);
    if (binding.kind === 'column' && isDiscrete(style)) {
      return { column: binding.column, sort: style?.only ?? null };
    }
  }
  const [column] = layer.partition;
  return column && { column, sort: null };
}

function offsetField({ column, sort }: Series): JsonObject {
  return { field: fieldPath(column.name), type: 'nominal', ...(sort ? { sort } : {}) };
}

/** The width of marks that stand beside each other is a matter of their scale: Vega-Lite measures no other gap there. */
function paddingOf(
  layer: ResolvedLayer,
  axis: Axis,
  { plan, report }: { plan: ChartPlan; report: Report },
): JsonObject {
  const part = bandParts(layer, plan, report)[axis];
  return part === undefined ? {} : { scale: offsetPadding(part) };
}

/** The same row lies at the same place in every drawing: its place follows from its number, not from chance. */
function jitter(
  layer: ResolvedLayer,
  axes: readonly Axis[],
  series: Series | undefined,
  report: Report,
): Adjustment {
  const width = widthSetting(layer, report) ?? JITTER_WIDTH;
  const dodges = layer.parameters.get('dodge')?.value;
  const apart = dodges?.kind === 'literal' && dodges.value === false ? undefined : series;
  const transforms: JsonObject[] = [];
  const encoding: Record<string, Json> = {};
  axes.forEach((axis, at) => {
    const place = fieldPath(columnName(layer, axis));
    const as = `${axis} jitter`;
    const slot = at === 0 && apart ? slots(apart, transforms) : '0.5';
    const part = at === 0 && apart ? ' / datum.slots' : '';
    transforms.push(
      { window: [{ op: 'row_number', as }], groupby: [place] },
      {
        calculate: `${slot} + ${width} * ((datum[${JSON.stringify(as)}] * ${at === 0 ? GOLDEN_RATIO : Math.SQRT2}) % 1 - 0.5)${part}`,
        as,
      },
    );
    const scale = { domain: [0, 1], zero: false };
    encoding[`${axis}Offset`] = { field: as, type: 'quantitative', scale };
  });
  return { encoding, transforms };
}

/** @returns The middle of the row's part of the band, after the transforms that number the parts. */
function slots({ column }: Series, transforms: JsonObject[]): string {
  const field = fieldPath(column.name);
  transforms.push(
    { window: [{ op: 'dense_rank', as: 'slot' }], sort: [{ field, order: 'ascending' }] },
    { joinaggregate: [{ op: 'max', field: 'slot', as: 'slots' }] },
  );
  return '(datum.slot - 0.5) / datum.slots';
}

function columnName(layer: ResolvedLayer, axis: Axis): string {
  const binding = layer.bindings.get(axis);
  return binding?.kind === 'column' ? rowKey(binding.column.name) : axis;
}

function widthSetting(layer: ResolvedLayer, report: Report): number | undefined {
  const value = layer.parameters.get('width')?.value;
  if (!value) {
    return undefined;
  }
  const width = value.kind === 'literal' ? value.value : null;
  if (typeof width === 'number' && width > 0 && width <= 1) {
    return width;
  }
  const expected = 'a part of the band, above 0 and up to 1';
  report.problem('badValue', value.span, {
    owner: 'width',
    value: JSON.stringify(width),
    expected,
  });
  return undefined;
}
