-- Smoothing of an entity’s series.

-- Exponentially weighted moving average over the observations of an entity: e[t] = α · x[t] + (1 − α) · e[t−1] with α =
-- 1 − 2^(−1 / half_life), from e[0] = x[0]. Days without a value are skipped, not decayed over.
--
-- Columns:
--   entity  VARCHAR  Entity.
--   date    DATE     Day of the value.
--   ewma    DOUBLE   The average up to that day.
CREATE MACRO signals.ewma(
  series,           -- Table with entity, date and a value.
  half_life := 5,   -- Observations after which a value weighs half, above 0.
  value := 'score'  -- The column of series.
) AS TABLE
WITH _lists AS (
    SELECT entity, list(date ORDER BY date) AS _days, list([_value] ORDER BY date) AS _values
    FROM signals._panel(series, value, 'series')
    WHERE signals._require(half_life > 0, 'ewma: half_life is above 0.')
    GROUP BY entity)
-- One fold over the list of an entity's values.
SELECT entity, unnest(_days) AS date,
  unnest(list_reduce(_values, lambda _sofar, _next: list_append(_sofar,
    _next[1] + (_sofar[-1] - _next[1]) * 0.5 ** (1.0 / half_life)))) AS ewma
FROM _lists;
