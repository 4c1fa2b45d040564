/** The state of an explorer: what is asked of the rows. */

import { t } from '../base/translations';
import {
  addDays,
  addMonths,
  dayOfPlainDate,
  plainDateOfDay,
  type PlainDate,
} from '../base/plainDate';
import type { ColumnFilter, FilterOf } from '../protocol/arrangement';
import {
  mostBars,
  timelineUnits,
  type Explored,
  type NamedState,
  type QuestionState,
  type TimelineUnit,
} from '../protocol/exploration';
import { filterTexts } from '../protocol/shownRows';

/** @returns The state with the names of its columns, so that it fits rows with other columns. A chart's mark is left out. */
export function namedState(state: QuestionState, names: readonly string[]): NamedState {
  const columns: string[] = [];
  const placeOf = (column: number): number | undefined => {
    const name = names[column];
    if (name !== undefined && !columns.includes(name)) {
      columns.push(name);
    }
    return name === undefined ? undefined : columns.indexOf(name);
  };
  const placed = withPlaces(state, placeOf);
  return { columns, ...placed };
}

/** @returns The state for rows with these columns, and the names of those that they lack: what is asked of them is left out. */
export function stateFor(
  { columns, ...state }: NamedState,
  names: readonly string[],
): { readonly state: QuestionState; readonly missing: readonly string[] } {
  const placeOf = (column: number): number | undefined => {
    const place = names.indexOf(columns[column] ?? '');
    return place < 0 ? undefined : place;
  };
  const missing = columns.filter(name => !names.includes(name));
  return { state: withPlaces(state, placeOf), missing };
}

/** What is asked, in words: one text a filter. */
export function asks({ columns, filters, grouped, compared }: NamedState): readonly string[] {
  return [
    ...filterTexts({ sort: [], filters }, columns),
    ...(grouped ? [t('grouped by event')] : []),
    ...(compared ? [t('two parts compared')] : []),
  ];
}

function withPlaces(
  { filters, stack, unit, grouped, compared }: QuestionState,
  placeOf: (column: number) => number | undefined,
): QuestionState {
  return {
    filters: filters.flatMap((filter): readonly ColumnFilter[] => {
      if (filter.kind === 'mark') {
        return [];
      }
      if (filter.kind === 'search') {
        const columns = filter.columns.flatMap(column => placeOf(column) ?? []);
        return columns.length === 0 ? [] : [{ ...filter, columns }];
      }
      const column = placeOf(filter.column);
      return column === undefined ? [] : [{ ...filter, column }];
    }),
    ...{ unit, stack: stack === null ? null : (placeOf(stack) ?? null), grouped, compared },
  };
}

/** Every row. */
export function firstState({ facets }: Explored): QuestionState {
  const stack = facets.find(({ distinctCount }) => distinctCount <= mostStackedAtFirst);
  return {
    ...{ filters: [], unit: null, stack: stack?.column ?? null },
    ...{ grouped: false, compared: null },
  };
}

/** A facet with more values is not chosen for the stack by itself. */
const mostStackedAtFirst = 12;

export interface ChosenValue {
  readonly column: number;
  readonly text: string | null;
}

export type ChoiceKind = 'values' | 'exclude';

/** @returns Whether a value is selected, excluded, or neither. */
export function choiceOf(
  filters: readonly ColumnFilter[],
  { column, text }: ChosenValue,
): ChoiceKind | null {
  const filter = filters.find(each => isChoice(each, column) && each.values.includes(text));
  return filter?.kind === 'values' || filter?.kind === 'exclude' ? filter.kind : null;
}

/**
 * Selects or excludes a value, or takes that back. A facet selects or excludes: one replaces the other where both
 * would name the value.
 */
export function toggleValue(
  filters: readonly ColumnFilter[],
  { column, text }: ChosenValue,
  kind: ChoiceKind,
): readonly ColumnFilter[] {
  const was = choiceOf(filters, { column, text });
  const own = (of: ChoiceKind): readonly (string | null)[] => {
    const values = filters.flatMap(each =>
      isChoice(each, column) && each.kind === of ? each.values : [],
    );
    const others = values.filter(value => value !== text);
    return of === kind && was !== kind ? [...others, text] : others;
  };
  return replaced(
    filters,
    filter => isChoice(filter, column),
    (['values', 'exclude'] as const)
      .map(of => ({ kind: of, column, values: own(of) }))
      .filter(({ values }) => values.length > 0),
  );
}

/** Keeps only the rows between two days, both included; null: every day. */
export function brushed(
  filters: readonly ColumnFilter[],
  column: number,
  range: Pick<FilterOf<'range'>, 'from' | 'to'> | null,
): readonly ColumnFilter[] {
  return replaced(
    filters,
    filter => filter.kind === 'range' && filter.column === column,
    range ? [{ kind: 'range', column, ...range }] : [],
  );
}

