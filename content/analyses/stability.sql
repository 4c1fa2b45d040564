-- How much a factor’s order changes from day to day. A day is one on which the table has rows.

-- The share of a bucket’s members on a day that were not its members p days before. The first p days have none.
--
-- Columns:
--   date      DATE    Day of the factor.
--   quantile  BIGINT  From 1.
--   turnover  DOUBLE  From 0 to 1.
--   n         BIGINT  Members on that day.
CREATE MACRO signals.quantile_turnover(
  quantiles,  -- Rows of factor_quantiles.
  p := 1      -- Days of the table to look back, from 1.
) AS TABLE
WITH _members AS (
    SELECT entity, date, _value AS _quantile, dense_rank() OVER (ORDER BY date) AS _day
    FROM signals._panel(quantiles, 'quantile', 'quantiles'))
SELECT a.date, a._quantile::BIGINT AS quantile,
  count(*) FILTER (b.entity IS NULL) / count(*) AS turnover, count(*) AS n
FROM _members a LEFT JOIN _members b
  ON b.entity = a.entity AND b._quantile = a._quantile AND b._day = a._day - p
WHERE a._day > p AND signals._require(p >= 1, 'p counts days from 1.')
GROUP BY a.date, a._quantile
ORDER BY a.date, a._quantile;

-- Correlation of the ranks on a day with those p days before, over the entities of both days; ranks are among all
-- entities of their day. Null where either side does not vary. The first p days have none.
--
-- Columns:
--   date                  DATE    Day of the factor.
--   rank_autocorrelation  DOUBLE  From −1 to 1.
--   n                     BIGINT  Entities of both days.
CREATE MACRO signals.rank_autocorrelation(
  factor,           -- Table with entity, date and a value.
  p := 1,           -- Days of the table to look back, from 1.
  value := 'score'  -- The column of factor.
) AS TABLE
WITH _ranks AS (
    SELECT entity, date, signals._average_rank(_value, date) AS _rank, dense_rank() OVER (ORDER BY date) AS _day
    FROM signals._panel(factor, value, 'factor'))
SELECT a.date, signals._correlation(a._rank, b._rank) AS rank_autocorrelation, count(b._rank) AS n
FROM _ranks a LEFT JOIN _ranks b ON b.entity = a.entity AND b._day = a._day - p
WHERE a._day > p AND signals._require(p >= 1, 'p counts days from 1.')
GROUP BY a.date
ORDER BY a.date;

-- A factor less the day’s mean, over the day’s sample standard deviation, across entities. Null where it does not vary.
--
-- Columns:
--   entity   VARCHAR  Entity.
--   date     DATE     Day of the factor.
--   z_score  DOUBLE   In standard deviations.
CREATE MACRO signals.z_scores(
  factor,           -- Table with entity, date and a value.
  value := 'score'  -- The column of factor.
) AS TABLE
SELECT entity, date, (_value - avg(_value) OVER _day) / nullif(stddev_samp(_value) OVER _day, 0) AS z_score
FROM signals._panel(factor, value, 'factor')
WINDOW _day AS (PARTITION BY date);
