/** Analyses of event counts, in which a day without a row had no event. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { require } from './panel';

export const eventCooccurrence: Analysis = {
  name: 'event_cooccurrence',
  doc: 'Pairs of events in the same week of the same company. lift = P(both) / (P(one) · P(other)) over company-weeks: all weeks (Monday to Sunday) from the first to the last in the table, for every company in it. 1 where the two are unrelated.',
  parameters: [
    tableParameter(
      'counts',
      'Table with entity, date, count and an event, as events_ts returns it.',
    ),
    option('event', "'event_id'", 'The column of the event.'),
    option('min_weeks', '1', 'Company-weeks that a pair needs.'),
  ],
  columns: [
    column('event', 'VARCHAR', 'The event that is first by name.'),
    column('other_event', 'VARCHAR', 'The other one; each pair has one row.'),
    column('weeks', 'BIGINT', 'Company-weeks with both.'),
    column('event_weeks', 'BIGINT', 'Company-weeks with event.'),
    column('other_event_weeks', 'BIGINT', 'Company-weeks with other_event.'),
    column('company_weeks', 'BIGINT', 'All company-weeks.'),
    column('lift', 'DOUBLE', 'Weeks with both, as a multiple of those expected by chance.'),
  ],
  sql: `
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
    ORDER BY p._weeks DESC, _one, _other`,
};

/** Our own names: the service groups its event types by the number in their id and does not name the groups. */
const topicsOfFamilies = {
  Results: ['E1'],
  Products: ['E2'],
  Deals: ['E6', 'E19'],
  People: ['E8', 'E13'],
  'Sales and markets': ['E5', 'E9', 'E10'],
  'Share price': ['E41'],
  Other: [],
  'Legal and risk': ['E17', 'E47', 'E53', 'E55'],
};

/** In the order of the charts, so that a colour means the same in each. */
export const eventTopicNames: readonly string[] = Object.keys(topicsOfFamilies);

const topicOfFamily = Object.entries(topicsOfFamilies)
  .flatMap(([topic, families]) => families.map(family => `WHEN '${family}' THEN '${topic}'`))
  .join(' ');

export const eventTopics: Analysis = {
  name: 'event_topics',
  doc: `Event counts by topic. A topic is a family of event types; the names of topics are this extension’s own: ${eventTopicNames.join(', ')}. A topic without an event on a day has no row.`,
  parameters: [
    tableParameter(
      'counts',
      'Table with entity, date, event_id and count, as events_ts returns it.',
    ),
  ],
  columns: [
    column('entity', 'VARCHAR', 'Entity.'),
    column('date', 'DATE', 'Day.'),
    column('topic', 'VARCHAR', 'One of the names above.'),
    column('events', 'BIGINT', 'Events of the day.'),
  ],
  sql: `
    SELECT entity::VARCHAR AS entity, date::DATE AS date,
      CASE split_part(event_id, '_', 1) ${topicOfFamily} ELSE 'Other' END AS topic,
      sum(count)::BIGINT AS events
    FROM query_table(counts)
    GROUP BY ALL
    ORDER BY ALL`,
};

export const zeroFilled: Analysis = {
  name: 'zero_filled',
  doc: 'A calendar of event counts: one row per entity and day with the sum of the day’s counts, 0 if the day has no row (a type that did not occur has none).',
  parameters: [
    tableParameter('counts', 'Table with entity, date and count, as events_ts returns it.'),
    option('date_from', 'NULL', 'First day; NULL for the first day in the table.'),
    option(
      'date_to',
      'NULL',
      'The day after the last, as the service takes it; NULL for all days in the table.',
    ),
    option(
      'entities',
      'NULL',
      'The entities of the calendar, those without any event included; NULL for the entities in the table.',
    ),
  ],
  columns: [
    column('entity', 'VARCHAR', 'Entity.'),
    column('date', 'DATE', 'Each day from date_from up to, but excluding, date_to.'),
    column('count', 'HUGEINT', 'Events of the day.'),
  ],
  sql: `
    WITH _sums AS (
        SELECT entity::VARCHAR AS _entity, date::DATE AS _day, sum(count) AS _count
        FROM query_table(counts) WHERE entity IS NOT NULL AND date IS NOT NULL GROUP BY ALL),
      _days AS (
        SELECT unnest(range(coalesce(date_from::DATE, min(_day)),
          coalesce(date_to::DATE, max(_day) + 1), INTERVAL 1 DAY))::DATE AS _day
        FROM _sums
        HAVING ${require('coalesce(date_from::DATE <= date_to::DATE, true)', 'zero_filled: date_to is before date_from.')}),
      _entities AS (
        SELECT DISTINCT unnest(coalesce(entities::VARCHAR[],
          (SELECT list(DISTINCT _entity) FROM _sums))) AS _entity)
    SELECT _entity AS entity, _day AS date, coalesce(_count, 0) AS count
    FROM _entities CROSS JOIN _days LEFT JOIN _sums USING (_entity, _day)
    ORDER BY _entity, _day`,
};
