/** Which events are asked for before they are explored: companies, days and types, the requests that this takes, and the cell. */

import { t } from '../base/translations';
import { addDays, dayOfPlainDate, parsePlainDate, type PlainDate } from '../base/plainDate';
import { textLiteral } from '../base/quoted';
import { counted, plural } from '../base/text';
import { planCall, type PlanLimits } from '../client/plan';
import type { OverlayQuery } from '../overlays/overlayQuery';
import { parametersText } from '../overlays/snapshot';
import type { NamedState } from '../protocol/exploration';
import { signalFunctionNamed } from '../service/functions';

/** Companies of which events are asked for. */
export interface EventCompanies {
  /** In a sentence. */
  readonly label: string;
  /** How a call names them. */
  readonly sql: string;
  /** Of a list that is not requested yet, as many as it will have. */
  readonly entities: readonly string[];
  /** Whether the list of companies takes a request of its own. */
  readonly isListed: boolean;
}

/** The last days, today included, or the days between two, both included. */
export type EventDays =
  | { readonly kind: 'last'; readonly days: number }
  | { readonly kind: 'between'; readonly from: PlainDate; readonly to: PlainDate };

/** What is asked for: counts of events, which come fast, or a row for each mention. */
export type EventFace = 'counts' | 'mentions';

export interface EventsQuestion {
  readonly companies: EventCompanies;
  readonly days: EventDays;
  /** Empty: every type. */
  readonly types: readonly string[];
}

/** Days back from today, today included. */
export const eventPeriods = [7, 30, 60, 90, 365] as const;

const perLine = 6;
const usualAmount = 15;
const mostDays = 3_660;

export function companiesOfPortfolio(name: string, entities: readonly string[]): EventCompanies {
  const sql = `portfolio(${textLiteral(name)})`;
  return { label: name, sql, entities, isListed: false };
}

/** The companies of a ranked list. */
export function companiesOfList(label: string, query: OverlayQuery): EventCompanies {
  const amount = Number(query.parameters['amount'] ?? usualAmount);
  return {
    label,
    sql: `(SELECT list(entity) FROM ${query.operation}(${parametersText(query)}))`,
    entities: Array.from({ length: amount }, (_, place) => `company:${place}`),
    isListed: true,
  };
}

export function namedCompanies(entities: readonly string[]): EventCompanies {
  const label =
    entities.length <= 3 ? entities.join(', ') : counted(entities.length, 'company', 'companies');
  return { label, sql: textList(entities), entities, isListed: false };
}

function textList(texts: readonly string[]): string {
  const keys = texts.map(textLiteral);
  const lines = Array.from({ length: Math.ceil(keys.length / perLine) }, (_, line) =>
    keys.slice(line * perLine, (line + 1) * perLine).join(', '),
  );
  return lines.length > 1 ? `[\n    ${lines.join(',\n    ')}\n  ]` : `[${keys.join(', ')}]`;
}

/** @returns `last 60 days` or `2026-09-01 to 2026-11-20`. */
export function daysText(days: EventDays): string {
  return days.kind === 'last'
    ? plural(days.days, 'last {0} day', 'last {0} days')
    : t('{0} to {1}', days.from, days.to);
}

/** @returns The days that a person wrote as `2026-09-01 to 2026-11-20`, with any word between them, or a sentence that says what is wrong. */
export function readDays(text: string): EventDays | string {
  const [first = '', last = '', ...more] = text.trim().split(/\s*\.\.\s*|\s+(?:\p{L}+\s+)?/u);
  const [from, to] = [parsePlainDate(first), parsePlainDate(last)];
  if (from === undefined || to === undefined || more.length > 0) {
    return t('The first and the last day, both included: 2026-09-01 to 2026-11-20.');
  }
  if (to < from) {
    return t('The last day is before the first.');
  }
  return dayOfPlainDate(to) - dayOfPlainDate(from) >= mostDays
    ? t('At most ten years can be asked for at a time.')
    : { kind: 'between', from, to };
}

/** @returns `12 companies × 60 days: 2 requests`. */
export function plannedText(
  { companies: { entities, isListed }, days }: EventsQuestion,
  face: EventFace,
  { today, limits }: { today: PlainDate; limits: PlanLimits },
): string {
  const range =
    days.kind === 'last'
      ? { from: addDays(today, 1 - days.days), to: addDays(today, 1) }
      : { from: days.from, to: addDays(days.to, 1) };
  return plannedCall(face, { ...range, entities, isListed }, limits);
}

/** @returns The same of days of which the last is not included. */
function plannedCall(
  face: EventFace,
  call: {
    readonly from: PlainDate;
    readonly to: PlainDate;
    readonly entities: readonly string[];
    readonly isListed: boolean;
  },
  limits: PlanLimits,
): string {
  const called = signalFunctionNamed(face === 'counts' ? 'events_ts' : 'company_events');
  if (!called) {
    throw new RangeError('The service has no events.');
  }
  const { from, to, entities, isListed } = call;
  const parameters = { date_from: from, date_to: to };
  const { requests } = planCall({ function: called, entities, parameters }, limits);
  const companies = counted(entities.length, 'company', 'companies');
  const days = counted(dayOfPlainDate(to) - dayOfPlainDate(from), 'day');
  const sent = counted(requests.length + (isListed ? 1 : 0), 'request');
  return `${companies} × ${days}: ${sent}`;
}

