/** Ticks of numbers: a legible count, on logarithmic axes at powers of ten or between them, and the form of their labels. */

import { isRecord } from '../../core/base/json';
import { numberLabel } from '../../core/visualise/numberLabel';
import type { Axis, Legend, Scale } from 'vega';

/** From this many powers of ten on, the lines between them are too many. */
const manyPowers = 4;
/** Of fewer powers of ten than this, ticks are at even steps. */
const LEAST_FACTOR = 0.7;
/** The multiples of a power of ten that are ticks, from so many powers on. */
const multiples = [
  { from: 2.5, of: [1, 3] },
  { from: 1.1, of: [1, 2, 5] },
  { from: LEAST_FACTOR, of: [1, 2, 3, 4, 5, 7] },
] as const;
/** How many even steps an axis of less than that aims at: it has four to seven. */
const evenSteps = 5.5;

/** The least distance of ticks on an axis, and on one with `MORE_TICKS`, px. */
const room = { across: 90, up: 36 } as const;
const leastRoom = { across: 60, up: 24 } as const;
/** The ticks that an axis aims at: Vega draws four to seven steps of 1, 2 or 5 where the scale is rounded. */
const USUAL_TICKS = 5;
/** What an axis aims at whose scale is not rounded, where it has fewer than five ticks otherwise. */
const MORE_TICKS = 7;
/** The most ticks of an axis that aims at more. */
const MOST_TICKS = 8;

/** What Vega aims at where neither the specification nor Vega-Lite states a count. */
const AXIS_COUNT = 10;
const LEGEND_COUNT = 5;

/** More than there are: Vega leaves out every other one of stated ticks that are more than the count. */
const allCount = 20;

/** @returns The axis of a decimal logarithmic scale; ticks that its specification states stay. */
export function withPowersOfTen(axis: Axis, scale: Scale | undefined): Axis {
  const isOfTens = scale?.type === 'log' && (scale.base ?? 10) === 10;
  if (!isOfTens || axis.values !== undefined || axis.tickCount !== undefined) {
    return axis;
  }
  const { count, values } = ticksOfTens(scale);
  return { ...axis, tickCount: { signal: count }, values: { signal: values } };
}

/**
 * @param length A signal with the length of the axis, px.
 * @returns An expression of the count of ticks that the axis aims at.
 */
export function numberCount({ orient }: Axis, scale: Scale | undefined, length: string): string {
  const direction = orient === 'left' || orient === 'right' ? 'up' : 'across';
  const count = `clamp(ceil(${length} / ${room[direction]}), 2, ${USUAL_TICKS})`;
  if (scale?.type !== 'linear' || scale.nice === true) {
    return count;
  }
  const hasRoom = `${length} >= ${MOST_TICKS * leastRoom[direction]}`;
  return `${hasRoom} ? (${countBetween(scale.name)}) : ${count}`;
}

/**
 * @returns Expressions: the count and the values of the ticks of a logarithmic axis, and the distance of two of them,
 * `MAX_VALUE` where they differ by factors.
 */
function ticksOfTens({ name }: Scale): Record<'count' | 'values' | 'step', string> {
  const [low, high] = [0, 1].map(end => `domain(${JSON.stringify(name)})[${end}]`);
  const powers = `abs(log(${high} / ${low}) / LN10)`;
  const [least, most] = [`min(${low}, ${high})`, `max(${low}, ${high})`];
  const first = `pow(10, floor(log(${least}) / LN10))`;
  // Vega leaves out what is beyond the axis.
  const between = multiples.map(({ from, of }) => {
    const ticks = [1, 10, 100, 1000, 10_000].flatMap(power =>
      of.map(each => `${power * each} * ${first}`),
    );
    return `${powers} >= ${from} ? [${ticks.join(', ')}] : `;
  });
  const step = evenStep(`(${most} - ${least}) / ${evenSteps}`);
  const even = `sequence(ceil(${least} / ${step}) * ${step}, ${most} + ${step} / 2, ${step})`;
  return {
    // For a larger count, Vega has ticks between the powers; for a whole one below it, only every other power.
    count: `${powers} >= ${manyPowers} ? 0.99 * ${powers} : ${allCount}`,
    values: `${powers} >= ${manyPowers} ? null : ${between.join('')}${powers} > 0 ? ${even} : null`,
    step: `(${powers} > 0 && ${powers} < ${LEAST_FACTOR} ? ${step} : MAX_VALUE)`,
  };
}

