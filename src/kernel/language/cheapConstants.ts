/**
 * Expressions that may be evaluated while they are typed.
 *
 * They consist of literals and of functions whose results are not larger than their arguments and which read nothing
 * but the clock. So an unknown notebook that nobody has run costs nothing and learns nothing.
 */

import type { Token } from '../../core/sql/tokens';

/** Operators, but none that matches patterns; the dot is for numbers such as `.5`. */
const operators = new Set('+ - * / % || :: : = <> != < <= > >= .'.split(' '));

/** Longer arguments are not typed by hand. */
const MOST_TOKENS = 200;

const words = new Set(
  // Words between values.
  (
    'and or not is in between case when then else end as at time zone with without null true false ' +
    // Types.
    'cast try_cast date timestamp timestamptz timestamp_s timestamp_ms timestamp_ns interval boolean varchar text char string blob uuid json ' +
    'tinyint smallint int integer bigint hugeint utinyint usmallint uinteger ubigint float real double precision decimal numeric ' +
    // Parts of dates.
    'year years quarter quarters month months week weeks day days hour hours minute minutes second seconds ' +
    'millisecond milliseconds microsecond microseconds decade decades century centuries ' +
    // Functions of the clock and of dates.
    'now today current_date current_time current_timestamp localtime localtimestamp get_current_timestamp transaction_timestamp ' +
    'date_trunc datetrunc date_add date_sub datesub date_diff datediff date_part datepart make_date make_timestamp last_day ' +
    'to_years to_months to_weeks to_days to_hours to_minutes to_seconds strftime strptime try_strptime dayofmonth dayofweek dayofyear ' +
    // Functions of numbers and texts.
    'abs ceil ceiling floor round trunc sqrt sign mod least greatest coalesce nullif ifnull if ' +
    'upper lower ucase lcase trim ltrim rtrim concat left right substr substring length ' +
    'list_value array_value'
  ).split(' '),
);

/**
 * @param macros Names (lower case) of the notebook's own macros, which may contain any query.
 * @returns Whether the tokens form such a constant.
 */
export function isCheapConstant(tokens: readonly Token[], macros: ReadonlySet<string>): boolean {
  return tokens.length <= MOST_TOKENS && tokens.every(token => isCheap(token, macros));
}

function isCheap({ kind, text }: Token, macros: ReadonlySet<string>): boolean {
  switch (kind) {
    case 'word':
      return words.has(text) && !macros.has(text);
    case 'operator':
      return operators.has(text);
    default:
      return kind !== 'quoted' && kind !== 'semicolon';
  }
}
