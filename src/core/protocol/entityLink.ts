/**
 * Links from a company in a grid to its score, its events and the portfolios that contain it. The page names the
 * company; the host writes the call.
 */

import { t } from '../base/translations';
import * as v from 'valibot';
import { parsePlainDate, type PlainDate } from '../base/plainDate';
import { type CompanyKey, companyKeys, companyNames } from '../service/companyColumns';
import { canonicalKeyOf } from '../service/entityKey';
import { textLiteral } from '../base/quoted';
import type { Described } from './shape';

/** The target of a link. */
export const entityLinks = ['score', 'events', 'portfolios'] as const;

export type EntityLink = (typeof entityLinks)[number];

const mostLetters = 200;
const days = 90;

export const entityKeyShape = v.object({
  column: v.picklist(companyKeys),
  /** A short text on one line. */
  value: v.custom<string>(isKeyValue),
});

/** A company as a row names it. */
export type EntityKey = Described<typeof entityKeyShape>;

/** A day as a text `YYYY-mm-dd`. */
export const plainDay = v.custom<string>(
  value => typeof value === 'string' && parsePlainDate(value) !== undefined,
);

/** A company, and the day that a row has for it. */
export interface CompanyDay {
  readonly key: EntityKey;
  readonly day: PlainDate;
}

/** The columns of a row's day, the first of which counts; without any, the first column with a date. */
const dayColumns = ['signal_date', 'signal_day', 'date', 'day'];

/** @returns The company and the day of a row, or null if it lacks one of them. */
export function companyDayOf(
  columns: readonly { readonly name: string; readonly type: string }[],
  row: readonly unknown[],
): CompanyDay | null {
  const day = dayOfRow(columns, row);
  const key = keyOfRow(columns, row);
  return key && day !== null ? { key, day } : null;
}

/**
 * @param at The place of the cell in the row.
 * @returns The company that a cell names: by a key, or by a name beside a key; null if it names none.
 */
export function companyOfCell(
  columns: readonly { readonly name: string; readonly type: string }[],
  row: readonly unknown[],
  at: number,
): EntityKey | null {
  const column = columns[at];
  const value = row[at];
  if (column?.type !== 'VARCHAR' || !isKeyValue(value)) {
    return null;
  }
  const key = keyColumnOf(column.name);
  if (key !== undefined) {
    return { column: key, value };
  }
  return companyNames.includes(column.name.toLowerCase()) ? keyOfRow(columns, row) : null;
}

/** @returns The most exact key of a row's company, or null if it has none. */
function keyOfRow(
  columns: readonly { readonly name: string; readonly type: string }[],
  row: readonly unknown[],
): EntityKey | null {
  const keys = columns.flatMap(({ name, type }, at): EntityKey[] => {
    const column = type === 'VARCHAR' ? keyColumnOf(name) : undefined;
    const value = row[at];
    return column !== undefined && isKeyValue(value) ? [{ column, value }] : [];
  });
  const [key] = keys.toSorted(
    (a, b) => companyKeys.indexOf(a.column) - companyKeys.indexOf(b.column),
  );
  return key ?? null;
}

/** @returns The day of a row, or null if it has none. */
export function dayOfRow(
  columns: readonly { readonly name: string; readonly type: string }[],
  row: readonly unknown[],
): PlainDate | null {
  const days = columns.flatMap(({ name, type }, at) => {
    const value = row[at];
    const isDay = type === 'DATE' || type.startsWith('TIMESTAMP');
    const day = isDay && typeof value === 'string' ? parsePlainDate(value.slice(0, 10)) : undefined;
    return day === undefined ? [] : [{ day, order: dayColumns.indexOf(name.toLowerCase()) }];
  });
  const [known] = days.filter(({ order }) => order >= 0).toSorted((a, b) => a.order - b.order);
  return (known ?? days[0])?.day ?? null;
}

/** @returns The label of the step that lists the events around a day. */
export function eventsAroundLabel(day: PlainDate): string {
  return t('Events around {0}', day);
}

/** @returns The label of a link's menu item. */
export function linkLabel(link: EntityLink): string {
  switch (link) {
    case 'score':
      return t('Score, last {0} days', days);
    case 'events':
      return t('Events, last {0} days', days);
    case 'portfolios':
      return t('Portfolios with it');
  }
}

/** @returns Whether the texts of a column are keys or names of companies. */
export function namesCompanies(name: string): boolean {
  return keyColumnOf(name) !== undefined || companyNames.includes(name.toLowerCase());
}

/** @returns The column, if its texts are keys of companies, or undefined. */
export function keyColumnOf(name: string): CompanyKey | undefined {
  return companyKeys.find(column => column === name.toLowerCase());
}

/**
 * @returns The text of a cell that queries the target of the link. The value is always one string literal of the
 * statement.
 */
export function linkSql(link: EntityLink, key: EntityKey): string {
  const isEntity = key.column === 'entity';
  const lookedUp = lookedUpEntities(key);
  const entities = entitiesSql(key);
  const since = `date_from := current_date - ${days}`;
  switch (link) {
    case 'score':
      return `FROM bull_bear_score_ts(${entities}, ${since})\nVISUALISE date AS x, score AS y DRAW line`;
    case 'events':
      return `FROM events_ts(${entities}, ${since})\nORDER BY date DESC, event_id`;
    case 'portfolios': {
      const holds = isEntity
        ? `list_contains(entities, ${textLiteral(canonicalKeyOf(key.value))})`
        : `list_has_any(entities, ${lookedUp})`;
      return `SELECT name, len(entities) AS companies, entities\nFROM portfolios\nWHERE ${holds}\nORDER BY name`;
    }
  }
}

/** @returns SQL of the company's canonical key, or of a list of those with this ticker, ISIN or id. */
export function entitiesSql(key: EntityKey): string {
  return key.column === 'entity' ? textLiteral(key.value) : lookedUpEntities(key);
}

function lookedUpEntities({ column, value }: EntityKey): string {
  return `(SELECT list(entity) FROM entities WHERE ${column} = ${textLiteral(value)})`;
}

/** Whether a text can name a company. */
export function isKeyValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= mostLetters &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
  );
}
