-- Event studies: what a series does around events.
--
-- Event time counts the rows of the entity’s own series, so a window never contains a day without an observation. Every
-- event of the input is accounted for: used, or dropped with a reason.

-- The series of an event study: _value; _at, its place among the observations of the entity, from 1; and _market, the
-- mean of all series of the day.
CREATE MACRO signals._event_series(series, value) AS TABLE
SELECT *, avg(_value) OVER (PARTITION BY date) AS _market, row_number() OVER (PARTITION BY entity ORDER BY date) AS _at
FROM signals._panel(series, value, 'series');

-- One row per event and day, whether it is used or not: _session and _at, the day of τ = 0 and its place in the series;
-- _reason, why it was dropped, null if it is used; _count, how many rows of events it has; and the line that the model
-- fits. The series is a table with the rows of _event_series.
CREATE MACRO signals._placed_events(
  events, series, before, after, model, estimate_from, estimate_to, min_obs, snap, overlap
) AS TABLE
WITH _ends AS (SELECT entity, min(date) AS _first, max(date) AS _last, count(*) AS _length
    FROM query_table(series) GROUP BY entity),
  _given AS (
    SELECT entity::VARCHAR AS entity, date::DATE AS date, count(*) AS _count
    FROM query_table(events)
    WHERE signals._require(before >= 0 AND after >= 0, 'event study: before and after count from 0.')
      AND signals._require(model IN ('none', 'mean', 'market'),
        'event study: model is ''none'', ''mean'' or ''market''.')
      AND signals._require(snap IN ('next', 'prev', 'drop'), 'event study: snap is ''next'', ''prev'' or ''drop''.')
      AND signals._require(overlap IN ('keep', 'drop'), 'event study: overlap is ''keep'' or ''drop''.')
      AND signals._require(model = 'none' OR (estimate_from <= estimate_to AND estimate_to < -before),
        'event study: the estimation window ends before the event window: estimate_from <= estimate_to < -before.')
    GROUP BY ALL),
  _placed AS (
    SELECT g.*, s.date AS _session, s._at
    FROM _given g ASOF LEFT JOIN query_table(series) s ON s.entity = g.entity AND s.date >= g.date
    WHERE snap <> 'prev'
    UNION ALL
    SELECT g.*, s.date AS _session, s._at
    FROM _given g ASOF LEFT JOIN query_table(series) s ON s.entity = g.entity AND s.date <= g.date
    WHERE snap = 'prev'),
  _bounded AS (
    SELECT p.*, CASE
        WHEN entity IS NULL OR date IS NULL THEN 'no entity or date'
        WHEN e._first IS NULL THEN 'no series'
        WHEN date < e._first OR date > e._last THEN 'outside range'
        WHEN snap = 'drop' AND _session <> date THEN 'no observation on the day'
        WHEN _at - before < 1 OR _at + after > e._length THEN 'window outside range'
      END AS _outside
    FROM _placed p LEFT JOIN _ends e USING (entity)),
  _ordered AS (
    SELECT *, lag(_at) OVER (PARTITION BY entity, _outside IS NULL ORDER BY _at, date) AS _before,
      coalesce(_outside IS NULL AND _at > _before AND _at - _before <= before + after, false)
        AS _overlaps
    FROM _bounded),
  _sound AS (
    SELECT *, CASE
        WHEN _outside IS NOT NULL THEN _outside
        WHEN _at = _before THEN 'same observation'
        WHEN overlap = 'drop' AND _overlaps THEN 'overlapping'
      END AS _refused
    FROM _ordered),
  _line AS (
    SELECT a.entity, a.date, count(*) AS _observations, avg(s._value) AS _mean,
      CASE WHEN min(s._market) < max(s._market) THEN regr_slope(s._value, s._market) END AS _slope,
      avg(s._market) AS _market_mean
    FROM (
      SELECT entity, date, _at + unnest(range(estimate_from, estimate_to + 1)) AS _place
      FROM _sound WHERE model <> 'none' AND _refused IS NULL) a
      JOIN query_table(series) s ON s.entity = a.entity AND s._at = a._place
    GROUP BY a.entity, a.date),
  _events AS (
    SELECT a.*, coalesce(l._observations, 0) AS _observations, l._mean, l._slope, l._market_mean,
      CASE
        WHEN _refused IS NOT NULL THEN _refused
        WHEN model <> 'none'
          AND coalesce(l._observations, 0) < coalesce(min_obs, CASE model WHEN 'mean' THEN 20 ELSE 60 END)
          THEN 'too few observations'
        WHEN model = 'market' AND l._slope IS NULL THEN 'market does not vary'
      END AS _reason
    FROM _sound a LEFT JOIN _line l ON l.entity = a.entity AND l.date = a.date)
FROM _events;

-- The values of the used events: one row per event and τ.
CREATE MACRO signals._event_values(
  events, series, before, after, model, estimate_from, estimate_to, min_obs, snap, overlap, value
) AS TABLE
WITH _series AS (FROM signals._event_series(series, value)),
  _used AS (
    SELECT *, unnest(range(-before, after + 1)) AS _tau
    FROM signals._placed_events(
      events, '_series', before, after, model, estimate_from, estimate_to, min_obs, snap, overlap)
    WHERE _reason IS NULL)
