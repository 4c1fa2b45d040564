/**
 * Ticks of an axis of weekly dates. Vega's weeks begin on Sunday, so that the ticks of rows that are all of a Monday
 * would be between them.
 */

import { isRecord } from '../../core/base/json';
import { dateFormats } from '../../core/visualise/dateFormats';
import type { Data, Mark, Scale, Scope, Spec } from 'vega';

const MS_PER_DAY = 86_400_000;
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

/** The rows and transforms of a compiled chart, from which the dates of a scale follow. */
export interface WeekSources {
  readonly data: readonly Data[];
  /** All rows: listed when a scale of time first needs them. */
  readonly rows: () => readonly Record<string, unknown>[];
  /** Of the scales that were asked for: the axes of panels share one. */
  readonly found: Map<Scale, WeekTicks | undefined>;
}

/** @returns The data of the chart and of its panels. */
export function weekSources(spec: Spec): WeekSources {
  const inScope = ({ data = [], marks = [] }: Pick<Scope, 'data' | 'marks'>): Data[] => [
    ...data,
    ...marks.flatMap((mark: Mark) => (mark.type === 'group' ? inScope(mark) : [])),
  ];
  const data = inScope(spec);
  let rows: readonly Record<string, unknown>[] | undefined;
  return { data, rows: () => (rows ??= data.flatMap(rowsOf)), found: new Map() };
}

/** @returns The ticks of a scale of time whose rows are of most weeks, all of one weekday, otherwise undefined. */
export function weekTicks(scale: Scale, sources: WeekSources): WeekTicks | undefined {
  const { found } = sources;
  if (!found.has(scale)) {
    found.set(scale, ticksOf(scale, sources));
  }
  return found.get(scale);
}

function ticksOf(scale: Scale, sources: WeekSources): WeekTicks | undefined {
  const fields = domainFields('domain' in scale ? scale.domain : undefined);
  const days = fields && daysOf(fields, sources);
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

/** @returns The fields whose values make the domain; undefined if others do. */
function domainFields(domain: unknown): readonly string[] | undefined {
  if (!isRecord(domain)) {
    return undefined;
  }
  const own = domain['field'];
  if (typeof own === 'string') {
    return [own];
  }
  const { fields } = domain;
  if (!Array.isArray(fields)) {
    return undefined;
  }
  const parts = fields.map((field: unknown) =>
    typeof field === 'string' ? [field] : domainFields(field),
  );
  return parts.every(part => part !== undefined) ? parts.flat() : undefined;
}

/**
 * @returns The days of the columns that the fields are computed of, oldest first; undefined if some value is no day, or
 * one of another weekday.
 */
function daysOf(fields: readonly string[], { data, rows }: WeekSources): number[] | undefined {
  const known = new Set(fields.map(unescaped));
  const days = new Set<number>();
  let first: number | undefined;
  for (const field of known) {
    for (const { transform = [] } of data) {
      for (const each of transform) {
        if (outputsOf(each).includes(field)) {
          if (each.type === 'timeunit' && !hasDays(each.units)) {
            return undefined;
          }
          inputsOf(each).forEach(input => known.add(input));
        }
      }
    }
    for (const row of rows()) {
      const value = row[field];
      const day = value === null || value === undefined ? null : dayOfText(value);
      if (day === undefined) {
        return undefined;
      }
      if (day !== null) {
        first ??= day;
        if ((day - first) % DAYS_PER_WEEK !== 0) {
          return undefined;
        }
        days.add(day);
      }
    }
  }
  return [...days].sort((a, b) => a - b);
}

function hasDays(units: unknown): boolean {
  return Array.isArray(units) && units.includes('date');
}

function rowsOf(data: Data): readonly Record<string, unknown>[] {
  const values: unknown = 'values' in data ? data.values : undefined;
  return Array.isArray(values) ? values.filter(isRecord) : [];
}

/** @returns The day as days since 1970; undefined if the value is none, or has a time. */
function dayOfText(value: unknown): number | undefined {
  const match =
    typeof value === 'string'
      ? /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.000)?Z)?$/.exec(value)
      : undefined;
  const day = match ? Date.parse(`${match[1]}T00:00:00Z`) / MS_PER_DAY : NaN;
  return Number.isInteger(day) ? day : undefined;
}

function outputsOf(transform: object): readonly unknown[] {
  const as: unknown = Reflect.get(transform, 'as');
  return Array.isArray(as) ? as : [as];
}

/** @returns The fields that a transform reads. */
function inputsOf(transform: object): string[] {
  const named: unknown[] = [
    Reflect.get(transform, 'field'),
    ...[Reflect.get(transform, 'fields') as unknown].flat(),
  ];
  const expression: unknown = Reflect.get(transform, 'expr');
  const read = typeof expression === 'string' ? expression : '';
  return [
    ...named.filter(each => typeof each === 'string').map(unescaped),
    ...[...read.matchAll(/\bdatum\[("(?:[^"\\]|\\.)*")\]/g)].map(
      ([, text = '""']) => JSON.parse(text) as string,
    ),
    ...[...read.matchAll(/\bdatum\.(\w+)/g)].map(([, name = '']) => name),
  ];
}

/** @returns The name of the field: Vega reads dots and brackets without a backslash as a path. */
function unescaped(field: string): string {
  return field.replaceAll(/\\(.)/g, '$1');
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
