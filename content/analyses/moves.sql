-- Where a series moved most, and how places in a ranking changed.

-- The largest change of each entity within a number of its own observations, up or down; of equal ones the earliest.
--
-- Columns:
--   entity     VARCHAR  Entity.
--   from_date  DATE     The day before the move.
--   to_date    DATE     Its last day.
--   change     DOUBLE   In the unit of the value.
CREATE MACRO signals.largest_move(
  series,           -- Table with entity, date and a value.
  within := 5,      -- Observations from the first day to the last, from 1.
  value := 'score'  -- The column of series.
) AS TABLE
WITH _moves AS (
    SELECT entity, date, lag(date, within) OVER _days AS _from,
      _value - lag(_value, within) OVER _days AS _change
    FROM signals._panel(series, value, 'series')
    WHERE signals._require(within >= 1, 'largest_move: within counts observations from 1.')
    WINDOW _days AS (PARTITION BY entity ORDER BY date)
    QUALIFY _change IS NOT NULL)
SELECT entity, _from AS from_date, date AS to_date, _change AS change
FROM _moves
QUALIFY row_number() OVER (PARTITION BY entity ORDER BY abs(_change) DESC, date) = 1
ORDER BY entity;

-- Two rankings for a slope chart: each name that is among the first of either has a row for both. Any place after those
-- is drawn at first + 1.
--
-- Columns:
--   day     VARCHAR  The argument before, or now.
--   is_now  BOOLEAN  Whether the row is of the later day.
--   name    VARCHAR  As given.
--   rank    BIGINT   The place, at most first + 1.
--   is_out  BOOLEAN  Whether the place is after the first ones.
--   status  VARCHAR  rose, fell, unchanged, entered or left.
--   label   VARCHAR  Place and name, cut to 18 characters. After the first ones, one row of a day has "not in the first
--                    n" and the others are null.
CREATE MACRO signals.rank_slopes(
  ranks,              -- Table with name, old_rank and new_rank; null is a place after all others.
  first := 12,        -- Places that are drawn, from 1.
  before := 'before'  -- Name of the earlier day.
) AS TABLE
WITH _ranks AS (
    SELECT name::VARCHAR AS _name, least(coalesce(old_rank, first + 1), first + 1)::BIGINT AS _old,
      least(coalesce(new_rank, first + 1), first + 1)::BIGINT AS _new
    FROM query_table(ranks)
    WHERE signals._require(first >= 1, 'rank_slopes: first counts places from 1.')),
  _places AS (
    SELECT _name, CASE WHEN _new > first THEN 'left' WHEN _old > first THEN 'entered'
      WHEN _new < _old THEN 'rose' WHEN _new > _old THEN 'fell' ELSE 'unchanged' END AS _status,
      unnest([false, true]) AS _now, unnest([_old, _new]) AS _rank
    FROM _ranks WHERE least(_old, _new) <= first)
SELECT CASE WHEN _now THEN 'now' ELSE before END::VARCHAR AS day, _now AS is_now, _name AS name, _rank AS rank,
  _rank > first AS is_out, _status AS status,
  CASE WHEN _rank <= first
    THEN _rank || '  ' || CASE WHEN length(_name) > 18 THEN left(_name, 17) || '…' ELSE _name END
    WHEN row_number() OVER (PARTITION BY _now, _rank > first ORDER BY _name) = 1
    THEN 'not in the first ' || first END AS label
FROM _places
ORDER BY _now, _rank, _name;
