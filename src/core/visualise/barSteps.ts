/** Bars on an axis of numbers or times: each is as wide as the step of its values. */

import type { JsonObject } from '../base/json';
import { bandParts } from './bandSize';
import { fieldDefinition } from './channelPlan';
import { rowKey } from './chartColumn';
import type { ChartPlan } from './chartPlan';
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
  if (layer.type.mark.type !== 'bar' || positionSetting(layer) === 'dodge') {
    return null;
  }
  const axis = baseAxis(layer, plan);
  const channel = plan[axis];
  const scale = channel?.properties['scale'] as JsonObject | undefined;
  const type = scale?.['type'] ?? 'linear';
  const isContinuous = channel?.measure === 'quantitative' || channel?.measure === 'temporal';
  const isPlaced = columnOf(layer, axis) !== undefined && !layer.bindings.has(`${axis}end`);
  return isContinuous && isPlaced && (type === 'linear' || type === 'utc') ? axis : null;
}

/** @returns Whether the steps are computed of all rows, before panels part them: those of one layer can be. */
export function sharesSteps({ facet, layers }: ResolvedChart): boolean {
  return facet !== null && layers.length === 1;
}

/**
 * The step is the smallest distance between neighbouring values of the layer; a single value's is a day on an axis of
 * times, and 1 on others. `width` is the part of it that the bars fill.
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
  const part = bandParts(layer, plan, report)[axis] ?? USUAL_PART;
  const [place, step, start, end] = ['place', 'step', 'start', 'end'].map(name =>
    ownField(layer, `bar ${name}`),
  ) as [string, string, string, string];
  const of = (field: string): string => `datum[${JSON.stringify(field)}]`;
  const value = of(rowKey(column.name));
  const isTime = isTimeKind(channel.kind);
  const distance = `${of(place)} - ${of(step)}`;
  // Rounding errors between equal values are not steps.
  const isStep = `isValid(${of(step)}) && ${distance} > 1e-12 * abs(${of(place)})`;
  const half = `${part / 2} * (${of(step)} || ${isTime ? MS_PER_DAY : 1})`;
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
      { calculate: `${of(place)} - ${half}`, as: start },
      { calculate: `${of(place)} + ${half}`, as: end },
    ],
  };
}
