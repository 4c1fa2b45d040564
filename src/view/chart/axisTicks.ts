/** Ticks of axes: a legible number, on logarithmic axes at powers of ten or between them, and the form of their labels. */

import { isRecord } from '../../core/base/json';
import { bandDateFormats, dateFormats, wholeDateFormats } from '../../core/visualise/dateFormats';
import { numberLabel } from '../../core/visualise/numberLabel';
import { daysOfScale, isOfWholes, scaleSources, type ScaleSources } from './scaleValues';
import { weekExpressions, weekTicks } from './weekTicks';
import type { Axis, GroupMark, Legend, Scale, Scope, SignalRef, Spec } from 'vega';

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

/** The least distance of ticks on an axis, px. */
const roomOf = { across: 90, dates: 110, weeks: 75, up: 36 } as const;
/** The most ticks that an axis aims at. With 5, Vega draws four to seven steps of 1, 2 or 5 where the scale is rounded. */
const mostTicks = { across: 5, dates: 9, weeks: 8, up: 5 } as const;
/** What an axis aims at whose scale is not rounded, where it has fewer than five ticks otherwise. */
const MORE_TICKS = 7;
/** The most ticks of values, and the room of each that so many of them need at least, px. */
const MOST_VALUES = 8;
const LEAST_ROOM = { across: 60, up: 24 } as const;

/** What Vega aims at where neither the specification nor Vega-Lite states a count. */
const AXIS_COUNT = 10;
const LEGEND_COUNT = 5;

/** If there is no room for more date ticks than these, they are at `fewIntervals`. */
const FEW_DATES = 3;
/**
 * A date closer than this to the end of a narrow axis is aligned with its tick at that side, px: centred, it would
 * exceed its cell.
 */
const HALF_DATE = 25;
/** On axes narrower than this, the year of a month is below it: two months beside one another would overlap, px. */
const ONE_LINE = 160;
const HALF_MONTH = 16;
/** Their longest lengths, in days. */
const fewIntervals = [
  { interval: 'year', step: 2, length: 732 },
  { interval: 'year', step: 1, length: 366 },
  { interval: 'month', step: 6, length: 184 },
  { interval: 'month', step: 3, length: 92 },
  { interval: 'month', step: 2, length: 62 },
  { interval: 'month', step: 1, length: 31 },
  { interval: 'week', step: 2, length: 14 },
  { interval: 'week', step: 1, length: 7 },
  { interval: 'day', step: 4, length: 4 },
  { interval: 'day', step: 2, length: 2 },
] as const;
/** For more days, Vega finds enough years. */
const MOST_FEW_DAYS = 3660;

const MS_PER_DAY = 86_400_000;
/** Vega-Lite's least step of a time unit of days. */
const stepOfDays = 'datetime(2001, 0, 2, 0, 0, 0, 0) - datetime(2001, 0, 1, 0, 0, 0, 0)';

/** Its steps of months and of quarters. */
const stepOfMonths =
  /^datetime\(2001, [1-9]\d*, 1, 0, 0, 0, 0\) - datetime\(2001, 0, 1, 0, 0, 0, 0\)$/;

/** Dates that are as far apart may be of one day and month. */
const DAYS_OF_YEAR = 365;
/** Vega-Lite's format of days on a discrete axis, where the specification states none. */
const formatOfDays = 'timeUnitSpecifier(["year","month","date"],';

/** More than there are: Vega leaves out every other one of stated ticks that are more than the count. */
const allCount = 20;

/** Formats of months, of which each has its year. */
const monthFormats = { ...dateFormats, year: dateFormats.month, quarter: dateFormats.month };

/** Formats of dates at ticks that the specification has at an interval. */
const formatsOfInterval: Readonly<Record<string, NonNullable<Axis['format']>>> = {
  month: monthFormats,
  ...Object.fromEntries(
    ['week', 'day', 'date', 'hours', 'minutes', 'seconds'].map(interval => [
      interval,
      {
        ...dateFormats,
        year: `${dateFormats.date} %Y`,
        quarter: dateFormats.date,
        month: dateFormats.date,
      },
    ]),
  ),
};

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
  const axes = scope.axes?.map(axis =>
    withBandDates(
      withNumbers(
        withFewTicks(withLeastStep(withPowersOfTen(axis, scales), scales, chart), scales, chart),
        scales.get(axis.scale),
      ),
      scales.get(axis.scale),
      chart,
    ),
  );
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

