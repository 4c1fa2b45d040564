/** The information coefficient: how a factor's ranks agree with those of the returns that follow. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { averageRank, correlation, forwardReturn, panel, require } from './panel';

/**
 * @returns Query steps from `_factor` with `_x` and `_returns` with `_y` to `_days`: per key the coefficient `_ic`,
 * null if either side does not vary, and `_n`, the number of entities with both.
 */
function coefficients(keys: string): string {
  return `
      _ranks AS (
        SELECT ${keys}, ${averageRank('_x', keys)} AS _rank_x, ${averageRank('_y', keys)} AS _rank_y
        FROM _factor JOIN _returns USING (entity, date)),
      _days AS (
        SELECT ${keys}, count(*) AS _n, ${correlation('_rank_x', '_rank_y')} AS _ic
        FROM _ranks GROUP BY ${keys})`;
}

/**
 * Query steps from `_known` with `_h`, `date` and `_ic` to `_placed`, the coefficients of each horizon, and
 * `_long_runs`, by Newey and West: the sums of their squares and of their products up to `_h` − 1 days apart, with
 * Bartlett weights.
 */
const longRuns = `
      _placed AS (
        SELECT _h, _ic, row_number() OVER (PARTITION BY _h ORDER BY date) AS _place,
          _ic - avg(_ic) OVER (PARTITION BY _h) AS _off
        FROM _known),
      _long_runs AS (
        SELECT a._h, sum(CASE WHEN b._place = a._place THEN 1
          ELSE 2 * (1 - (b._place - a._place) / a._h) END * a._off * b._off) AS _long_run
        FROM _placed a JOIN _placed b ON b._h = a._h AND b._place >= a._place AND b._place < a._place + a._h
        GROUP BY a._h)`;

export const informationCoefficient: Analysis = {
  name: 'information_coefficient',
  doc: 'Spearman rank correlation (average ranks for ties) between a factor and returns of the same day, across the entities that have both. Null if n < min_n, or if either side is the same for all entities.',
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
      _returns AS (${panel({ table: 'returns', value: 'return_value' }, '_y')}),${coefficients('date')}
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
    column('caveat', 'VARCHAR', 'A warning; null if the windows do not overlap.'),
  ],
  sql: `
    WITH _known AS (SELECT h AS _h, date, ic::DOUBLE AS _ic FROM query_table(ics) WHERE ic IS NOT NULL),${longRuns}
    SELECT count(*) AS periods, avg(_ic) AS mean_ic, stddev_samp(_ic) AS ic_std,
      mean_ic / nullif(ic_std, 0) AS ir, ir * sqrt(periods) AS t_stat,
      CASE WHEN any_value(_long_run) > 0 AND ic_std > 0
        THEN mean_ic * periods / sqrt(any_value(_long_run)) END AS t_stat_newey_west,
      CASE WHEN h > 1 THEN 'Forward windows of ' || h || ' sessions overlap: the ' || periods
        || ' days are not independent. Read t_stat_newey_west, or keep every ' || h || 'th day.'
      END AS caveat
    FROM _placed LEFT JOIN _long_runs USING (_h)`,
};

export const signalDecay: Analysis = {
  name: 'signal_decay',
  doc: 'How far ahead a factor predicts returns: for each horizon, the mean of the daily information coefficients with the forward returns over that many sessions, entered at the next session, as forward_returns, information_coefficient and ic_summary compute them. Longer returns contain the shorter ones.',
  parameters: [
    tableParameter('factor', 'Table with entity, date and a value.'),
    tableParameter('prices', 'Table with entity, date and a price.'),
    option('horizons', '[1, 5, 10, 20]', 'Sessions held, each from 1.'),
    option('min_n', '10', 'Entities needed on a day.'),
    option('value', "'score'", 'The column of factor.'),
    option('price', "'close'", 'The column of prices.'),
  ],
  columns: [
    column('h', 'BIGINT', 'Sessions held.'),
    column('mean_ic', 'DOUBLE', 'Mean over days.'),
    column('lo', 'DOUBLE', 'mean_ic − 1.96 standard errors by Newey and West.'),
    column('hi', 'DOUBLE', 'mean_ic + 1.96 of them.'),
    column('t_stat_newey_west', 'DOUBLE', 'mean_ic over that error.'),
    column('periods', 'BIGINT', 'Days with a coefficient.'),
    column(
      'half_life',
      'DOUBLE',
      'Sessions after which the mean is half, by a line through log2(mean_ic), the same in all rows; null where a mean is not above 0, the line rises or its R² is not above 0.5.',
    ),
  ],
  sql: `
    WITH _factor AS (${panel({ table: 'factor', value: 'value' }, '_x')}),
      _prices AS (${panel({ table: 'prices', value: 'price' }, '_price')}),
      _horizons AS (SELECT DISTINCT unnest(horizons)::BIGINT AS _h),
      _returns AS (
        SELECT entity, date, _h,
          ${forwardReturn('_h', '1')} AS _y
        FROM _prices CROSS JOIN _horizons
        WHERE ${require('_h >= 1', 'signal_decay: a horizon counts sessions from 1.')}
        WINDOW _sessions AS (PARTITION BY entity, _h ORDER BY date)
        QUALIFY _y IS NOT NULL),${coefficients('_h, date')},
      _known AS (FROM _days WHERE _n >= min_n AND _ic IS NOT NULL),${longRuns},
      _means AS (
        SELECT _h, avg(_ic) AS _mean, count(*) AS _periods,
          CASE WHEN any_value(_long_run) > 0 THEN sqrt(any_value(_long_run)) / count(*) END AS _se
        FROM _placed JOIN _long_runs USING (_h) GROUP BY _h),
      _line AS (
        SELECT CASE WHEN bool_and(_mean > 0) AND regr_slope(_log, _h) < 0 AND regr_r2(_log, _h) > 0.5
          THEN -1 / regr_slope(_log, _h) END AS _half_life
        FROM (SELECT *, CASE WHEN _mean > 0 THEN log2(_mean) END AS _log FROM _means))
    SELECT _h AS h, _mean AS mean_ic, _mean - 1.96 * _se AS lo, _mean + 1.96 * _se AS hi,
      _mean / _se AS t_stat_newey_west, _periods AS periods, _half_life AS half_life
    FROM _means CROSS JOIN _line
    ORDER BY _h`,
};
