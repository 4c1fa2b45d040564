/** Ticks of logarithmic axes: where they span some powers of ten, at these alone. */

import type { Axis, GroupMark, Scale, Scope, Spec } from 'vega';

/** From so many powers of ten on, the lines between them are more than a reader wants. */
const manyPowers = 2;

/** As many as Vega aims at by itself. */
const usualCount = 10;

type Scales = ReadonlyMap<string, Scale>;

/** @returns The compiled chart; ticks that its specification states stay. */
export function withLogTicks(spec: Spec): Spec {
  return { ...spec, ...scopeWithLogTicks(spec, new Map()) };
}

function scopeWithLogTicks(scope: Scope, outer: Scales): Pick<Scope, 'axes' | 'marks'> {
  const scales = new Map([
    ...outer,
    ...(scope.scales ?? []).map(each => [each.name, each] as const),
  ]);
  return {
    ...(scope.axes && { axes: scope.axes.map(axis => axisWithLogTicks(axis, scales)) }),
    ...(scope.marks && {
      marks: scope.marks.map(mark =>
        mark.type === 'group'
          ? ({ ...mark, ...scopeWithLogTicks(mark, scales) } satisfies GroupMark)
          : mark,
      ),
    }),
  };
}

function axisWithLogTicks(axis: Axis, scales: Scales): Axis {
  const scale = scales.get(axis.scale);
  const isOfTens = scale?.type === 'log' && (scale.base ?? 10) === 10;
  if (!isOfTens || axis.values !== undefined || axis.tickCount !== undefined) {
    return axis;
  }
  const domain = `domain(${JSON.stringify(axis.scale)})`;
  const powers = `abs(log(${domain}[1] / ${domain}[0]) / LN10)`;
  const signal = `${powers} >= ${manyPowers} ? floor(${powers}) : ${usualCount}`;
  return { ...axis, tickCount: { signal } };
}
