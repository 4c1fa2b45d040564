-- Buckets of a factor by rank, and what their members earn.

-- Members of the buckets that have a return: date, _quantile and _return.
CREATE MACRO signals._members(quantiles, returns, return_value) AS TABLE
SELECT date, q._value AS _quantile, r._value AS _return
FROM signals._panel(quantiles, 'quantile', 'quantiles') q
JOIN signals._panel(returns, return_value, 'returns') r USING (entity, date);

-- Buckets from 1 (lowest) to q by rank among the entities of a day: ceil(q · average rank / N). Ties share a bucket, so
-- buckets can be of unequal size or empty, and ties never fail; pandas.qcut cuts between values instead.
--
-- Columns:
--   entity    VARCHAR  Entity.
--   date      DATE     Day of the factor.
--   value     DOUBLE   The factor.
--   quantile  BIGINT   From 1 to q.
CREATE MACRO signals.factor_quantiles(
  factor,               -- Table with entity, date and a value.
  q := 5,               -- Number of buckets.
  zero_aware := false,  -- Puts negative values into the lower half of the buckets, the others into the upper half; q
                        -- must be even.
  value := 'score'      -- The column of factor.
) AS TABLE
WITH _factor AS (
    SELECT entity, date, _value AS _x, zero_aware AND _value >= 0 AS _upper,
      CASE WHEN zero_aware THEN q // 2 ELSE q END AS _buckets
    FROM signals._panel(factor, value, 'factor')
    WHERE signals._require(q >= 1 AND NOT (zero_aware AND q % 2 = 1),
      'factor_quantiles: q counts from 1, and is even where zero_aware is true.'))
SELECT entity, date, _x AS value,
  (ceil(_buckets * signals._average_rank(_x, date, _upper) / count(*) OVER (PARTITION BY date, _upper))
    + CASE WHEN _upper THEN _buckets ELSE 0 END)::BIGINT AS quantile
FROM _factor;

-- The mean return of each bucket on each day, over the members that have a return.
--
-- Columns:
--   date         DATE    Day of the factor.
--   quantile     BIGINT  From 1.
--   mean_return  DOUBLE  Mean, as a fraction.
--   se           DOUBLE  Standard error of the mean: s / √n; null for one member.
--   n            BIGINT  Members with a return.
CREATE MACRO signals.quantile_returns(
  quantiles,                        -- Rows of factor_quantiles.
  returns,                          -- Rows of forward_returns, or a table like it.
  return_value := 'forward_return'  -- The column of returns.
) AS TABLE
SELECT date, _quantile::BIGINT AS quantile, avg(_return) AS mean_return,
  stddev_samp(_return) / sqrt(count(*)) AS se, count(*) AS n
FROM signals._members(quantiles, returns, return_value)
GROUP BY date, _quantile
ORDER BY date, _quantile;

-- Mean return of the top bucket less that of the bottom bucket on each day, with its standard error √(s²t/nt + s²b/nb).
-- Null where a day lacks either bucket.
--
-- Columns:
--   date      DATE    Day of the factor.
--   spread    DOUBLE  As a fraction.
--   se        DOUBLE  Standard error; null where a bucket has one member.
--   n_top     BIGINT  Members of the top bucket with a return.
--   n_bottom  BIGINT  Members of the bottom bucket with a return.
CREATE MACRO signals.quantile_spread(
  quantiles,                        -- Rows of factor_quantiles.
  returns,                          -- Rows of forward_returns, or a table like it.
  top := NULL,                      -- The upper bucket; NULL for the highest in the table.
  bottom := 1,                      -- The lower bucket.
  return_value := 'forward_return'  -- The column of returns.
) AS TABLE
WITH _marked AS (
    SELECT *, _quantile = coalesce(top, (SELECT max(quantile) FROM query_table(quantiles))) AS _top,
      _quantile = bottom AS _bottom
    FROM signals._members(quantiles, returns, return_value))
SELECT date, avg(_return) FILTER (_top) - avg(_return) FILTER (_bottom) AS spread,
  sqrt(var_samp(_return) FILTER (_top) / count(*) FILTER (_top)
    + var_samp(_return) FILTER (_bottom) / count(*) FILTER (_bottom)) AS se,
  count(*) FILTER (_top) AS n_top, count(*) FILTER (_bottom) AS n_bottom
FROM _marked
GROUP BY date
ORDER BY date;