/** @returns The call of the events, as a person would write it. */
export function eventsCell({ companies, days, types }: EventsQuestion, face: EventFace): string {
  const range =
    days.kind === 'last'
      ? `date_from := current_date - ${days.days - 1}, date_to := current_date + 1`
      : betweenText(days);
  return face === 'counts'
    ? [
        comment(days, face),
        countsHead,
        `FROM events_ts(${companies.sql},`,
        `  ${range})${countsEnd}`,
        ...(types.length === 0 ? [] : [`WHERE event_id IN (${types.map(textLiteral).join(', ')})`]),
      ].join('\n')
    : [comment(days, face), mentionsCall(companies.sql, range, types)].join('\n');
}

/** In English, as all that is written into cells. */
function comment(days: EventDays, face: EventFace): string {
  const counted = face === 'counts';
  if (days.kind === 'between') {
    const { from, to } = days;
    return counted
      ? `-- Counted events from ${from} to ${to}, date_to excluded: a row for each`
      : `-- Events from ${from} to ${to}, date_to excluded`;
  }
  const last = days.days === 1 ? 'day' : `${days.days} days`;
  return counted
    ? `-- Counted events of the last ${last}, date_to excluded: a row for each`
    : `-- Events of the last ${last}, date_to excluded`;
}

function betweenText({ from, to }: { readonly from: string; readonly to: string }): string {
  return `date_from := DATE '${from}', date_to := DATE '${to}' + 1`;
}

function mentionsCall(companies: string, range: string, types: readonly string[]): string {
  const ids = types.length === 0 ? '' : `,\n  event_ids := ${textList(types)}`;
  return `FROM company_events(${companies},\n  ${range}${ids})`;
}

const countsHead = 'SELECT entity, date, event_id, event_name';
const countsEnd = ', range(count)';

/** A cell of counts in our own form. */
interface CountsCell {
  readonly companies: string;
  readonly range: string;
  readonly types: readonly string[];
}

function readCounts(text: string): CountsCell | null {
  const form =
    /^(?:--.*\n)?SELECT entity, date, event_id, event_name\nFROM events_ts\(([^]*),\n {2}(date_from := [^\n]*)\), range\(count\)(?:\nWHERE event_id IN \(([^\n]*)\))?\s*$/;
  const [, companies, range, types] = form.exec(text) ?? [];
  return companies === undefined || range === undefined
    ? null
    : { companies, range, types: [...(types ?? '').matchAll(/'(\w+)'/g)].map(([, id = '']) => id) };
}

/** @returns Whether a cell's rows are counted events, whose mentions can be loaded. */
export function isOverview(text: string): boolean {
  return readCounts(text) !== null;
}

/** What is selected of companies, types and days; undefined: all of them. */
interface Selected {
  readonly entities: readonly string[] | undefined;
  readonly ids: readonly string[] | undefined;
  readonly names: readonly string[] | undefined;
  readonly days: { readonly from: PlainDate; readonly to: PlainDate } | undefined;
}

function selectedIn({ columns, filters }: NamedState): Selected {
  const valuesOf = (name: string): readonly string[] | undefined => {
    const place = columns.indexOf(name);
    const found = filters.find(each => each.kind === 'values' && each.column === place);
    const values = found?.kind === 'values' ? found.values : [];
    const texts = values.filter(value => value !== null);
    return texts.length === 0 || texts.length < values.length ? undefined : texts;
  };
  const place = columns.indexOf('date');
  const range = filters.find(each => each.kind === 'range' && each.column === place);
  const [from, to] =
    range?.kind === 'range' ? [range.from, range.to].map(day => parsePlainDate(day ?? '')) : [];
  return {
    entities: valuesOf('entity'),
    ids: valuesOf('event_id'),
    names: valuesOf('event_name'),
    days: from && to ? { from, to } : undefined,
  };
}

/**
 * @param text The cell of the counts.
 * @param asks What is selected of them.
 * @returns The cell of their mentions: only of the companies, days and types that are selected.
 * @throws {Error} If the cell is not one of counts.
 */
export function mentionsCell(
  text: string,
  asks: NamedState,
  idOfName: (name: string) => string | undefined,
): string {
  const counts = readCounts(text);
  if (!counts) {
    throw new Error(t('The cell has no counts of events.'));
  }
  const { entities, ids, names, days } = selectedIn(asks);
  const byName = names?.flatMap(name => idOfName(name) ?? []);
  const types = ids ?? (byName?.length === names?.length ? byName : undefined) ?? counts.types;
  return [
    '-- Mentions of the counted events, date_to excluded',
    mentionsCall(
      entities ? textList(entities) : counts.companies,
      days ? betweenText(days) : counts.range,
      types,
    ),
  ].join('\n');
}

/**
 * @param call How the counts were requested: days of which the last is not included.
 * @returns `12 companies × 60 days: 4 requests`, for `mentionsCell` of the same.
 */
export function mentionsPlan(
  asks: NamedState,
  call: {
    readonly from: string | null;
    readonly to: string | null;
    readonly entityCount: number | null;
  },
  limits: PlanLimits,
): string {
  const selected = selectedIn(asks);
  const from = selected.days?.from ?? parsePlainDate(call.from ?? '');
  const to = selected.days ? addDays(selected.days.to, 1) : parsePlainDate(call.to ?? '');
  const length = selected.entities?.length ?? call.entityCount ?? 1;
  const entities = Array.from({ length }, (_, place) => `company:${place}`);
  return from && to
    ? plannedCall('mentions', { from, to, entities, isListed: false }, limits)
    : counted(length, 'company', 'companies');
}
