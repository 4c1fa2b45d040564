-- The information coefficient: how a factor’s ranks agree with those of the returns that follow.

-- For standard errors by Newey and West: from a table with _h, date and _ic, for each _h the sum _long_run of the
-- squares of _ic less its mean and of their products up to _h − 1 days apart, with Bartlett weights.
CREATE MACRO signals._long_runs(coefficients) AS TABLE
WITH _placed AS (
    SELECT _h, row_number() OVER (PARTITION BY _h ORDER BY date) AS _place,
      _ic - avg(_ic) OVER (PARTITION BY _h) AS _off
    FROM query_table(coefficients))
SELECT a._h, sum(CASE WHEN b._place = a._place THEN 1
  ELSE 2 * (1 - (b._place - a._place) / a._h) END * a._off * b._off) AS _long_run
FROM _placed a JOIN _placed b ON b._h = a._h AND b._place >= a._place AND b._place < a._place + a._h
GROUP BY a._h;

-- Spearman rank correlation (average ranks for ties) between a factor and returns of the same day, across the entities
-- that have both. Null if n < min_n, or if either side is the same for all entities.
--
-- Columns:
--   date      DATE    Every day of the factor.
--   ic        DOUBLE  From −1 to 1.
--   n         BIGINT  Entities with both values.
--   factor_n  BIGINT  Entities with a factor value.
CREATE MACRO signals.information_coefficient(
  factor,                           -- Table with entity, date and a value.
  returns,                          -- Rows of forward_returns, or a table like it.
  min_n := 10,                      -- Entities needed on a day.
  value := 'score',                 -- The column of factor.
  return_value := 'forward_return'  -- The column of returns.
) AS TABLE
WITH _factor AS (SELECT entity, date, _value AS _x FROM signals._panel(factor, value, 'factor')),
  _returns AS (SELECT entity, date, _value AS _y FROM signals._panel(returns, return_value, 'returns')),
  _ranks AS (
    SELECT date, signals._average_rank(_x, date) AS _rank_x, signals._average_rank(_y, date) AS _rank_y
    FROM _factor JOIN _returns USING (entity, date)),
  _days AS (
    SELECT date, count(*) AS _n, signals._correlation(_rank_x, _rank_y) AS _ic
    FROM _ranks GROUP BY date)
SELECT date, CASE WHEN any_value(_n) >= min_n THEN any_value(_ic) END AS ic,
  coalesce(any_value(_n), 0) AS n, count(*) AS factor_n
FROM _factor LEFT JOIN _days USING (date)
GROUP BY date
ORDER BY date;

-- The information coefficients of all days in one row. Where h > 1 the returns of neighbouring days overlap and t_stat
-- overstates the evidence; t_stat_newey_west allows for it with Bartlett weights up to h − 1 days apart.
--
-- Columns:
--   periods            BIGINT   Days with a coefficient, T.
--   mean_ic            DOUBLE   Mean.
--   ic_std             DOUBLE   Sample standard deviation.
--   ir                 DOUBLE   Information ratio: mean / std.
--   t_stat             DOUBLE   mean / (std / √T), days taken as independent.
--   t_stat_newey_west  DOUBLE   mean / its Newey–West standard error.
--   caveat             VARCHAR  A warning; null if the windows do not overlap.
CREATE MACRO signals.ic_summary(
  ics,    -- Rows of information_coefficient.
  h := 1  -- Sessions of the forward returns.
) AS TABLE
WITH _known AS (SELECT h AS _h, date, ic::DOUBLE AS _ic FROM query_table(ics) WHERE ic IS NOT NULL)
SELECT count(*) AS periods, avg(_ic) AS mean_ic, stddev_samp(_ic) AS ic_std,
  mean_ic / nullif(ic_std, 0) AS ir, ir * sqrt(periods) AS t_stat,
  CASE WHEN any_value(_long_run) > 0 AND ic_std > 0
    THEN mean_ic * periods / sqrt(any_value(_long_run)) END AS t_stat_newey_west,
  CASE WHEN h > 1 THEN 'Forward windows of ' || h || ' sessions overlap: the ' || periods
    || ' days are not independent. Read t_stat_newey_west, or keep every ' || h || 'th day.'
  END AS caveat
