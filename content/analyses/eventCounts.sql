-- Analyses of event counts, in which a day without a row had no event.

-- Pairs of events in the same week of the same company. lift = P(both) / (P(one) · P(other)) over company-weeks: all
-- weeks (Monday to Sunday) from the first to the last in the table, for every company in it. 1 where the two are
-- unrelated.
--
-- Columns:
--   event              VARCHAR  The event that is first by name.
--   other_event        VARCHAR  The other one; each pair has one row.
--   weeks              BIGINT   Company-weeks with both.
--   event_weeks        BIGINT   Company-weeks with event.
--   other_event_weeks  BIGINT   Company-weeks with other_event.
--   company_weeks      BIGINT   All company-weeks.
--   lift               DOUBLE   Weeks with both, as a multiple of those expected by chance.
CREATE MACRO signals.event_cooccurrence(
  counts,               -- Table with entity, date, count and an event, as events_ts returns it.
  event := 'event_id',  -- The column of the event.
  min_weeks := 1        -- Company-weeks that a pair needs.
) AS TABLE
WITH _seen AS (
    SELECT entity::VARCHAR AS _entity, date_trunc('week', date::DATE)::DATE AS _week,
      COLUMNS([event])::VARCHAR AS _event, count AS _count
    FROM query_table(counts)),
  _all AS (
    SELECT count(DISTINCT _entity) * ((max(_week) - min(_week)) // 7 + 1) AS _weeks
    FROM _seen WHERE _entity IS NOT NULL),
  _weekly AS (
    SELECT DISTINCT _entity, _week, _event FROM _seen
    WHERE _count > 0 AND _entity IS NOT NULL AND _week IS NOT NULL AND _event IS NOT NULL),
  _events AS (SELECT _event, count(*) AS _weeks FROM _weekly GROUP BY _event),
  _pairs AS (
    SELECT a._event AS _one, b._event AS _other, count(*) AS _weeks
    FROM _weekly a JOIN _weekly b USING (_entity, _week)
    WHERE a._event < b._event
    GROUP BY ALL
    HAVING count(*) >= min_weeks)
SELECT _one AS event, _other AS other_event, p._weeks AS weeks, a._weeks AS event_weeks,
  b._weeks AS other_event_weeks, n._weeks AS company_weeks,
  p._weeks * n._weeks::DOUBLE / (a._weeks * b._weeks) AS lift
FROM _pairs p JOIN _events a ON a._event = _one JOIN _events b ON b._event = _other
  CROSS JOIN _all n
ORDER BY p._weeks DESC, _one, _other;

-- Event counts by topic. A topic is a family of event types; the names of topics are this extension’s own: Results,
-- Products, Deals, People, Sales and markets, Share price, Other, Legal and risk. A topic without an event on a day has
-- no row.
--
-- Columns:
--   entity  VARCHAR  Entity.
--   date    DATE     Day.
--   topic   VARCHAR  One of the names above.
--   events  BIGINT   Events of the day.
CREATE MACRO signals.event_topics(
  counts  -- Table with entity, date, event_id and count, as events_ts returns it.
) AS TABLE
SELECT entity::VARCHAR AS entity, date::DATE AS date,
  CASE split_part(event_id, '_', 1)
    WHEN 'E1' THEN 'Results'
    WHEN 'E2' THEN 'Products'
    WHEN 'E6' THEN 'Deals' WHEN 'E19' THEN 'Deals'
    WHEN 'E8' THEN 'People' WHEN 'E13' THEN 'People'
    WHEN 'E5' THEN 'Sales and markets' WHEN 'E9' THEN 'Sales and markets' WHEN 'E10' THEN 'Sales and markets'
    WHEN 'E41' THEN 'Share price'
    WHEN 'E17' THEN 'Legal and risk' WHEN 'E47' THEN 'Legal and risk' WHEN 'E53' THEN 'Legal and risk'
    WHEN 'E55' THEN 'Legal and risk'
    ELSE 'Other' END AS topic,
  sum(count)::BIGINT AS events
FROM query_table(counts)
GROUP BY ALL
ORDER BY ALL;

-- A calendar of event counts: one row per entity and day with the sum of the day’s counts, 0 if the day has no row (a
-- type that did not occur has none).
--
-- Columns:
--   entity  VARCHAR  Entity.
--   date    DATE     Each day from date_from up to, but excluding, date_to.
--   count   HUGEINT  Events of the day.
CREATE MACRO signals.zero_filled(
  counts,             -- Table with entity, date and count, as events_ts returns it.
  date_from := NULL,  -- First day; NULL for the first day in the table.
  date_to := NULL,    -- The day after the last, as the service takes it; NULL for all days in the table.
  entities := NULL    -- The entities of the calendar, those without any event included; NULL for the entities in the
                      -- table.
) AS TABLE
WITH _sums AS (
    SELECT entity::VARCHAR AS _entity, date::DATE AS _day, sum(count) AS _count
    FROM query_table(counts) WHERE entity IS NOT NULL AND date IS NOT NULL GROUP BY ALL),
  _days AS (
    SELECT unnest(range(coalesce(date_from::DATE, min(_day)),
      coalesce(date_to::DATE, max(_day) + 1), INTERVAL 1 DAY))::DATE AS _day
    FROM _sums
    HAVING signals._require(coalesce(date_from::DATE <= date_to::DATE, true),
      'zero_filled: date_to is before date_from.')),
  _entities AS (
    SELECT DISTINCT unnest(coalesce(entities::VARCHAR[],
      (SELECT list(DISTINCT _entity) FROM _sums))) AS _entity)
SELECT _entity AS entity, _day AS date, coalesce(_count, 0) AS count
FROM _entities CROSS JOIN _days LEFT JOIN _sums USING (_entity, _day)
ORDER BY _entity, _day;
