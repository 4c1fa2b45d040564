/** The role of each column of a result, from its name and type. */

import { companyNames } from '../../service/companyColumns';
import { columnKind, isWholeColumn } from '../chartColumn';
import type { ChartColumn } from '../chartColumn';

export type ColumnPart =
  | 'date' // Also a year.
  | 'score' // Positive or negative.
  | 'count' // How many.
  | 'rank'
  | 'number' // Any other number that is no id.
  | 'entity' // One value a company or another thing.
  | 'side'
  | 'event'
  | 'category'
  | 'flag';

/** A column that a chart can draw. */
export interface PartColumn {
  readonly name: string;
  readonly part: ColumnPart;
  /** Different values among the rows that are known, missing ones left out; null if no rows are known. */
  readonly distinct: number | null;
  /** Whether every row that is known has a value. */
  readonly isWhole: boolean;
  /** The known rows are several and all have one value, or none: nothing to compare. */
  readonly isConstant: boolean;
}

export interface SuggestedFrom {
  readonly columns: readonly ChartColumn[];
  /** The first rows, where they are at hand. */
  readonly rows: readonly (readonly unknown[])[];
  /** The number of rows of the whole result; absent if it is not known. */
  readonly rowCount?: number;
}

/** Best first: a name is read more easily than a key. */
const entityNames = [...companyNames, 'stock', 'ticker', 'symbol', 'entity'];
const eventNames = /^(event|event_name|event_type|news_type)$/;
const countNames = /^(n|count|counts|events|n_.+|.+_count|count_.+|num_.+)$/;
/** Where a company is listed: facts about it, not groups of rows to compare. */
const listingNames = ['exchange_code', 'exchange_name', 'currency'];
/** Whole numbers of these names are places in time. */
const yearNames = ['year', 'fiscal_year', 'calendar_year'];
const idNames = /(^|_)(id|ids|isin|year|url|key)$/;
const nested = /(\[\d*\]|^(STRUCT|MAP|UNION|JSON|BLOB)\b.*)$/;

/** @returns The columns that can be drawn, the best of each part first; ids, lists and structs are none of them. */
export function columnParts({ columns, rows }: SuggestedFrom): PartColumn[] {
  const parts = columns.flatMap((column, at): PartColumn[] => {
    const part = partOf(column);
    const values = rows.map(row => row[at]).filter(value => value !== null && value !== undefined);
    const distinct = rows.length === 0 ? null : new Set(values).size;
    const isWhole = values.length === rows.length;
    const isConstant = rows.length > 1 && new Set(rows.map(row => row[at] ?? null)).size === 1;
    return part === null || distinct === 0
      ? []
      : [{ name: column.name, part, distinct, isWhole, isConstant }];
  });
  const hasEntity = parts.some(({ part }) => part === 'entity');
  const isListing = ({ name }: PartColumn): boolean => listingNames.includes(name.toLowerCase());
  return parts
    .filter(column => !hasEntity || !isListing(column))
    .sort((a, b) => entityOrder(a) - entityOrder(b));
}

/**
 * Whether the rows show changes over time: there are several days, and entities that have several of them. A ranked
 * list has one row per entity, though the last day of some is an earlier one. If no rows are known, whether there is a
 * day column. A text with another value in each row is an entity here, too, where rows share a day.
 */
export function isSeries(from: SuggestedFrom): boolean {
  const parts = columnParts(from);
  const date = parts.find(({ part }) => part === 'date');
  const isKey = ({ part, distinct }: PartColumn): boolean =>
    part === 'category' && distinct === from.rows.length && (date?.distinct ?? 0) < distinct;
  const thing = parts.find(({ part }) => part === 'entity') ?? parts.find(isKey);
  if (date === undefined || date.distinct === null || date.distinct <= 1 || thing === undefined) {
    return date !== undefined && date.distinct !== 1 && date.distinct !== 0;
  }
  const names = from.columns.map(({ name }) => name);
  const [dateAt, thingAt] = [names.indexOf(date.name), names.indexOf(thing.name)];
  const days = new Set(
    from.rows.map(row => JSON.stringify([row[thingAt], row[dateAt]].map(String))),
  );
  return days.size >= 2 * (thing.distinct ?? 0);
}

function partOf({ name, type }: ChartColumn): ColumnPart | null {
  const lower = name.toLowerCase();
  if (nested.test(type.toUpperCase())) {
    return null;
  }
  switch (columnKind(type)) {
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'date';
    case 'boolean':
      return 'flag';
    case 'number':
      return isWholeColumn({ name, type }) && yearNames.includes(lower)
        ? 'date'
        : numberPart(lower);
    case 'text':
      return textPart(lower, type);
  }
}

function numberPart(name: string): ColumnPart | null {
  if (idNames.test(name)) {
    return null;
  }
  if (/score/.test(name)) {
    return 'score';
  }
  return name === 'rank' || name.endsWith('_rank')
    ? 'rank'
    : countNames.test(name)
      ? 'count'
      : 'number';
}

function textPart(name: string, type: string): ColumnPart | null {
  if (name === 'side') {
    return 'side';
  }
  if (eventNames.test(name)) {
    return 'event';
  }
  if (entityNames.includes(name)) {
    return 'entity';
  }
  const isText = /^(VARCHAR|TEXT|STRING|ENUM)/i.test(type);
  return !isText || idNames.test(name) || /title|headline|text|copyright/.test(name)
    ? null
    : 'category';
}

/** Companies without a ticker differ only in their keys. */
function entityOrder({ part, name, isWhole }: PartColumn): number {
  const place = entityNames.indexOf(name.toLowerCase());
  return part === 'entity' ? place + (isWhole ? 0 : entityNames.length) : -1;
}
