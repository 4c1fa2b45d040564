-- Coverage: which data a panel has, before anything is computed from it.

-- Weekdays with data: one row per entity, measure and week (Monday to Sunday) from the first to the last week of the
-- table, 0 if there is no data. A measure for which an entity has no data at all has no row; the best covered entities
-- come first.
--
-- Columns:
--   entity   VARCHAR  Entity.
--   measure  VARCHAR  The measure that has data.
--   week     DATE     Monday of the week.
--   days     BIGINT   Weekdays with data, from 0 to 5.
CREATE MACRO signals.weekly_coverage(
  present,              -- Table with entity, date and a measure; each row marks an existing value.
  measure := 'measure'  -- The column of the measure.
) AS TABLE
WITH _seen AS (
    SELECT DISTINCT entity::VARCHAR AS _entity, COLUMNS([measure])::VARCHAR AS _measure, date::DATE AS _day
    FROM query_table(present) WHERE isodow(date) <= 5),
  _weeks AS (
    SELECT unnest(range(date_trunc('week', min(_day)), max(_day) + 1, INTERVAL 7 DAY))::DATE AS _week
    FROM _seen),
  _found AS (
    SELECT _entity, _measure, date_trunc('week', _day)::DATE AS _week, count(*) AS _days
    FROM _seen GROUP BY ALL)
SELECT _entity AS entity, _measure AS measure, _week AS week, coalesce(_days, 0) AS days
FROM (SELECT DISTINCT _entity, _measure FROM _seen) CROSS JOIN _weeks
  LEFT JOIN _found USING (_entity, _measure, _week)
ORDER BY sum(days) OVER (PARTITION BY _entity) DESC, _entity, _measure, _week;