/**
 * Vega jumps from weeks to months, and from quarters to years: with room for few ticks, as in panels, only one would be
 * left.
 *
 * @returns An expression of the longest interval that occurs twice on the axis; the count if that has other units.
 */
function fewDates(isFew: string, days: string, count: string): string {
  const intervals = fewIntervals.map(
    ({ interval, step, length }) =>
      `${days} >= ${2 * length} ? {interval: '${interval}', step: ${step}} : `,
  );
  return `${isFew} ? (${intervals.join('')}${count}) : ${count}`;
}

/**
 * The days between two ticks from which Vega chooses years, and months: as many times the next shorter interval as the
 * next longer one is of them.
 */
const yearsFrom = Math.sqrt(90 * 365);
const monthsFrom = Math.sqrt(7 * 30);

/**
 * The first of a month begins a month and a day, that of January a year too: its label is that of the other ticks, and
 * that of January has the year.
 *
 * @returns An expression of an object with their formats.
 */
function firstFormats(days: string, count: string, isFew: string): string {
  const [year, month] = fewIntervals.filter(({ step }) => step === 1);
  const from = (few: number, many: number): string =>
    `(${isFew} ? ${days} >= ${2 * few} : ${days} / ${count} > ${many})`;
  const areMonths = from(month?.length ?? 0, monthsFrom);
  const ofMonth = `${areMonths} ? '${dateFormats.month}' : '${dateFormats.date}'`;
  const ofYear = `${from(year?.length ?? 0, yearsFrom)} ? '${dateFormats.year}' : ${areMonths} ? '${dateFormats.month}' : '${dateFormats.date} %Y'`;
  return `{year: ${ofYear}, quarter: ${ofMonth}, month: ${ofMonth}}`;
}

/** @returns Our own format of dates with these; none for a format of the specification's own. */
function withFirst(axis: Axis, first: string): Pick<Axis, 'format'> {
  return isUsualFormat(axis)
    ? { format: { signal: `merge(${JSON.stringify(axis.format)}, ${first})` } }
    : {};
}

function isUsualFormat({ format }: Axis): boolean {
  const units = ['year', 'quarter', 'month'] as const;
  return isRecord(format) && units.every(unit => format[unit] === dateFormats[unit]);
}

function flushDistance(width: string): string {
  return `${hasRoomForFew(width)} ? (${width} < ${ONE_LINE} ? ${HALF_MONTH} : ${HALF_DATE}) : 1`;
}

/**
 * @returns Labels of which `Sep 2026` takes two lines on a narrow axis. Times of day name the day below the first of them;
 *   a later day is named where it begins.
 */
function withLines({ encode }: Axis, width: string, type: 'utc' | 'time'): Pick<Axis, 'encode'> {
  const isOfMonth = `length(datum.label) === 8 && datum.label[3] === ' '`;
  const isFirstOfTime = `datum.index === 0 && indexof(datum.label, ':') > 0`;
  const day = `${type}Format(datum.value, '${dateFormats.date}')`;
  const text = {
    signal:
      `${isFirstOfTime} ? [datum.label, ${day}] : ` +
      `${width} < ${ONE_LINE} && ${isOfMonth} ? split(datum.label, ' ') : datum.label`,
  };
  const update = { text, ...encode?.labels?.update };
  return { encode: { ...encode, labels: { ...encode?.labels, update } } };
}

function hasRoomForFew(width: string): string {
  return `${width} >= ${roomOf.dates} && ${width} <= ${FEW_DATES * roomOf.dates}`;
}

/**
 * Dates of a discrete axis that are all firsts of months are months with their years. Others have no year unless they are
 * so far apart that a day and month can repeat; then each has it, since labels are left out where there is no room.
 */
