/**
 * Ticks of an axis of weekly dates. Vega's weeks begin on Sunday, so that the ticks of rows that are all of a Monday
 * would be between them.
 */

import { dateFormats } from '../../core/visualise/dateFormats';
import { daysOfScale, MS_PER_DAY, type ScaleSources } from './scaleValues';
import type { Scale } from 'vega';

const DAYS_PER_WEEK = 7;

/** Dates that are further apart than this are not those of weeks, in days. */
const MOST_APART = 35;
/** Longer ranges have Vega's years. */
const MOST_WEEKS = 1_000;
const FEWEST_DATES = 3;

/** Distances of ticks, shortest first: with eight ticks at most, one of them has at least five. */
const weekSteps = [1, 2, 3, 4, 6];
const monthSteps = [2, 3, 4, 6, 12, 24];
const DAYS_PER_MONTH = 30.4;

/** Ticks at one distance. */
interface Choice {
  /** In days; of months, on average. */
  readonly length: number;
  /** Epoch milliseconds. */
  readonly ticks: readonly number[];
  readonly isOfMonths: boolean;
}

/** All of them are dates of one weekday, at distances of whole weeks. */
export type WeekTicks = readonly Choice[];

/** @returns The ticks of a scale of time whose rows are of most weeks, all of one weekday, otherwise undefined. */
export function weekTicks(scale: Scale, sources: ScaleSources): WeekTicks | undefined {
  const days = daysOfScale(scale, sources);
  if (!days || days.length < FEWEST_DATES) {
    return undefined;
  }
  const [first = 0] = days;
  const apart = days.reduce((common, day) => greatestDivisor(common, day - first), 0);
  const weeks = ((days.at(-1) ?? first) - first) / DAYS_PER_WEEK;
  if (apart % DAYS_PER_WEEK !== 0 || apart > MOST_APART || weeks > MOST_WEEKS) {
    return undefined;
  }
  const all = Array.from(
    { length: (weeks * DAYS_PER_WEEK) / apart + 1 },
    (_, at) => (first + at * apart) * MS_PER_DAY,
  );
  const areMost = (rows: number, dates: number): boolean => rows > dates / 2;
  if (!areMost(days.length, all.length)) {
    return undefined;
  }
  const ofRows = new Set(days.map(day => day * MS_PER_DAY));
  const withRows = (dates: readonly number[]): number[] => {
    const ticks = dates.filter(date => ofRows.has(date));
    return areMost(ticks.length, dates.length) ? ticks : [];
  };
  return [
    ...weekSteps.map(step => ({
      length: step * apart,
      ticks: withRows(all.filter((_, at) => at % step === 0)),
      isOfMonths: false,
    })),
    ...monthSteps
      .filter(step => step * DAYS_PER_MONTH > (weekSteps.at(-1) ?? 0) * apart)
      .map(step => ({
        length: step * DAYS_PER_MONTH,
        ticks: withRows(firstsOfMonths(all, step)),
        isOfMonths: true,
      })),
  ].filter(({ ticks }) => ticks.length > 1);
}

/**
 * @param scale The name of the scale.
 * @param most An expression of the most ticks that there is room for.
 * @param otherwise The count of ticks, and the text of a label, where Vega chooses them.
 * @returns Expressions: the ticks, null if Vega chooses them; their count; the text of the label of `datum.value`.
 */
export function weekExpressions(
  choices: WeekTicks,
  scale: string,
  most: string,
  otherwise: { readonly count: string; readonly text: string },
): { readonly values: string; readonly count: string; readonly text: string } {
  const [start, end] = [0, 1].map(at => `domain(${JSON.stringify(scale)})[${at}]`);
  // The scale may end beyond the last date, and be brushed.
  const shown = ({ ticks, length }: Choice): string => {
    const [first = 0, last = first] = [ticks[0], ticks.at(-1)];
    const places = [`min(${end}, ${last})`, `max(${start}, ${first})`].map(
      place => `(${place} - ${first}) / ${length * MS_PER_DAY}`,
    );
    const isWhole = `${start} <= ${first} && ${end} >= ${last}`;
    return `(${isWhole} ? ${ticks.length} : floor(${places[0]}) - ceil(${places[1]}) + 1)`;
  };
  // In a view of less than two dates, ticks are at days or hours.
  const isShort = choices.slice(0, 1).map(shortest => `${shown(shortest)} < 2`);
  const chosen = (of: (choice: Choice) => string, rest: string): string => {
    const chain = choices.reduceRight(
      (longer, choice) => `${shown(choice)} <= ${most} ? ${of(choice)} : ${longer}`,
      rest,
    );
    return isShort.reduce((others, test) => `${test} ? ${rest} : ${others}`, chain);
  };
  const format = (text: string): string => `utcFormat(datum.value, '${text}')`;
  const begins = (step: number): string =>
    `utcyear(datum.value) !== utcyear(datum.value - ${step * MS_PER_DAY})`;
  return {
    values: chosen(({ ticks }) => JSON.stringify(ticks), 'null'),
    count: chosen(({ ticks }) => String(ticks.length), otherwise.count),
    text: chosen(
      ({ length, isOfMonths }) =>
        isOfMonths
          ? format(dateFormats.month)
          : `${begins(length)} ? ${format(`${dateFormats.date} %Y`)} : ${format(dateFormats.date)}`,
      otherwise.text,
    ),
  };
}

/** @returns The first of the dates in every so many months, counted from January. */
function firstsOfMonths(dates: readonly number[], step: number): number[] {
  const months = dates.map(date => {
    const day = new Date(date);
    return day.getUTCFullYear() * 12 + day.getUTCMonth();
  });
  const dayOf = (date: number): number => new Date(date).getUTCDate();
  return dates.filter((date, at) => {
    // The month of the first date may have begun before it.
    const isFirst = at === 0 ? dayOf(date) <= DAYS_PER_WEEK : months[at] !== months[at - 1];
    return isFirst && (months[at] ?? 0) % step === 0;
  });
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
