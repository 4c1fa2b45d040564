/** The information coefficient: how a factor's ranks agree with those of the returns that follow. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { averageRank, correlation, panel } from './panel';

export const informationCoefficient: Analysis = {
  name: 'information_coefficient',
  doc: 'Spearman rank correlation (average ranks for ties) between a factor and returns of the same day, across the entities that have both. Null where n < min_n or where either side is the same for all.',
  parameters: [
    tableParameter('factor', 'Table with entity, date and a value.'),
    tableParameter('returns', 'Rows of forward_returns, or a table like it.'),
    option('min_n', '10', 'Entities needed on a day.'),
    option('value', "'score'", 'The column of factor.'),
    option('return_value', "'forward_return'", 'The column of returns.'),
  ],
  columns: [
    column('date', 'DATE', 'Every day of the factor.'),
    column('ic', 'DOUBLE', 'From −1 to 1.'),
    column('n', 'BIGINT', 'Entities with both values.'),
    column('factor_n', 'BIGINT', 'Entities with a factor value.'),
  ],
  sql: `
    WITH _factor AS (${panel({ table: 'factor', value: 'value' }, '_x')}),
      _returns AS (${panel({ table: 'returns', value: 'return_value' }, '_y')}),
      _ranks AS (
        SELECT date, ${averageRank('_x', 'date')} AS _rank_x, ${averageRank('_y', 'date')} AS _rank_y
        FROM _factor JOIN _returns USING (entity, date)),
      _days AS (
        SELECT date, count(*) AS _n, ${correlation('_rank_x', '_rank_y')} AS _ic
        FROM _ranks GROUP BY date)
    SELECT date, CASE WHEN any_value(_n) >= min_n THEN any_value(_ic) END AS ic,
      coalesce(any_value(_n), 0) AS n, count(*) AS factor_n
    FROM _factor LEFT JOIN _days USING (date)
    GROUP BY date
    ORDER BY date`,
};

export const icSummary: Analysis = {
  name: 'ic_summary',
  doc: 'The information coefficients of all days in one row. Where h > 1 the returns of neighbouring days overlap and t_stat overstates the evidence; t_stat_newey_west allows for it with Bartlett weights up to h − 1 days apart.',
  parameters: [
    tableParameter('ics', 'Rows of information_coefficient.'),
    option('h', '1', 'Sessions of the forward returns.'),
  ],
  columns: [
    column('periods', 'BIGINT', 'Days with a coefficient, T.'),
    column('mean_ic', 'DOUBLE', 'Mean.'),
    column('ic_std', 'DOUBLE', 'Sample standard deviation.'),
    column('ir', 'DOUBLE', 'Information ratio: mean / std.'),
    column('t_stat', 'DOUBLE', 'mean / (std / √T), days taken as independent.'),
    column('t_stat_newey_west', 'DOUBLE', 'mean / its Newey–West standard error.'),
    column('caveat', 'VARCHAR', 'What to mind; null where the windows do not overlap.'),
  ],
  sql: `
    WITH _days AS (
        SELECT row_number() OVER (ORDER BY date) AS _place, ic::DOUBLE AS _ic,
          _ic - avg(_ic) OVER () AS _off
        FROM query_table(ics) WHERE ic IS NOT NULL),
      _covariances AS (
        SELECT b._place - a._place AS _apart, sum(a._off * b._off) AS _sum
        FROM _days a JOIN _days b ON b._place >= a._place AND b._place < a._place + h
        GROUP BY ALL),
      _spread AS (
        SELECT sum(CASE WHEN _apart = 0 THEN 1 ELSE 2 * (1 - _apart / h) END * _sum) AS _long_run
        FROM _covariances)
    SELECT count(*) AS periods, avg(_ic) AS mean_ic, stddev_samp(_ic) AS ic_std,
      mean_ic / nullif(ic_std, 0) AS ir, ir * sqrt(periods) AS t_stat,
      CASE WHEN any_value(_long_run) > 0 AND ic_std > 0
        THEN mean_ic * periods / sqrt(any_value(_long_run)) END AS t_stat_newey_west,
      CASE WHEN h > 1 THEN 'Forward windows of ' || h || ' sessions overlap: the ' || periods
        || ' days are not independent. Read t_stat_newey_west, or keep every ' || h || 'th day.'
      END AS caveat
    FROM _days CROSS JOIN _spread`,
};
