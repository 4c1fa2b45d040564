/** Ticks of dates and times: a legible count, at intervals of the calendar, and the form of their labels. */

import { isRecord } from '../../core/base/json';
import { bandDateFormats, dateFormats, wholeDateFormats } from '../../core/visualise/dateFormats';
import { daysOfScale, MS_PER_DAY, type ScaleSources } from './scaleValues';
import { weekExpressions, weekTicks } from './weekTicks';
import type { Axis, Scale } from 'vega';

/** The least distance of ticks on an axis, px. */
const room = { across: 110, weeks: 75, up: 36 } as const;
/** The most ticks that an axis aims at. */
const mostTicks = { across: 9, weeks: 8, up: 5 } as const;

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

/** Its steps of months and of quarters. */
const stepOfMonths =
  /^datetime\(2001, [1-9]\d*, 1, 0, 0, 0, 0\) - datetime\(2001, 0, 1, 0, 0, 0, 0\)$/;

/** Dates that are as far apart may be of one day and month. */
const DAYS_OF_YEAR = 365;
/** Vega-Lite's format of days on a discrete axis, where the specification states none. */
const formatOfDays = 'timeUnitSpecifier(["year","month","date"],';

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

/** A scale of dates or times. */
export type DateScale = Scale & { readonly type: 'utc' | 'time' };

export function isDateScale(scale: Scale | undefined): scale is DateScale {
  return scale?.type === 'utc' || scale?.type === 'time';
}

/** @returns The axis whose ticks its specification has at an interval, with labels that name what differs. */
export function withIntervalFormat(axis: Axis, interval: string): Axis {
  const format = formatsOfInterval[interval];
  return format && isUsualFormat(axis) ? { ...axis, format } : axis;
}

/**
 * @param length A signal with the length of the axis, px.
 * @returns The axis with fewer ticks, whose labels are ours unless the specification states their form.
 */
export function withDates(
  axis: Axis,
  scale: DateScale,
  length: string,
  sources: ScaleSources,
): Axis {
  const direction = isUp(axis) ? 'up' : 'across';
  const count = `clamp(ceil(${length} / ${room[direction]}), 2, ${mostTicks[direction]})`;
  const days = `span(domain(${JSON.stringify(axis.scale)})) / ${MS_PER_DAY}`;
  const isFew = isUp(axis) ? 'false' : `(${hasRoomForFew(length)} && ${days} < ${MOST_FEW_DAYS})`;
  const usual = isUp(axis) ? count : fewDates(isFew, days, count);
  // For a few days, Vega would use half days.
  const signal = axis.tickMinStep === MS_PER_DAY ? `${days} <= ${count} ? 'day' : ${usual}` : usual;
  const ticked: Axis = {
    ...axis,
    ...(isOfMonths(axis) && isUsualFormat(axis)
      ? { format: monthFormats }
      : withFirst(axis, firstFormats(days, count, isFew))),
    ...(!isUp(axis) &&
      axis.labelFlush === true && { labelFlush: { signal: flushDistance(length) } }),
    ...(!isUp(axis) && isUsualFormat(axis) && withLines(axis, length, scale.type)),
    tickCount: { signal },
  };
  if (scale.type !== 'utc' || axis.values !== undefined) {
    return ticked;
  }
  const isOwnText = !isUsualFormat(axis) || axis.encode?.labels?.update?.text !== undefined;
  return withWeeks(ticked, scale, { length, count: signal, isOwnText }, sources);
}

function isUp({ orient }: Axis): boolean {
  return orient === 'left' || orient === 'right';
}

function isOfMonths({ tickMinStep }: Axis): boolean {
  return isRecord(tickMinStep) && stepOfMonths.test(String(tickMinStep['signal']));
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
  return `${width} >= ${room.across} && ${width} <= ${FEW_DATES * room.across}`;
}

/**
 * Dates of a discrete axis that are all firsts of months are months with their years. Others have no year unless they are
 * so far apart that a day and month can repeat; then each has it, since labels are left out where there is no room.
 */
export function withBandDates(axis: Axis, scale: Scale | undefined, sources: ScaleSources): Axis {
  const kind = bandDateKind(axis);
  if (!kind || (scale?.type !== 'band' && scale?.type !== 'point')) {
    return axis;
  }
  const days = daysOfScale(scale, sources);
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
  }: Record<'length' | 'count', string> & { readonly isOwnText: boolean },
  sources: ScaleSources,
): Axis {
  const choices = weekTicks(scale, sources);
  if (!choices) {
    return axis;
  }
  const most = `clamp(ceil(${length} / ${room[isUp(axis) ? 'up' : 'weeks']}), 2, ${mostTicks.weeks})`;
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
