/** What the analyses share: reading a table by its name, ranks with ties, returns, and checks of arguments. */

import { textLiteral } from '../base/quoted';

/** A table passed by name, and its column of values. */
export interface PanelSource {
  /** The parameter that holds the table's name. */
  readonly table: string;
  /** The parameter that holds the column's name. */
  readonly value: string;
}

/**
 * @param source Parameters of the macro.
 * @param as The name of the value in the query's rows.
 * @returns A query of `entity, date` and the value as DOUBLE, one row each. Rows without a key or with a value that
 * is null or not finite are left out; two rows with the same key are an error, since choosing one would be a guess.
 */
export function panel({ table, value }: PanelSource, as: string): string {
  return `
    SELECT entity, date, CASE WHEN count(*) > 1
      THEN error('${table} has ' || count(*) || ' rows for ' || entity || ' on ' || date
        || ', where one is expected: aggregate them first.')
      ELSE any_value(_read) END AS ${as}
    FROM (SELECT entity::VARCHAR AS entity, date::DATE AS date, COLUMNS([${value}])::DOUBLE AS _read
      FROM query_table(${table}))
    WHERE entity IS NOT NULL AND date IS NOT NULL AND isfinite(_read)
    GROUP BY entity, date`;
}

/** @returns An expression: the rank of `value` from 1 within `keys`, the average of their ranks for ties. */
export function averageRank(value: string, keys: string): string {
  return `(rank() OVER (PARTITION BY ${keys} ORDER BY ${value})
    + (count(*) OVER (PARTITION BY ${keys}, ${value}) - 1) / 2)`;
}

/** @returns An expression over the window `_sessions`: the return of `h` sessions of `_price`, entered `lag` sessions later. */
export function forwardReturn(h: string, lag: string): string {
  return `lead(_price, ${lag} + ${h}) OVER _sessions / nullif(lead(_price, ${lag}) OVER _sessions, 0) - 1`;
}

/** @returns An aggregate: the correlation, null if either side does not vary. */
export function correlation(one: string, other: string): string {
  return `CASE WHEN min(${one}) < max(${one}) AND min(${other}) < max(${other})
    THEN corr(${one}, ${other}) END`;
}

/** @returns A condition that is true, or an error where `holds` is not. */
export function require(holds: string, message: string): string {
  return `CASE WHEN ${holds} THEN true ELSE error(${textLiteral(message)}) END`;
}
