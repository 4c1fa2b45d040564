/** Ticks of the axes of a compiled chart: of numbers (`numberTicks.ts`) and of dates (`dateTicks.ts`). */

import { isRecord } from '../../core/base/json';
import { isDateScale, withBandDates, withDates, withIntervalFormat } from './dateTicks';
import { numberCount, withNumbers, withPowersOfTen } from './numberTicks';
import {
  daysOfScale,
  isOfWholes,
  MS_PER_DAY,
  scaleSources,
  type ScaleSources,
} from './scaleValues';
import type { Axis, GroupMark, Legend, Scale, Scope, SignalRef, Spec } from 'vega';

/** Vega-Lite's least step of a time unit of days. */
const stepOfDays = 'datetime(2001, 0, 2, 0, 0, 0, 0) - datetime(2001, 0, 1, 0, 0, 0, 0)';
/** Its count of ticks, of which a signal has the length of the axis. */
const usualCount = /^ceil\((\w+)\/40\)$/;

type Scales = ReadonlyMap<string, Scale>;
/** How many ticks the axes of a scale aim at. */
type Counts = Map<Scale, SignalRef>;

interface Chart extends ScaleSources {
  readonly counts: Counts;
}

/** @returns The compiled chart; ticks set by its specification stay. */
export function withAxisTicks(spec: Spec): Spec {
  return {
    ...spec,
    ...scopeWithTicks(spec, new Map(), { counts: new Map(), ...scaleSources(spec) }),
  };
}

function scopeWithTicks(
  scope: Scope,
  outer: Scales,
  chart: Chart,
): Pick<Scope, 'axes' | 'legends' | 'marks' | 'scales'> {
  const scales = new Map([
    ...outer,
    ...(scope.scales ?? []).map(each => [each.name, each] as const),
  ]);
  const axes = scope.axes?.map(axis => axisWithTicks(axis, scales.get(axis.scale), chart));
  const legends = scope.legends?.map(legend => withNumbers(legend, scales.get(scaleOf(legend))));
  const marks = scope.marks?.map(mark =>
    mark.type === 'group'
      ? ({ ...mark, ...scopeWithTicks(mark, scales, chart) } satisfies GroupMark)
      : mark,
  );
  // The axes of a scale are in the same group, or further in.
  const rounded = scope.scales?.map(scale => withEndsAtTicks(scale, chart.counts));
  return {
    ...(rounded && { scales: rounded }),
    ...(axes && { axes }),
    ...(legends && { legends }),
    ...(marks && { marks }),
  };
}

/** A scale that is rounded to finer steps than those of its axis would end between two ticks. */
function withEndsAtTicks(scale: Scale, counts: Counts): Scale {
  const nice = counts.get(scale);
  return scale.type === 'linear' && scale.nice === true && nice ? { ...scale, nice } : scale;
}

/** @returns The name of the scale whose numbers the legend lists. */
function scaleOf({ fill, stroke, size, strokeWidth, opacity }: Legend): string {
  return fill ?? stroke ?? size ?? strokeWidth ?? opacity ?? '';
}

function axisWithTicks(axis: Axis, scale: Scale | undefined, chart: Chart): Axis {
  const stepped = withLeastStep(withPowersOfTen(axis, scale), scale, chart);
  const ticked = withNumbers(withFewTicks(stepped, scale, chart), scale);
  return withBandDates(ticked, scale, chart);
}

/** No ticks between days, nor between whole numbers: VISUALISE states that, a specification of one's own rarely does. */
function withLeastStep(axis: Axis, scale: Scale | undefined, sources: ScaleSources): Axis {
  const { tickMinStep } = axis;
  if (isRecord(tickMinStep) && tickMinStep['signal'] === stepOfDays) {
    return { ...axis, tickMinStep: MS_PER_DAY };
  }
  if (!scale || tickMinStep !== undefined || axis.values !== undefined) {
    return axis;
  }
  if (isDateScale(scale)) {
    return daysOfScale(scale, sources)?.length ? { ...axis, tickMinStep: MS_PER_DAY } : axis;
  }
  return scale.type === 'linear' && isOfWholes(scale, sources) ? { ...axis, tickMinStep: 1 } : axis;
}

/** Vega-Lite aims at one tick for every 40 px, which is 30 in a cell of 1,200. What a specification states is kept. */
function withFewTicks(axis: Axis, scale: Scale | undefined, chart: Chart): Axis {
  const { tickCount } = axis;
  if (isRecord(tickCount) && typeof tickCount['interval'] === 'string') {
    return withIntervalFormat(axis, tickCount['interval']);
  }
  const [, length] = usualCount.exec(String(isRecord(tickCount) && tickCount['signal'])) ?? [];
  if (length === undefined) {
    return axis;
  }
  if (isDateScale(scale)) {
    return withDates(axis, scale, length, chart);
  }
  const signal = numberCount(axis, scale, length);
  if (scale && !chart.counts.has(scale)) {
    chart.counts.set(scale, { signal });
  }
  return { ...axis, tickCount: { signal } };
}
