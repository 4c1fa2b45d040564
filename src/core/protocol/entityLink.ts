/**
 * Links from a company in a grid to its score, its events and the portfolios that contain it. The page names the
 * company; the host writes the call.
 */

import * as v from 'valibot';
import { canonicalKeyOf } from '../service/entityKey';
import { textLiteral } from '../base/quoted';
import type { Described } from './shape';

/** The target of a link. */
export const entityLinks = ['score', 'events', 'portfolios'] as const;

export type EntityLink = (typeof entityLinks)[number];

/** Columns whose texts name a company; all but `entity` are looked up in the table `entities`. */
const keyColumns = ['entity', 'vendor_id', 'ticker', 'isin'] as const;

export type KeyColumn = (typeof keyColumns)[number];

const mostLetters = 200;
const days = 90;

export const entityKeyShape = v.object({
  column: v.picklist(keyColumns),
  /** A short text on one line. */
  value: v.custom<string>(isKeyValue),
});

/** A company as a row names it. */
export type EntityKey = Described<typeof entityKeyShape>;

/** @returns The label of a link's menu item. */
export function linkLabel(link: EntityLink): string {
  switch (link) {
    case 'score':
      return `Score, last ${days} days`;
    case 'events':
      return `Events, last ${days} days`;
    case 'portfolios':
      return 'Portfolios with it';
  }
}

/** @returns The column, if it names companies, or undefined. */
export function keyColumnOf(name: string): KeyColumn | undefined {
  return keyColumns.find(column => column === name.toLowerCase());
}

/**
 * @returns The text of a cell that queries the target of the link. The value is always one string literal of the
 * statement.
 */
export function linkSql(link: EntityLink, key: EntityKey): string {
  const isEntity = key.column === 'entity';
  const lookedUp = `(SELECT list(entity) FROM entities WHERE ${key.column} = ${textLiteral(key.value)})`;
  const entities = isEntity ? textLiteral(key.value) : lookedUp;
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

/** Whether a text can name a company. */
export function isKeyValue(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.trim() !== '' &&
    value.length <= mostLetters &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)
  );
}
