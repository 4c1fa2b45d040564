/** `SETTING position => 'dodge'` and `'jitter'`: marks side by side on a discrete axis. */

import { t } from '../base/translations';
import type { Json, JsonObject } from '../base/json';
import { fieldPath } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { bandParts, offsetPadding } from './bandSize';
import { columnName, ranking, seriesOf, slotCount, slotField, slots } from './dodgedSeries';
import type { Axis, Series } from './dodgedSeries';
import { baseAxis } from './layerPosition';
import { isDiscrete } from './positionPlan';
import type { Report } from './report';
import { ownField, positionSetting } from './resolvedChart';
import type { ResolvedLayer } from './resolvedChart';

export interface Adjustment {
  /** Definitions of xOffset and yOffset. */
  readonly encoding: JsonObject;
  readonly transforms: readonly JsonObject[];
}

const none: Adjustment = { encoding: {}, transforms: [] };

/** Parts of the band that jittered points are spread over, as in the public grammar. */
const JITTER_WIDTH = 0.4;

/** The fractional parts of its multiples are spread evenly, however many there are. */
const GOLDEN_RATIO = 0.6180339887;

/** @returns How the layer's marks are offset; an impossible position is reported. */
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
  const series = seriesOf(layer, plan, axis);
  if (position === 'jitter') {
    return jitter(layer, axes, series?.isPlace ? undefined : series, report);
  }
  if (!series) {
    report.note(t("position => 'dodge' has no effect: map a column to fill, colour or shape."));
    return none;
  }
  // Bars on an axis of dates are side by side within their step.
  if (!isDiscrete(plan[axis]) || (layer.type.mark.type !== 'bar' && series.isPlace)) {
    return none;
  }
  return dodge(layer, axis, series, { plan, report });
}

function dodge(
  layer: ResolvedLayer,
  axis: Axis,
  series: Series,
  context: { plan: ChartPlan; report: Report },
): Adjustment {
  const channel = `${axis}Offset`;
  return series.boxes
    ? {
        encoding: { [channel]: { ...series.boxes, field: slotField(series, layer) } },
        transforms: ranking(series, layer, axis),
      }
    : {
        encoding: { [channel]: { ...offsetField(series), ...paddingOf(layer, axis, context) } },
        transforms: [],
      };
}

function checkJitterSettings(
  layer: ResolvedLayer,
  position: string | undefined,
  report: Report,
): void {
  for (const name of layer.type.mark.type === 'point' && position !== 'jitter'
    ? ['width', 'dodge']
    : []) {
    const setting = layer.parameters.get(name);
    if (setting) {
      const expected = t("position => 'jitter' with it");
      report.problem('badValue', setting.span, { owner: name, value: 'alone', expected });
    }
  }
}

/** Bars are side by side along their base, whatever the other axis is. */
function discreteAxes(layer: ResolvedLayer, plan: ChartPlan): readonly Axis[] {
  const hasBands = (axis: Axis): boolean => isDiscrete(plan[axis]) && layer.bindings.has(axis);
  if (layer.type.mark.type === 'bar') {
    const base = baseAxis(layer, plan);
    const isDay = plan[base]?.measure === 'temporal' && plan[base]?.kind === 'date';
    return hasBands(base) || (isDay && !layer.bindings.has(`${base}end`)) ? [base] : [];
  }
  return (['x', 'y'] as const).filter(hasBands);
}

function offsetField({ column, sort }: Series): JsonObject {
  return { field: fieldPath(column.name), type: 'nominal', ...(sort ? { sort } : {}) };
}

/** The width of side-by-side marks is set by their scale: Vega-Lite has no other gap there. */
function paddingOf(
  layer: ResolvedLayer,
  axis: Axis,
  { plan, report }: { plan: ChartPlan; report: Report },
): JsonObject {
  const part = bandParts(layer, plan, report)[axis];
  return part === undefined ? {} : { scale: offsetPadding(part) };
}

/** The same row has the same place in every drawing: its jitter is computed from its number, not random. */
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
    const as = ownField(layer, `${axis} jitter`);
    const slot = at === 0 && apart ? slots(apart, layer, axis, transforms) : '0.5';
    const part = at === 0 && apart ? ` / ${slotCount(layer)}` : '';
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

function widthSetting(layer: ResolvedLayer, report: Report): number | undefined {
  const value = layer.parameters.get('width')?.value;
  if (!value) {
    return undefined;
  }
  const width = value.kind === 'literal' ? value.value : null;
  if (typeof width === 'number' && width > 0 && width <= 1) {
    return width;
  }
  const expected = t('a part of the band, above 0 and up to 1');
  report.problem('badValue', value.span, {
    owner: 'width',
    value: JSON.stringify(width),
    expected,
  });
  return undefined;
}
