/** Ticks of axes: as many as are read well, and on logarithmic ones at the powers of ten where they span some. */

import type { Axis, GroupMark, Scale, Scope, Spec } from 'vega';

/** From so many powers of ten on, the lines between them are more than a reader wants. */
const manyPowers = 2;

/** Room that an axis has for each of its ticks, px, and how many it aims at at most. */
const roomOf = { across: 90, dates: 110, up: 36 } as const;
const mostTicks = { across: 6, dates: 9, up: 6 } as const;

/** As many as Vega aims at by itself. */
const usualCount = 10;

type Scales = ReadonlyMap<string, Scale>;

/** @returns The compiled chart; ticks that its specification states stay. */
export function withAxisTicks(spec: Spec): Spec {
  return { ...spec, ...scopeWithTicks(spec, new Map()) };
}

function scopeWithTicks(scope: Scope, outer: Scales): Pick<Scope, 'axes' | 'marks'> {
  const scales = new Map([
    ...outer,
    ...(scope.scales ?? []).map(each => [each.name, each] as const),
  ]);
  return {
    ...(scope.axes && {
      axes: scope.axes.map(axis => withFewTicks(withPowersOfTen(axis, scales), scales)),
    }),
    ...(scope.marks && {
      marks: scope.marks.map(mark =>
        mark.type === 'group'
          ? ({ ...mark, ...scopeWithTicks(mark, scales) } satisfies GroupMark)
          : mark,
      ),
    }),
  };
}

function withPowersOfTen(axis: Axis, scales: Scales): Axis {
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

/** Vega-Lite aims at one tick for every 40 px, which is 30 in a cell of 1,200. What a specification states is kept. */
function withFewTicks(axis: Axis, scales: Scales): Axis {
  const { tickCount, orient, scale } = axis;
  const usual =
    typeof tickCount === 'object' && 'signal' in tickCount
      ? /^ceil\((\w+)\/40\)$/.exec(tickCount.signal)
      : null;
  if (!usual) {
    return axis;
  }
  const isUp = orient === 'left' || orient === 'right';
  const type = scales.get(scale)?.type;
  const kind = isUp ? 'up' : type === 'utc' || type === 'time' ? 'dates' : 'across';
  const signal = `clamp(ceil(${usual[1]} / ${roomOf[kind]}), 2, ${mostTicks[kind]})`;
  return { ...axis, tickCount: { signal } };
}