function withBandDates(axis: Axis, scale: Scale | undefined, chart: Chart): Axis {
  const kind = bandDateKind(axis);
  if (!kind || (scale?.type !== 'band' && scale?.type !== 'point')) {
    return axis;
  }
  const days = daysOfScale(scale, chart);
  const [short, long] = [bandDateFormats[kind], wholeDateFormats[kind]];
  if (!days) {
    const span = `span(extent(domain(${JSON.stringify(scale.name)})))`;
    const signal = `${span} < ${DAYS_OF_YEAR * MS_PER_DAY} ? '${short}' : '${long}'`;
    return { ...axis, format: { signal } };
  }
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const areMonths =
    first < last && days.every(day => new Date(day * MS_PER_DAY).getUTCDate() === 1);
  const format = areMonths ? dateFormats.month : last - first < DAYS_OF_YEAR ? short : long;
  return { ...axis, format };
}

/** @returns Which of the usual formats of a discrete axis of dates the axis has; undefined for the specification's own. */
function bandDateKind({ format, formatType }: Axis): keyof typeof bandDateFormats | undefined {
  if (formatType !== 'utc') {
    return undefined;
  }
  const isOfDays =
    isRecord(format) &&
    typeof format['signal'] === 'string' &&
    format['signal'].startsWith(formatOfDays);
  return isOfDays || format === bandDateFormats.date
    ? 'date'
    : format === bandDateFormats.time
      ? 'time'
      : undefined;
}

/** A scale that is rounded to finer steps than those of its axis would end between two ticks. */
function withEndsAtTicks(scale: Scale, counts: Counts): Scale {
  const nice = counts.get(scale);
  return scale.type === 'linear' && scale.nice === true && nice ? { ...scale, nice } : scale;
}

