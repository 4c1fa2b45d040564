/** Charts of detected events: how many, which, together with which, and how certain. */

import { eventTopics, topicOfEvent } from './eventTopics';
import type { ClauseChart, SpecificationChart } from './galleryChart';

const topics = eventTopics.map(topic => `'${topic}'`).join(', ');

export const newsCalendar: ClauseChart = {
  id: 'G6',
  name: 'news-calendar',
  kind: 'visualise',
  title: 'Calendar of news flow',
  use: 'On which days something was reported. A day without a row counts as zero, since a type that did not occur has none.',
  columns: [
    { name: 'week', role: 'date', meaning: 'Monday of the week' },
    { name: 'weekday', role: 'category', meaning: 'Mon to Sun' },
    { name: 'events', role: 'number', meaning: 'how many, zero included' },
  ],
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := current_date - 364);

SELECT date_trunc('week', date)::DATE AS week, strftime(date, '%a') AS weekday, date, sum(count)::INTEGER AS events
FROM zero_filled('counts', date_from := current_date - 364, date_to := current_date)
GROUP BY date ORDER BY isodow(date), date`,
  drawing: `VISUALISE {{week}} AS x, {{weekday}} AS y, {{events}} AS fill
DRAW tile SETTING width => 0.92, height => 0.92
SCALE y FROM ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
LABEL title => 'When was there news?',
      subtitle => 'Detected events a day; zero where none was detected', x => null, y => null, fill => 'Events'`,
};

export const eventMix: ClauseChart = {
  id: 'G7',
  name: 'event-mix',
  kind: 'visualise',
  title: 'Event mix over time',
  use: 'What the news is about, week by week. Topics are ours: groups of the event families, always in the same colours.',
  columns: [
    { name: 'week', role: 'date', meaning: 'Monday of the week' },
    { name: 'events', role: 'number', meaning: 'how many' },
    { name: 'topic', role: 'category', meaning: 'the stacked part' },
  ],
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := current_date - 182);

SELECT date_trunc('week', date)::DATE AS week, ${topicOfEvent} AS topic,
       sum(count)::INTEGER AS events
FROM counts
GROUP BY week, topic
ORDER BY week, topic`,
  drawing: `VISUALISE {{week}} AS x, {{events}} AS y, {{topic}} AS fill
DRAW bar SETTING width => 0.9
SCALE ORDINAL x
SCALE fill FROM [${topics}]
LABEL title => 'What was the news about?', subtitle => 'Detected events a week by topic',
      x => null, y => 'Events', fill => null`,
};

