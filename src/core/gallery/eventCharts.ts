/** Charts of detected events: how many, which, together with which, and how certain. */

import type { ClauseChart } from './galleryChart';
import { eventTopicNames } from './specificationParts';

const topics = eventTopicNames.map(topic => `'${topic}'`).join(', ');

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

SELECT date_trunc('week', date)::DATE AS week, topic, sum(events)::INTEGER AS events
FROM event_topics('counts')
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
  use: 'How often two types occur in the same week of the same company, as a multiple of chance; colours end at four times and at a quarter. It does not show what causes what.',
  columns: [
    { name: 'event', role: 'category', meaning: 'id of one type' },
    { name: 'other_event', role: 'category', meaning: 'id and name of the other' },
    { name: 'lift', role: 'number', meaning: 'both over chance, 1 is chance; the label' },
    { name: 'shown_lift', role: 'number', meaning: 'the same cut to the ends of the colours' },
  ],
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 50)), date_from := current_date - 364);

CREATE OR REPLACE TABLE frequent AS
SELECT event_id, any_value(event_name) AS event_name FROM counts
GROUP BY event_id ORDER BY sum(count) DESC, event_id LIMIT 14;

CREATE OR REPLACE TABLE frequent_counts AS FROM counts SEMI JOIN frequent USING (event_id);

-- A row for each type, so that the names at the left explain the ids below; a pair is there once.
SELECT coalesce(event, event_id) AS event, event_id || '  ' || event_name AS other_event,
       lift, greatest(0.25, least(4, lift)) AS shown_lift, weeks, event_weeks, other_event_weeks
FROM frequent LEFT JOIN event_cooccurrence('frequent_counts', min_weeks := 5) ON other_event = event_id
ORDER BY event_id DESC, event`,
  drawing: `VISUALISE {{event}} AS x, {{other_event}} AS y
DRAW tile MAPPING {{shown_lift}} AS fill SETTING width => 0.94, height => 0.94, opacity => 0.7 FILTER {{lift}} IS NOT NULL
DRAW text MAPPING {{lift}} AS label SETTING format => '{:num %.1f}'
SCALE fill FROM [0.25, 4] TO diverging VIA log2 SETTING breaks => [0.25, 0.5, 1, 2, 4] RENAMING * => '{}x'
LABEL title => 'Which events come in the same week?',
      subtitle => 'Company-weeks with both types, as a multiple of the number expected by chance; blank: fewer than five',
      x => null, y => null, fill => 'Times chance'`,
};

export const certainty: ClauseChart = {
  id: 'G18',
  name: 'certainty',
  kind: 'visualise',
  title: 'Factuality by temporality',
  use: 'How certain the reports are, and when the reported event takes place. NONE and UNKNOWN are categories of the service, not gaps.',
  columns: [
    { name: 'temporality', role: 'category', meaning: 'past, present, future, none, unknown, all' },
    { name: 'factuality', role: 'category', meaning: 'fact to counterfact, none, unknown, all' },
    { name: 'mentions', role: 'number', meaning: 'how many; the label' },
    { name: 'in_cell', role: 'number', meaning: 'the same without the totals; the colour' },
    {
      name: 'whose',
      role: 'category',
      meaning: 'whose mentions, the same in all rows; above the chart',
      isOptional: true,
    },
  ],
  query: `CREATE OR REPLACE TABLE mentions AS
FROM company_events((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := current_date - 60);

SELECT coalesce(temporality, 'all') AS temporality, coalesce(factuality, 'all') AS factuality, count(*) AS mentions,
       if(temporality IS NULL OR factuality IS NULL, NULL, count(*)) AS in_cell, 'The 25 most bullish stocks' AS whose
FROM mentions
GROUP BY CUBE (temporality, factuality)`,
  drawing: `VISUALISE {{temporality}} AS x, {{factuality}} AS y
DRAW tile MAPPING {{in_cell}} AS fill SETTING width => 0.97, height => 0.94, opacity => 0.6 FILTER {{in_cell}} IS NOT NULL
DRAW text MAPPING {{mentions}} AS label
SCALE x FROM ['past', 'present', 'future', 'unknown', 'none', 'all']
SCALE y FROM ['fact', 'probable', 'possible', 'unknown', 'none', 'counterpossible', 'counterprobable', 'counterfact', 'all']
FACET {{whose}}
LABEL title => 'How certain is the news, and when is it set?',
      subtitle => 'Mentions by what the text says of its event; all: the sum of the row or column',
      x => null, y => null, fill => 'Mentions'`,
};
