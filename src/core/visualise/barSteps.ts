/** Bars on an axis of numbers or times: each is as wide as the step of its values, or its part of it beside others. */

import type { JsonObject } from '../base/json';
import { bandParts } from './bandSize';
import { fieldDefinition } from './channelPlan';
import { rowKey } from './chartColumn';
import type { ChartPlan } from './chartPlan';
import { seriesOf, slotCount, slots } from './dodgedSeries';
import { baseAxis } from './layerPosition';
import type { Positions } from './layerPosition';
import type { Report } from './report';
import { columnOf, ownField, positionSetting } from './resolvedChart';
import type { ResolvedChart, ResolvedLayer } from './resolvedChart';
import { isTimeKind } from './scaleTypes';

/** The part of its step that a bar fills where no `width` is set. */
const USUAL_PART = 0.9;
const MS_PER_DAY = 86_400_000;

/**
 * @returns The axis along which the layer's bars have a step; null if they are in bands, extend from one column to
 * another, or are on a scale that is not linear.
 */
export function steppedAxis(layer: ResolvedLayer, plan: ChartPlan): 'x' | 'y' | null {
  if (layer.type.mark.type !== 'bar') {
    return null;
  }
  const axis = baseAxis(layer, plan);
  const channel = plan[axis];
  const scale = channel?.properties['scale'] as JsonObject | undefined;
  const type = scale?.['type'] ?? 'linear';
  const isContinuous = channel?.measure === 'quantitative' || channel?.measure === 'temporal';
  const isPlaced = columnOf(layer, axis) !== undefined && !layer.bindings.has(`${axis}end`);
  // On other axes, bars beside each other are a problem that `adjustPosition` reports.
  const canDodge = channel?.kind === 'date' && channel.measure === 'temporal';
  return isContinuous &&
    isPlaced &&
    (type === 'linear' || type === 'utc') &&
    (canDodge || positionSetting(layer) !== 'dodge')
    ? axis
    : null;
}

/** @returns Whether the steps are computed of all rows, before panels part them: those of one layer can be. */
export function sharesSteps({ facet, layers }: ResolvedChart): boolean {
  return facet !== null && layers.length === 1;
}

/**
 * The step is the smallest distance between neighbouring values of the layer; a single value's is a day on an axis of
 * times, and 1 on others. `width` is the part of it that the bars fill; of bars beside each other, the part of its slot
 * that each fills.
 *
 * @returns The edges of the bars; empty for layers without a step.
 */
export function barSteps(layer: ResolvedLayer, plan: ChartPlan, report: Report): Positions {
  const axis = steppedAxis(layer, plan);
  const channel = axis && plan[axis];
  const column = axis && columnOf(layer, axis);
  if (!axis || !channel || !column) {
    return { encoding: {}, transforms: [] };
  }
  const written = bandParts(layer, plan, report)[axis];
  const dodged = dodgedSlots(layer, plan, axis);
  const part = dodged ? USUAL_PART : (written ?? USUAL_PART);
  const [place, step, start, end] = ['place', 'step', 'start', 'end'].map(name =>
    ownField(layer, `bar ${name}`),
  ) as [string, string, string, string];
  const of = (field: string): string => `datum[${JSON.stringify(field)}]`;
  const value = of(rowKey(column.name));
  const isTime = isTimeKind(channel.kind);
  const distance = `${of(place)} - ${of(step)}`;
  // Rounding errors between equal values are not steps.
  const isStep = `isValid(${of(step)}) && ${distance} > 1e-12 * abs(${of(place)})`;
  const width = `(${of(step)} || ${isTime ? MS_PER_DAY : 1})`;
  const half = `${part / 2} * ${width}`;
  // The first is on the left or at the top, as on discrete axes.
  const sign = axis === 'x' ? '+' : '-';
  const middle = dodged
    ? `${of(place)} ${sign} ${part} * ${width} * (${dodged.middle} - 0.5)`
    : of(place);
  const reach = dodged ? `${half} * ${written ?? 1} / ${dodged.count}` : half;
  return {
    encoding: {
      [axis]: { ...fieldDefinition(channel, start), bin: 'binned' },
      [`${axis}2`]: { field: end },
    },
    transforms: [
      { calculate: isTime ? `toNumber(toDate(${value}))` : value, as: place },
      { filter: { field: place, valid: true } },
      // Layers in panels need the groups even if there are none: Vega-Lite adds the panels' columns to them.
      {
        window: [{ op: 'lag', field: place, as: step }],
        sort: [{ field: place, order: 'ascending' }],
        groupby: [],
      },
      { calculate: `${isStep} ? ${distance} : null`, as: step },
      { joinaggregate: [{ op: 'min', field: step, as: step }], groupby: [] },
      ...(dodged?.transforms ?? []),
      { calculate: `${middle} - ${reach}`, as: start },
      { calculate: `${middle} + ${reach}`, as: end },
    ],
  };
}

interface DodgedSlots {
  /** Of the row's slot, as an expression: from 0 at the start of the step to 1 at its end. */
  readonly middle: string;
  readonly count: string;
  readonly transforms: readonly JsonObject[];
}

/** Undefined if the layer's bars of one place are not beside each other. */
function dodgedSlots(
  layer: ResolvedLayer,
  plan: ChartPlan,
  axis: 'x' | 'y',
): DodgedSlots | undefined {
  const series = positionSetting(layer) === 'dodge' ? seriesOf(layer, plan, axis) : undefined;
  if (!series || series.isPlace) {
    return undefined;
  }
  const transforms = [...series.filters];
  const middle = slots(series, layer, axis, transforms);
  return { middle, count: slotCount(layer), transforms };
}
