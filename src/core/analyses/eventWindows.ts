/**
 * The steps that the macros of an event study share.
 *
 * Event time counts the rows of the entity's own series, so a window never contains a day without an observation. Every
 * event of the input is accounted for: used, or dropped with a reason.
 */

import { option, tableParameter, type AnalysisParameter } from './analysis';
import { panel, require } from './panel';

export const eventStudyParameters: readonly AnalysisParameter[] = [
  tableParameter('events', 'Table with entity and date; further columns are not read.'),
  tableParameter('series', 'Table with entity, date and a value, as daily_returns returns it.'),
  option('before', '5', 'Observations before the event in the window.'),
  option('after', '10', 'Observations after the event in the window.'),
  option(
    'model',
    "'none'",
    "What is expected: 'none' (0), 'mean' (of the estimation window) or 'market' (a line on the mean of all series of the day, fitted in the estimation window).",
  ),
  option('estimate_from', '-120', 'First observation of the estimation window, in event time.'),
  option('estimate_to', '-11', 'Its last observation, which is before the event window.'),
  option(
    'min_obs',
    'NULL',
    "Observations needed in the estimation window; NULL for 20 with 'mean' and 60 with 'market'.",
  ),
  option(
    'snap',
    "'next'",
    "Where to move an event on a day without an observation: 'next', 'prev' or 'drop'.",
  ),
  option(
    'overlap',
    "'keep'",
    "'drop' leaves out events whose window overlaps that of the entity's previous event; 'keep' uses and reports them.",
  ),
  option('value', "'daily_return'", 'The column of series.'),
];

const refusals = [
  require('before >= 0 AND after >= 0', 'event study: before and after count from 0.'),
  require("model IN ('none', 'mean', 'market')", "event study: model is 'none', 'mean' or 'market'."),
  require("snap IN ('next', 'prev', 'drop')", "event study: snap is 'next', 'prev' or 'drop'."),
  require("overlap IN ('keep', 'drop')", "event study: overlap is 'keep' or 'drop'."),
  require("model = 'none' OR (estimate_from <= estimate_to AND estimate_to < -before)", 'event study: the estimation window ends before the event window: estimate_from <= estimate_to < -before.'),
].join(' AND ');

const observationsNeeded = "coalesce(min_obs, CASE model WHEN 'mean' THEN 20 ELSE 60 END)";

/**
 * Common table expressions, without WITH: `_series` (entity, date, `_x`, `_market`, `_at` from 1), `_events` (one row
 * per event and day, with its position `_at`, `_reason` null if used, `_count` of the input rows) and `_line`, the
 * model's expected values for a used event.
 */
export const eventSteps = `
  _series AS (
    SELECT *, avg(_x) OVER (PARTITION BY date) AS _market,
      row_number() OVER (PARTITION BY entity ORDER BY date) AS _at
    FROM (${panel({ table: 'series', value: 'value' }, '_x')})),
  _ends AS (SELECT entity, min(date) AS _first, max(date) AS _last, count(*) AS _length
    FROM _series GROUP BY entity),
  _given AS (
    SELECT entity::VARCHAR AS entity, date::DATE AS date, count(*) AS _count
    FROM query_table(events)
    WHERE ${refusals}
    GROUP BY ALL),
  _placed AS (
    SELECT g.*, s.date AS _session, s._at
    FROM _given g ASOF LEFT JOIN _series s ON s.entity = g.entity AND s.date >= g.date
    WHERE snap <> 'prev'
    UNION ALL
    SELECT g.*, s.date AS _session, s._at
    FROM _given g ASOF LEFT JOIN _series s ON s.entity = g.entity AND s.date <= g.date
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
    SELECT a.entity, a.date, count(*) AS _observations, avg(s._x) AS _mean,
      CASE WHEN min(s._market) < max(s._market) THEN regr_slope(s._x, s._market) END AS _slope,
      avg(s._market) AS _market_mean
    FROM (
      SELECT entity, date, _at + unnest(range(estimate_from, estimate_to + 1)) AS _place
      FROM _sound WHERE model <> 'none' AND _refused IS NULL) a
      JOIN _series s ON s.entity = a.entity AND s._at = a._place
    GROUP BY a.entity, a.date),
  _events AS (
    SELECT a.*, coalesce(l._observations, 0) AS _observations, l._mean, l._slope, l._market_mean,
      CASE
        WHEN _refused IS NOT NULL THEN _refused
        WHEN model <> 'none' AND coalesce(l._observations, 0) < ${observationsNeeded}
          THEN 'too few observations'
        WHEN model = 'market' AND l._slope IS NULL THEN 'market does not vary'
      END AS _reason
    FROM _sound a LEFT JOIN _line l ON l.entity = a.entity AND l.date = a.date),
  _values AS (
    SELECT e.entity, e.date, _tau, s.date AS _day, s._x, CASE model
        WHEN 'mean' THEN e._mean
        WHEN 'market' THEN e._mean + e._slope * (s._market - e._market_mean)
        ELSE 0 END AS _expected, s._x - _expected AS _abnormal
    FROM (
      SELECT *, unnest(range(-before, after + 1)) AS _tau
      FROM _events WHERE _reason IS NULL) e
      JOIN _series s ON s.entity = e.entity AND s._at = e._at + e._tau)`;