FROM _known LEFT JOIN signals._long_runs('_known') USING (_h);

-- How far ahead a factor predicts returns: for each horizon, the mean of the daily information coefficients with the
-- forward returns over that many sessions, entered at the next session, as forward_returns, information_coefficient and
-- ic_summary compute them. Longer returns contain the shorter ones.
--
-- Columns:
--   h                  BIGINT  Sessions held.
--   mean_ic            DOUBLE  Mean over days.
--   lo                 DOUBLE  mean_ic − 1.96 standard errors by Newey and West.
--   hi                 DOUBLE  mean_ic + 1.96 of them.
--   t_stat_newey_west  DOUBLE  mean_ic over that error.
--   periods            BIGINT  Days with a coefficient.
--   half_life          DOUBLE  Sessions after which the mean is half, by a line through log2(mean_ic), the same in all
--                              rows; null where a mean is not above 0, the line rises or its R² is not above 0.5.
CREATE MACRO signals.signal_decay(
  factor,                      -- Table with entity, date and a value.
  prices,                      -- Table with entity, date and a price.
  horizons := [1, 5, 10, 20],  -- Sessions held, each from 1.
  min_n := 10,                 -- Entities needed on a day.
  value := 'score',            -- The column of factor.
  price := 'close'             -- The column of prices.
) AS TABLE
WITH _factor AS (SELECT entity, date, _value AS _x FROM signals._panel(factor, value, 'factor')),
  _prices AS (SELECT entity, date, _value AS _price FROM signals._panel(prices, price, 'prices')),
  _horizons AS (SELECT DISTINCT unnest(horizons)::BIGINT AS _h),
  _returns AS (
    SELECT entity, date, _h,
      lead(_price, 1 + _h) OVER _sessions / nullif(lead(_price, 1) OVER _sessions, 0) - 1 AS _y
    FROM _prices CROSS JOIN _horizons
    WHERE signals._require(_h >= 1, 'signal_decay: a horizon counts sessions from 1.')
    WINDOW _sessions AS (PARTITION BY entity, _h ORDER BY date)
    QUALIFY _y IS NOT NULL),
  _ranks AS (
    SELECT _h, date, signals._average_rank(_x, _h, date) AS _rank_x, signals._average_rank(_y, _h, date) AS _rank_y
    FROM _factor JOIN _returns USING (entity, date)),
  _days AS (
    SELECT _h, date, count(*) AS _n, signals._correlation(_rank_x, _rank_y) AS _ic
    FROM _ranks GROUP BY _h, date),
  _known AS (FROM _days WHERE _n >= min_n AND _ic IS NOT NULL),
  _means AS (
    SELECT _h, avg(_ic) AS _mean, count(*) AS _periods,
      CASE WHEN any_value(_long_run) > 0 THEN sqrt(any_value(_long_run)) / count(*) END AS _se
    FROM _known JOIN signals._long_runs('_known') USING (_h) GROUP BY _h),
  _line AS (
    SELECT CASE WHEN bool_and(_mean > 0) AND regr_slope(_log, _h) < 0 AND regr_r2(_log, _h) > 0.5
      THEN -1 / regr_slope(_log, _h) END AS _half_life
    FROM (SELECT *, CASE WHEN _mean > 0 THEN log2(_mean) END AS _log FROM _means))
SELECT _h AS h, _mean AS mean_ic, _mean - 1.96 * _se AS lo, _mean + 1.96 * _se AS hi,
  _mean / _se AS t_stat_newey_west, _periods AS periods, _half_life AS half_life
FROM _means CROSS JOIN _line
ORDER BY _h;