export const cooccurrence: ClauseChart = {
  id: 'G8',
  name: 'co-occurrence',
  kind: 'visualise',
  title: 'Co-occurrence of events',
  use: 'Which types come in the same week of the same company, against chance; colours end at eightfold. It says nothing about what causes what.',
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

SELECT event, other_event || ' ' || event_name AS other_event, greatest(-3, least(3, log2(lift))) AS log_lift, weeks, event_weeks, other_event_weeks
FROM event_cooccurrence('frequent_counts', min_weeks := 5) JOIN frequent ON event_id = other_event
ORDER BY event, other_event`,
  drawing: `VISUALISE {{event}} AS x, {{other_event}} AS y
DRAW tile MAPPING {{log_lift}} AS fill SETTING width => 0.94, height => 0.94, opacity => 0.7
DRAW text MAPPING {{weeks}} AS label
SCALE fill FROM [-3, 3] TO diverging
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

export const scoreTimeline: SpecificationChart = {
  id: 'G16',
  name: 'score-timeline',
  kind: 'vega-lite',
  title: 'Why did it move?',
  use: 'The score of one company above its events. What stands beside a move need not have caused it.',
  tables: [
    {
      name: 'timeline_scores',
      columns: [
        { name: 'date', role: 'date', meaning: 'day' },
        { name: 'score', role: 'number', meaning: 'the score' },
      ],
    },
    {
      name: 'timeline_move',
      columns: [
        { name: 'from_date', role: 'date', meaning: 'first day of the largest move' },
        { name: 'to_date', role: 'date', meaning: 'its last day' },
        { name: 'note', role: 'category', meaning: 'the move in words' },
      ],
    },
    {
      name: 'timeline_events',
      columns: [
        { name: 'date', role: 'date', meaning: 'day of the mention' },
        { name: 'event_name', role: 'category', meaning: 'the lane' },
        { name: 'certainty', role: 'category', meaning: 'fact, uncertain, denied or not stated' },
        { name: 'temporality', role: 'category', meaning: 'when the text sets it' },
        { name: 'mentions', role: 'number', meaning: 'how many' },
      ],
    },
  ],
  query: `CREATE OR REPLACE TABLE timeline_scores AS
SELECT date, score FROM bull_bear_score_ts('demo0048', date_from := current_date - 90) ORDER BY date;

-- The largest change within five observations.
CREATE OR REPLACE TABLE timeline_move AS
WITH moves AS (
  SELECT date AS to_date, lag(date, 5) OVER (ORDER BY date) AS from_date, score - lag(score, 5) OVER (ORDER BY date) AS change
  FROM timeline_scores
)
SELECT from_date, to_date, printf('largest move %+.2f', change) AS note
FROM moves WHERE change IS NOT NULL ORDER BY abs(change) DESC, to_date LIMIT 1;

CREATE OR REPLACE TABLE timeline_events AS
SELECT date, event_name, temporality, count(*) AS mentions,
       CASE WHEN factuality = 'fact' THEN 'fact' WHEN factuality LIKE 'counter%' THEN 'denied'
            WHEN factuality IN ('probable', 'possible') THEN 'uncertain' ELSE 'not stated' END AS certainty
FROM company_events('demo0048', date_from := current_date - 90)
WHERE date >= (SELECT min(date) FROM timeline_scores)
GROUP BY ALL ORDER BY date, event_name;`,
  drawing: `{
  "title": {
    "text": "Why did the score move?",
    "subtitle": "Score by day above the mentions of events; shaded: the largest change within five observations"
  },
  "spacing": 10,
  "resolve": {"scale": {"x": "shared"}},
  "vconcat": [
    {
      "height": 150,
      "layer": [
        {
          "data": {"name": "timeline_move"},
          "mark": {"type": "rect", "opacity": 0.15},
          "encoding": {
            "x": {"field": "from_date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "x2": {"field": "to_date", "timeUnit": "utcyearmonthdate"}
          }
        },
        {
          "data": {"name": "timeline_scores"},
          "mark": {"type": "line"},
          "encoding": {
            "x": {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "y": {"field": "score", "type": "quantitative", "title": "Score"}
          }
        },
        {
          "data": {"name": "timeline_move"},
          "mark": {"type": "text", "align": "left", "dx": 4, "baseline": "top"},
          "encoding": {
            "x": {"field": "from_date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "y": {"value": 2},
            "text": {"field": "note"}
          }
        }
      ]
    },
    {
      "height": {"step": 18},
      "layer": [
        {
          "data": {"name": "timeline_move"},
          "mark": {"type": "rect", "opacity": 0.15},
          "encoding": {
            "x": {"field": "from_date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "x2": {"field": "to_date", "timeUnit": "utcyearmonthdate"}
          }
        },
        {
          "data": {"name": "timeline_events"},
          "mark": {"type": "point", "filled": true},
          "encoding": {
            "x": {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "y": {"field": "event_name", "type": "nominal", "title": null, "axis": {"grid": true}},
            "size": {"field": "mentions", "type": "quantitative", "scale": {"range": [40, 160]}, "legend": null},
            "color": {
              "field": "certainty", "type": "nominal", "title": null,
              "scale": {"domain": ["fact", "uncertain", "denied", "not stated"]}
            },
            "shape": {
              "field": "certainty", "type": "nominal", "title": null,
              "scale": {
                "domain": ["fact", "uncertain", "denied", "not stated"],
                "range": ["circle", "triangle-up", "cross", "diamond"]
              }
            },
            "opacity": {
              "condition": {"test": "datum.temporality === 'past' || datum.temporality === 'present'", "value": 0.9},
              "value": 0.45
            },
            "tooltip": [
              {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "format": "%d %b %y"},
              {"field": "event_name"}, {"field": "certainty"}, {"field": "temporality"}, {"field": "mentions"}
            ]
          }
        }
      ]
    }
  ]
}`,
};