SELECT e.entity, e.date, _tau AS tau, s.date AS observed_on, s._value AS observed, CASE model
    WHEN 'mean' THEN e._mean
    WHEN 'market' THEN e._mean + e._slope * (s._market - e._market_mean)
    ELSE 0 END AS expected, s._value - expected AS abnormal
FROM _used e JOIN _series s ON s.entity = e.entity AND s._at = e._at + e._tau;

-- The mean course of a series around events. Event time τ counts observations of the entity’s own series; abnormal =
-- value − expected. The bounds are mean ± 1.96 standard errors across events, which are taken as independent. FROM
-- event_study_events with the same arguments lists the events and whether each was used.
--
-- Columns:
--   tau            BIGINT  From −before to after.
--   n              BIGINT  Events.
--   mean           DOUBLE  Mean abnormal value.
--   median         DOUBLE  Median abnormal value.
--   se             DOUBLE  Standard error of the mean; null for one event.
--   lo             DOUBLE  mean − 1.96 se.
--   hi             DOUBLE  mean + 1.96 se.
--   cumulative     DOUBLE  Mean of the abnormal values summed from −before.
--   cumulative_se  DOUBLE  Its standard error.
CREATE MACRO signals.event_study(
  events,                  -- Table with entity and date; further columns are not read.
  series,                  -- Table with entity, date and a value, as daily_returns returns it.
  before := 5,             -- Observations before the event in the window.
  after := 10,             -- Observations after the event in the window.
  model := 'none',         -- What is expected: 'none' (0), 'mean' (of the estimation window) or 'market' (a line on the
                           -- mean of all series of the day, fitted in the estimation window).
  estimate_from := -120,   -- First observation of the estimation window, in event time.
  estimate_to := -11,      -- Its last observation, which is before the event window.
  min_obs := NULL,         -- Observations needed in the estimation window; NULL for 20 with 'mean' and 60 with
                           -- 'market'.
  snap := 'next',          -- Where to move an event on a day without an observation: 'next', 'prev' or 'drop'.
  overlap := 'keep',       -- 'drop' leaves out events whose window overlaps that of the entity's previous event; 'keep'
                           -- uses and reports them.
  value := 'daily_return'  -- The column of series.
) AS TABLE
WITH _sums AS (
    SELECT *, sum(abnormal) OVER (PARTITION BY entity, date ORDER BY tau) AS _sum
    FROM signals._event_values(
      events, series, before, after, model, estimate_from, estimate_to, min_obs, snap, overlap, value))
SELECT tau, count(*) AS n, avg(abnormal) AS mean, median(abnormal) AS median,
  stddev_samp(abnormal) / sqrt(count(*)) AS se, avg(abnormal) - 1.96 * se AS lo,
  avg(abnormal) + 1.96 * se AS hi, avg(_sum) AS cumulative,
  stddev_samp(_sum) / sqrt(count(*)) AS cumulative_se
FROM _sums
GROUP BY tau
ORDER BY tau;

-- The events of event_study with the same arguments: each was used, or dropped for a reason. For the counts: SELECT
-- used, reason, sum(rows), count(*) FILTER (snapped) … GROUP BY ALL.
--
-- Columns:
--   entity        VARCHAR  As given.
--   date          DATE     As given.
--   rows          BIGINT   Rows of events with that entity and date: they count as one event.
--   observed_on   DATE     The day of τ = 0; null where there is none.
--   used          BOOLEAN  Whether it is in the study.
--   reason        VARCHAR  Why it was dropped; null where it was used.
--   snapped       BOOLEAN  Whether τ = 0 is another day than the event’s.
--   overlapping   BOOLEAN  Whether its window overlaps that of the entity’s previous event.
--   observations  BIGINT   Observations in the estimation window.
CREATE MACRO signals.event_study_events(
  events,
  series,
  before := 5,
  after := 10,
  model := 'none',
  estimate_from := -120,
  estimate_to := -11,
  min_obs := NULL,
  snap := 'next',
  overlap := 'keep',
  value := 'daily_return'
) AS TABLE
WITH _series AS (FROM signals._event_series(series, value))
SELECT entity, date, _count AS "rows", _session AS observed_on, _reason IS NULL AS used,
  _reason AS reason, coalesce(_session <> date, false) AS snapped, _overlaps AS overlapping,
  _observations AS observations
FROM signals._placed_events(events, '_series', before, after, model, estimate_from, estimate_to, min_obs, snap, overlap)
ORDER BY date, entity;

-- The values of each used event that event_study averages, with the same arguments: one row per event and τ.
--
-- Columns:
--   entity       VARCHAR  As given.
--   date         DATE     Day of the event, as given.
--   tau          BIGINT   From −before to after.
--   observed_on  DATE     Day of the observation.
--   observed     DOUBLE   Value of the series.
--   expected     DOUBLE   What the model expects.
--   abnormal     DOUBLE   observed − expected.
CREATE MACRO signals.event_study_values(
  events,
  series,
  before := 5,
  after := 10,
  model := 'none',
  estimate_from := -120,
  estimate_to := -11,
  min_obs := NULL,
  snap := 'next',
  overlap := 'keep',
  value := 'daily_return'
) AS TABLE
FROM signals._event_values(
  events, series, before, after, model, estimate_from, estimate_to, min_obs, snap, overlap, value);
