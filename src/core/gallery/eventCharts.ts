/** Charts of detected events: how many, which, together with which, and how certain. */

import { eventTopics, topicOfEvent } from './eventTopics';
import type { ClauseChart } from './galleryChart';

const topics = eventTopics.map(topic => `'${topic}'`).join(', ');

export const eventMix: ClauseChart = {
  id: 'G7',
  name: 'event-mix',
  kind: 'visualise',
  title: 'Event mix over time',
  use: "What the news is about, week by week. Topics are ours: groups of the event families, always in the same colours. SETTING position => 'fill' on the bars shows their shares.",
  columns: [
    { name: 'week', role: 'date', meaning: 'Monday of the week' },
    { name: 'events', role: 'number', meaning: 'how many' },
    { name: 'topic', role: 'category', meaning: 'the stacked part' },
  ],
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := date_trunc('week', current_date - 182)::DATE);

SELECT date_trunc('week', date)::DATE AS week, ${topicOfEvent} AS topic,
       sum(count)::INTEGER AS events
FROM counts
GROUP BY week, topic
ORDER BY week, topic`,
  drawing: `VISUALISE {{week}} AS x, {{events}} AS y, {{topic}} AS fill
DRAW bar SETTING width => 0.9
SCALE ORDINAL x
SCALE fill FROM [${topics}]
LABEL title => 'What was the news about?', subtitle => 'Detected events a week by topic; the last week is not over',
      x => null, y => 'Events', fill => null`,
};

export const cooccurrence: ClauseChart = {
  id: 'G8',
  name: 'co-occurrence',
  kind: 'visualise',
  title: 'Co-occurrence of events',
  use: 'Which types come in the same week of the same company, against chance; colours end at four times and at a quarter of it. It says nothing about what causes what.',
  columns: [
    { name: 'event', role: 'category', meaning: 'one type' },
    { name: 'other_event', role: 'category', meaning: 'the other' },
    { name: 'log_lift', role: 'number', meaning: 'log2 of both over chance' },
    { name: 'weeks', role: 'number', meaning: 'company-weeks with both' },
  ],
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 50)), date_from := current_date - 364);

CREATE OR REPLACE TABLE frequent AS
SELECT event_id, any_value(event_name) AS event_name FROM counts
GROUP BY event_id ORDER BY sum(count) DESC, event_id LIMIT 14;

CREATE OR REPLACE TABLE frequent_counts AS FROM counts SEMI JOIN frequent USING (event_id);

SELECT event || ' ' || first.event_name AS event, other_event || ' ' || second.event_name AS other_event,
       greatest(-2, least(2, log2(lift))) AS log_lift, weeks, event_weeks, other_event_weeks
FROM event_cooccurrence('frequent_counts', min_weeks := 5)
JOIN frequent AS first ON first.event_id = event JOIN frequent AS second ON second.event_id = other_event
ORDER BY event, other_event`,
  drawing: `VISUALISE {{event}} AS x, {{other_event}} AS y
DRAW tile MAPPING {{log_lift}} AS fill SETTING width => 0.94, height => 0.94, opacity => 0.7
DRAW text MAPPING {{weeks}} AS label
SCALE fill FROM [-2, 2] TO diverging
LABEL title => 'Which events come in the same week?',
      subtitle => 'Company-weeks with both, at least five; the colour is log₂ of that number over chance',
      x => null, y => null, fill => 'log₂ lift'`,
};

export const certainty: ClauseChart = {
  id: 'G18',
  name: 'certainty',
  kind: 'visualise',
  title: 'Factuality by temporality',
  use: 'How certain the reports are, and when they say it happened. NONE and UNKNOWN are categories of the service, not gaps.',
  columns: [
    { name: 'temporality', role: 'category', meaning: 'past, present, future, none, unknown, all' },
    { name: 'factuality', role: 'category', meaning: 'fact to counterfact, none, unknown, all' },
    { name: 'mentions', role: 'number', meaning: 'how many; the label' },
    { name: 'in_cell', role: 'number', meaning: 'the same without the totals; the colour' },
  ],
  query: `CREATE OR REPLACE TABLE mentions AS
FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := current_date - 60);

SELECT coalesce(temporality, 'all') AS temporality, coalesce(factuality, 'all') AS factuality, count(*) AS mentions,
       if(temporality IS NULL OR factuality IS NULL, NULL, count(*)) AS in_cell
FROM mentions
GROUP BY CUBE (temporality, factuality)`,
  drawing: `VISUALISE {{temporality}} AS x, {{factuality}} AS y
DRAW tile MAPPING {{in_cell}} AS fill SETTING width => 0.97, height => 0.94, opacity => 0.6 FILTER {{in_cell}} IS NOT NULL
DRAW text MAPPING {{mentions}} AS label
SCALE x FROM ['past', 'present', 'future', 'unknown', 'none', 'all']
SCALE y FROM ['fact', 'probable', 'possible', 'unknown', 'none', 'counterpossible', 'counterprobable', 'counterfact', 'all']
LABEL title => 'How certain is the news, and when is it set?',
      subtitle => 'Mentions by what the text says of its event; all: the sum of the row or column',
      x => null, y => null, fill => 'Mentions'`,
};