/** @returns An expression of the step of 1, 2 or 5 times a power of ten that is nearest by its factor. */
function evenStep(length: string): string {
  const power = `pow(10, floor(log(${length}) / LN10))`;
  const factor = `((${length}) / ${power})`;
  const nearest = [50, 10, 2].map(square => Math.sqrt(square));
  return `(${power} * (${factor} >= ${nearest[0]} ? 10 : ${factor} >= ${nearest[1]} ? 5 : ${factor} >= ${nearest[2]} ? 2 : 1))`;
}

/**
 * @returns An expression of the usual count, or of more where the axis would have fewer than five ticks: its ends are
 * none of them.
 */
function countBetween(scale: string): string {
  const domain = `domain(${JSON.stringify(scale)})`;
  const ends = `${domain}[0], peek(${domain})`;
  const [low, high] = [`min(${ends})`, `max(${ends})`];
  const ticksOf = (aim: number): string => {
    const step = evenStep(`(${high} - ${low}) / ${aim}`);
    return `(floor(${high} / ${step} + 1e-9) - ceil(${low} / ${step} - 1e-9) + 1)`;
  };
  const [few, more] = [ticksOf(USUAL_TICKS), ticksOf(MORE_TICKS)];
  const hasFew = `(${few} < 4 || (${few} < 5 && ${more} <= ${MOST_TICKS}))`;
  return `${high} > ${low} && ${hasFew} ? ${MORE_TICKS} : ${USUAL_TICKS}`;
}

/** Numbers have the same form in a specification of one's own as after VISUALISE, unless it states another. */
export function withNumbers<Guide extends Axis | Legend>(
  guide: Guide,
  scale: Scale | undefined,
): Guide {
  const isOfNumbers = ['linear', 'log', 'pow', 'sqrt', 'symlog'].includes(scale?.type ?? '');
  const { format, formatType, encode } = guide;
  const isHidden = 'labels' in guide && guide.labels === false;
  const isStated = format !== undefined || formatType !== undefined || isHidden;
  const own: unknown = encode?.labels?.update?.text;
  if (!scale || !isOfNumbers || isStated) {
    return guide;
  }
  const base = 'base' in scale && typeof scale.base === 'number' ? { base: scale.base } : {};
  const transform = { type: scale.type ?? 'linear', ...base };
  const isUsual = isRecord(own) && own['signal'] === numberLabel(transform);
  if (own !== undefined && !isUsual) {
    return guide;
  }
  const domain = `domain(${JSON.stringify(scale.name)})`;
  const text = { signal: numberLabel(transform, { domain, step: stepOf(guide, scale) }) };
  const update = { ...encode?.labels?.update, text };
  return { ...guide, encode: { ...encode, labels: { ...encode?.labels, update } } };
}

/**
 * @returns An expression of the distance of the ticks, `MAX_VALUE` where they have none in common; undefined if it is not
 * known.
 */
function stepOf(guide: Axis | Legend, scale: Scale): string | undefined {
  const { values, tickMinStep } = guide;
  const domain = `domain(${JSON.stringify(scale.name)})`;
  const span = `abs(peek(${domain}) - ${domain}[0])`;
  if (scale.type === 'log') {
    const { values: own, step } = ticksOfTens(scale);
    return isRecord(values) && values['signal'] === own ? step : undefined;
  }
  if (Array.isArray(values)) {
    return stepOfValues(values);
  }
  if (values !== undefined || 'bins' in scale) {
    return undefined;
  }
  const count = expressionOf(guide.tickCount ?? ('scale' in guide ? AXIS_COUNT : LEGEND_COUNT));
  const step = count === undefined ? undefined : evenStep(`${span} / (${count})`);
  const least = expressionOf(tickMinStep ?? 0);
  return step === undefined || least === undefined
    ? undefined
    : `(${span} > 0 ? max(${step}, ${least}) : MAX_VALUE)`;
}

/** @returns The largest power of ten of which all are multiples; undefined if they are no numbers. */
function stepOfValues(values: readonly unknown[]): string | undefined {
  const numbers = values.filter(value => typeof value === 'number' && value !== 0);
  const powers = numbers.map(value => {
    const [digits = '', power = ''] = Number(value).toExponential().split('e');
    return Number(power) - (/\.(\d+)/.exec(digits)?.[1]?.length ?? 0);
  });
  return powers.length === 0 ? undefined : `1e${Math.min(...powers)}`;
}

/** @returns The number, or the expression of the signal; undefined for an interval of time. */
function expressionOf(value: Exclude<Axis['tickCount'], undefined>): string | undefined {
  return typeof value === 'number'
    ? String(value)
    : isRecord(value) && typeof value['signal'] === 'string'
      ? value['signal']
      : undefined;
}