/** The days of the range, if there is one. */
export function brushOf(
  filters: readonly ColumnFilter[],
  column: number,
): FilterOf<'range'> | undefined {
  return filters.find(filter => filter.kind === 'range' && filter.column === column) as
    | FilterOf<'range'>
    | undefined;
}

/** Keeps only the rows in which one of the columns contains the text; empty: every row. */
export function searched(
  filters: readonly ColumnFilter[],
  columns: readonly number[],
  text: string,
): readonly ColumnFilter[] {
  return replaced(
    filters,
    filter => filter.kind === 'search',
    text === '' ? [] : [{ kind: 'search', column: null, columns, text }],
  );
}

export function searchOf(filters: readonly ColumnFilter[]): string {
  return filters.find(filter => filter.kind === 'search')?.text ?? '';
}

/** Removes all filters of a column that select or exclude values. */
export function withoutChoices(
  filters: readonly ColumnFilter[],
  column: number,
): readonly ColumnFilter[] {
  return filters.filter(filter => !isChoice(filter, column));
}

function isChoice(
  filter: ColumnFilter,
  column: number,
): filter is FilterOf<'values'> | FilterOf<'exclude'> {
  return (filter.kind === 'values' || filter.kind === 'exclude') && filter.column === column;
}

/** Replaces filters where the first of them is, so that the order in which a reader chose stays. */
function replaced(
  filters: readonly ColumnFilter[],
  isReplaced: (filter: ColumnFilter) => boolean,
  by: readonly ColumnFilter[],
): readonly ColumnFilter[] {
  const at = filters.findIndex(isReplaced);
  const before = at === -1 ? filters : filters.slice(0, at);
  const after = at === -1 ? [] : filters.slice(at).filter(filter => !isReplaced(filter));
  return [...before, ...by, ...after];
}

/** States that were left, in order, with the place of the current one. */
export interface StateHistory {
  readonly states: readonly QuestionState[];
  readonly at: number;
}

const mostStates = 100;

/** @returns The history after a new state; states that were gone back from are forgotten. */
export function visited({ states, at }: StateHistory, state: QuestionState): StateHistory {
  const kept = [...states.slice(0, at + 1), state].slice(-mostStates);
  return { states: kept, at: kept.length - 1 };
}

/** @returns The history one step before or after, or the same at its ends. */
export function stepped({ states, at }: StateHistory, step: -1 | 1): StateHistory {
  return { states, at: Math.max(0, Math.min(states.length - 1, at + step)) };
}

/** @returns Units whose bars are few enough, the shortest first, and the one to begin with. */
export function unitsFor(days: number): { units: readonly TimelineUnit[]; first: TimelineUnit } {
  const barsOf = (unit: TimelineUnit): number => days / daysOfUnit[unit];
  const units = timelineUnits.filter(unit => barsOf(unit) <= mostDrawn);
  return { units, first: units.find(unit => barsOf(unit) <= mostLegible) ?? 'year' };
}

const daysOfUnit = { day: 1, week: 7, month: 30, year: 365 } as const;
/** A timeline with more bars would be a grey area. */
const mostDrawn = 2_000;
const mostLegible = 130;

/** @returns The first day of the bar that has the day. */
export function barOf(day: PlainDate, unit: TimelineUnit): PlainDate {
  switch (unit) {
    case 'day':
      return day;
    case 'week': {
      // 1970-01-01 was a Thursday.
      const number = dayOfPlainDate(day);
      return plainDateOfDay(number - ((((number + 3) % 7) + 7) % 7));
    }
    case 'month':
      return `${day.slice(0, 7)}-01` as PlainDate;
    case 'year':
      return `${day.slice(0, 4)}-01-01` as PlainDate;
  }
}

/** @returns The first day of the next bar. */
export function nextBar(day: PlainDate, unit: TimelineUnit): PlainDate {
  switch (unit) {
    case 'day':
      return addDays(day, 1);
    case 'week':
      return addDays(day, 7);
    case 'month':
      return addMonths(day, 1);
    case 'year':
      return addMonths(day, 12);
  }
}

/** @returns The first days of all bars between two days, the empty ones too. */
export function barsBetween(from: PlainDate, to: PlainDate, unit: TimelineUnit): PlainDate[] {
  const bars: PlainDate[] = [];
  for (let bar = barOf(from, unit); bar <= to && bars.length < mostBars; bar = nextBar(bar, unit)) {
    bars.push(bar);
  }
  return bars;
}
