/** Event studies: what a series does around events. */

import { column, type Analysis } from './analysis';
import { eventSteps, eventStudyParameters } from './eventWindows';

export const eventStudy: Analysis = {
  name: 'event_study',
  doc: 'The mean course of a series around events. Event time τ counts observations of the entity’s own series; abnormal = value − expected. The bounds are mean ± 1.96 standard errors across events, which are taken as independent. FROM event_study_events with the same arguments lists the events and whether each was used.',
  parameters: eventStudyParameters,
  columns: [
    column('tau', 'BIGINT', 'From −before to after.'),
    column('n', 'BIGINT', 'Events.'),
    column('mean', 'DOUBLE', 'Mean abnormal value.'),
    column('median', 'DOUBLE', 'Median abnormal value.'),
    column('se', 'DOUBLE', 'Standard error of the mean; null for one event.'),
    column('lo', 'DOUBLE', 'mean − 1.96 se.'),
    column('hi', 'DOUBLE', 'mean + 1.96 se.'),
    column('cumulative', 'DOUBLE', 'Mean of the abnormal values summed from −before.'),
    column('cumulative_se', 'DOUBLE', 'Its standard error.'),
  ],
  sql: `
    WITH ${eventSteps},
      _sums AS (
        SELECT *, sum(_abnormal) OVER (PARTITION BY entity, date ORDER BY _tau) AS _sum FROM _values)
    SELECT _tau AS tau, count(*) AS n, avg(_abnormal) AS mean, median(_abnormal) AS median,
      stddev_samp(_abnormal) / sqrt(count(*)) AS se, avg(_abnormal) - 1.96 * se AS lo,
      avg(_abnormal) + 1.96 * se AS hi, avg(_sum) AS cumulative,
      stddev_samp(_sum) / sqrt(count(*)) AS cumulative_se
    FROM _sums
    GROUP BY _tau
    ORDER BY _tau`,
};

export const eventStudyEvents: Analysis = {
  name: 'event_study_events',
  doc: 'The events of event_study with the same arguments: each was used, or dropped for a reason. For the counts: SELECT used, reason, sum(rows), count(*) FILTER (snapped) … GROUP BY ALL.',
  parameters: eventStudyParameters,
  columns: [
    column('entity', 'VARCHAR', 'As given.'),
    column('date', 'DATE', 'As given.'),
    column('rows', 'BIGINT', 'Rows of events with that entity and date: they count as one event.'),
    column('observed_on', 'DATE', 'The day of τ = 0; null where there is none.'),
    column('used', 'BOOLEAN', 'Whether it is in the study.'),
    column('reason', 'VARCHAR', 'Why it was dropped; null where it was used.'),
    column('snapped', 'BOOLEAN', 'Whether τ = 0 is another day than the event’s.'),
    column(
      'overlapping',
      'BOOLEAN',
      'Whether its window overlaps that of the entity’s previous event.',
    ),
    column('observations', 'BIGINT', 'Observations in the estimation window.'),
  ],
  sql: `
    WITH ${eventSteps}
    SELECT entity, date, _count AS "rows", _session AS observed_on, _reason IS NULL AS used,
      _reason AS reason, coalesce(_session <> date, false) AS snapped, _overlaps AS overlapping,
      _observations AS observations
    FROM _events
    ORDER BY date, entity`,
};

export const eventStudyValues: Analysis = {
  name: 'event_study_values',
  doc: 'The values of each used event that event_study averages, with the same arguments: one row per event and τ.',
  parameters: eventStudyParameters,
  columns: [
    column('entity', 'VARCHAR', 'As given.'),
    column('date', 'DATE', 'Day of the event, as given.'),
    column('tau', 'BIGINT', 'From −before to after.'),
    column('observed_on', 'DATE', 'Day of the observation.'),
    column('observed', 'DOUBLE', 'Value of the series.'),
    column('expected', 'DOUBLE', 'What the model expects.'),
    column('abnormal', 'DOUBLE', 'observed − expected.'),
  ],
  sql: `
    WITH ${eventSteps}
    SELECT entity, date, _tau AS tau, _day AS observed_on, _x AS observed, _expected AS expected,
      _abnormal AS abnormal
    FROM _values`,
};