function withPowersOfTen(axis: Axis, scales: Scales): Axis {
  const scale = scales.get(axis.scale);
  const isOfTens = scale?.type === 'log' && (scale.base ?? 10) === 10;
  if (!isOfTens || axis.values !== undefined || axis.tickCount !== undefined) {
    return axis;
  }
  const { count, values } = ticksOfTens(scale);
  return { ...axis, tickCount: { signal: count }, values: { signal: values } };
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
function countBetween(scale: string, usual: number): string {
  const domain = `domain(${JSON.stringify(scale)})`;
  const ends = `${domain}[0], peek(${domain})`;
  const [low, high] = [`min(${ends})`, `max(${ends})`];
  const ticksOf = (aim: number): string => {
    const step = evenStep(`(${high} - ${low}) / ${aim}`);
    return `(floor(${high} / ${step} + 1e-9) - ceil(${low} / ${step} - 1e-9) + 1)`;
  };
  const [few, more] = [ticksOf(usual), ticksOf(MORE_TICKS)];
  const hasFew = `(${few} < 4 || (${few} < 5 && ${more} <= ${MOST_VALUES}))`;
  return `${high} > ${low} && ${hasFew} ? ${MORE_TICKS} : ${usual}`;
}

/** Numbers have the same form in a specification of one's own as after VISUALISE, unless it states another. */
function withNumbers<Guide extends Axis | Legend>(guide: Guide, scale: Scale | undefined): Guide {
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

/** @returns The name of the scale whose numbers the legend lists. */
function scaleOf({ fill, stroke, size, strokeWidth, opacity }: Legend): string {
  return fill ?? stroke ?? size ?? strokeWidth ?? opacity ?? '';
}

/** No ticks between days, nor between whole numbers: VISUALISE states that, a specification of one's own rarely does. */
function withLeastStep(axis: Axis, scales: Scales, chart: Chart): Axis {
  const scale = scales.get(axis.scale);
  const { tickMinStep } = axis;
  if (isRecord(tickMinStep) && tickMinStep['signal'] === stepOfDays) {
    return { ...axis, tickMinStep: MS_PER_DAY };
  }
  if (!scale || tickMinStep !== undefined || axis.values !== undefined) {
    return axis;
  }
  if (scale.type === 'utc' || scale.type === 'time') {
    return daysOfScale(scale, chart)?.length ? { ...axis, tickMinStep: MS_PER_DAY } : axis;
  }
  return scale.type === 'linear' && isOfWholes(scale, chart) ? { ...axis, tickMinStep: 1 } : axis;
}

/** Vega-Lite aims at one tick for every 40 px, which is 30 in a cell of 1,200. What a specification states is kept. */
function withFewTicks(axis: Axis, scales: Scales, chart: Chart): Axis {
  const { tickCount, orient } = axis;
  const scale = scales.get(axis.scale);
  if (isRecord(tickCount) && typeof tickCount['interval'] === 'string' && isUsualFormat(axis)) {
    const format = formatsOfInterval[tickCount['interval']];
    return format ? { ...axis, format } : axis;
  }
  const usual =
    typeof tickCount === 'object' && 'signal' in tickCount
      ? /^ceil\((\w+)\/40\)$/.exec(tickCount.signal)
      : null;
  if (!usual) {
    return axis;
  }
  const isUp = orient === 'left' || orient === 'right';
  const type = scale?.type;
  const time = type === 'utc' || type === 'time' ? type : undefined;
  const isOfTime = time !== undefined;
  const kind = isUp ? 'up' : isOfTime ? 'dates' : 'across';
  const count = `clamp(ceil(${usual[1]} / ${roomOf[kind]}), 2, ${mostTicks[kind]})`;
  const isOfDays = isOfTime && axis.tickMinStep === MS_PER_DAY;
  const days = `span(domain(${JSON.stringify(axis.scale)})) / ${MS_PER_DAY}`;
  const isFew =
    isOfTime && !isUp ? `(${hasRoomForFew(`${usual[1]}`)} && ${days} < ${MOST_FEW_DAYS})` : 'false';
  const isAnyEnd = scale?.type === 'linear' && scale.nice !== true;
  const hasRoom = `${usual[1]} >= ${MOST_VALUES * LEAST_ROOM[isUp ? 'up' : 'across']}`;
  const many = isAnyEnd
    ? `${hasRoom} ? (${countBetween(axis.scale, mostTicks[kind])}) : ${count}`
    : count;
  const few = isOfTime && !isUp ? fewDates(isFew, days, count) : many;
  // For a few days, Vega would use half days.
  const signal = isOfDays ? `${days} <= ${count} ? 'day' : ${few}` : few;
  if (scale && !chart.counts.has(scale)) {
    chart.counts.set(scale, { signal });
  }
  const { tickMinStep: leastStep } = axis;
  const isOfMonths = isRecord(leastStep) && stepOfMonths.test(String(leastStep['signal']));
  const format =
    isOfMonths && isUsualFormat(axis)
      ? { format: monthFormats }
      : isOfTime
        ? withFirst(axis, firstFormats(days, count, isFew))
        : {};
  const flush =
    isOfTime && !isUp && axis.labelFlush === true
      ? { labelFlush: { signal: flushDistance(`${usual[1]}`) } }
      : {};
  const lines = time && !isUp && isUsualFormat(axis) ? withLines(axis, `${usual[1]}`, time) : {};
  const ticked: Axis = { ...axis, ...format, ...flush, ...lines, tickCount: { signal } };
  const isDated = scale !== undefined && type === 'utc' && axis.values === undefined;
  if (!isDated) {
    return ticked;
  }
  const isOwnText = !isUsualFormat(axis) || axis.encode?.labels?.update?.text !== undefined;
  return withWeeks(ticked, scale, { length: usual[1] ?? '0', count: signal, isOwnText }, chart);
}

/**
 * Ticks of weekly dates are at dates of the rows: at the first of a month, they would be between them.
 *
 * @param length The signal with the length of the axis.
 * @param count An expression of the count of ticks that the axis has otherwise.
 * @param isOwnText Whether the specification states the form of the labels.
 */
function withWeeks(
  axis: Axis,
  scale: Scale,
  {
    length,
    count,
    isOwnText,
  }: { readonly length: string; readonly count: string; readonly isOwnText: boolean },
  chart: Chart,
): Axis {
  const choices = weekTicks(scale, chart);
  if (!choices) {
    return axis;
  }
  const isUp = axis.orient === 'left' || axis.orient === 'right';
  const most = `clamp(ceil(${length} / ${roomOf[isUp ? 'up' : 'weeks']}), 2, ${mostTicks.weeks})`;
  const labels = axis.encode?.labels;
  const usual: unknown = labels?.update?.text;
  const other =
    isRecord(usual) && typeof usual['signal'] === 'string' ? usual['signal'] : 'datum.label';
  const weeks = weekExpressions(choices, axis.scale, most, { count, text: `(${other})` });
  const update = { ...labels?.update, text: { signal: weeks.text } };
  return {
    ...axis,
    values: { signal: weeks.values },
    tickCount: { signal: weeks.count },
    ...(!isOwnText && { encode: { ...axis.encode, labels: { ...labels, update } } }),
  };
}
