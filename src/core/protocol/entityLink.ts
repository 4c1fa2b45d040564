/**
 * Links from a company in a grid to what the service knows of it. The page names the company, the host writes the call.
 */

import * as v from 'valibot';
import type { Described } from './shape';

/** What a link leads to. */
export const entityLinks = ['score', 'events'] as const;

export type EntityLink = (typeof entityLinks)[number];

/** Columns whose texts name a company; all but `entity` are looked up in the table `entities`. */
const keyColumns = ['entity', 'vendor_id', 'ticker', 'isin'] as const;

export type KeyColumn = (typeof keyColumns)[number];

const mostLetters = 200;
const days = 90;

/** What names a company: a short text on one line. */
export const keyValueShape = v.custom<string>(isKeyValue);

export const entityKeyShape = v.object({ column: v.picklist(keyColumns), value: keyValueShape });

/** A company as a row names it. */
export type EntityKey = Described<typeof entityKeyShape>;

/** @returns The label of a link's menu item. */
export function linkLabel(link: EntityLink): string {
  return `${link === 'score' ? 'Score' : 'Events'}, last ${days} days`;
}

/** @returns The column as one that names companies, or undefined where it is none. */
export function keyColumnOf(name: string): KeyColumn | undefined {
  return keyColumns.find(column => column === name.toLowerCase());
}

/**
 * @returns The text of a cell that asks for what the link leads to. Whatever the value holds, it stays one text of the
 * statement.
 */
export function linkSql(link: EntityLink, key: EntityKey): string {
  const entities =
    key.column === 'entity'
      ? literal(key.value)
      : `(SELECT list(entity) FROM entities WHERE ${key.column} = ${literal(key.value)})`;
  const since = `date_from := current_date - ${days}`;
  return link === 'score'
    ? `FROM bull_bear_score_ts(${entities}, ${since})\nVISUALISE date AS x, score AS y DRAW line`
    : `FROM events_ts(${entities}, ${since})\nORDER BY date DESC, event_id`;
}

/** Whether a text can be what names a company. */
export function isKeyValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= mostLetters &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
  );
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
