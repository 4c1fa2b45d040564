/** The score of one company above its events. */

import type { SpecificationChart } from './galleryChart';
import { companyNote, days, noteLine } from './specificationParts';

/** The days of the largest move, drawn behind the marks. */
const shadedMove = `{
          "data": {"name": "timeline_move"},
          "mark": {"type": "rect", "opacity": 0.15},
          "encoding": {
            "x": ${days('from_date')},
            "x2": {"field": "to_date", "timeUnit": "utcyearmonthdate"}
          }
        }`;

export const scoreTimeline: SpecificationChart = {
  id: 'G16',
  name: 'score-timeline',
  kind: 'vega-lite',
  title: 'Why did it move?',
  use: 'The score of one company above its events. An event near a move did not necessarily cause it.',
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
    {
      name: 'timeline_note',
      columns: [{ name: 'note', role: 'category', meaning: 'name and key of the company' }],
    },
  ],
  alone: {
    columns: [
      { name: 'date', role: 'date', meaning: 'day' },
      { name: 'score', role: 'number', meaning: 'the score' },
      { name: 'in_move', role: 'flag', meaning: 'whether the day is of the largest move' },
      {
        name: 'certainty',
        role: 'category',
        meaning: 'of what was reported on the day, or several; null: nothing',
      },
      { name: 'reported', role: 'category', meaning: 'what was reported; the tooltip' },
      { name: 'whose', role: 'category', meaning: 'the company, the same in all rows' },
    ],
    query: `WITH reports AS (
  SELECT date, string_agg(DISTINCT report, ', ' ORDER BY report) AS reported,
         if(count(DISTINCT certainty) = 1, any_value(certainty), 'several') AS certainty
  FROM (SELECT *, format('{} ({})', event_name, certainty) AS report FROM timeline_events) GROUP BY date
)
SELECT date, score, date BETWEEN from_date AND to_date AS in_move, certainty, reported,
       timeline_note.note || ' · ' || timeline_move.note AS whose
FROM timeline_scores CROSS JOIN timeline_move CROSS JOIN timeline_note LEFT JOIN reports USING (date)
ORDER BY date`,
    drawing: `VISUALISE {{date}} AS x, {{score}} AS y
DRAW line SETTING linewidth => 7, opacity => 0.25 FILTER {{in_move}}
DRAW line
DRAW point MAPPING {{certainty}} AS fill, {{certainty}} AS shape SETTING size => 4 FILTER {{certainty}} IS NOT NULL PARTITION BY {{reported}}
SCALE fill FROM ['fact', 'uncertain', 'denied', 'not stated', 'several']
SCALE shape FROM ['fact', 'uncertain', 'denied', 'not stated', 'several'] TO ['circle', 'square', 'cross', 'diamond', 'triangle']
FACET {{whose}} SETTING ncol => 1
LABEL title => 'Why did the score move?',
      subtitle => 'Score by day; points: days with reports, by their certainty; thick: the largest change within five observations',
      x => null, y => 'Score', fill => null, shape => null`,
  },
  query: `CREATE OR REPLACE TABLE timeline_scores AS
SELECT entity, date, score FROM bull_bear_score_ts('demo0048', date_from := current_date - 90) ORDER BY date;

CREATE OR REPLACE TABLE timeline_move AS
SELECT from_date, to_date, printf('largest move %+.2f', change) AS note FROM largest_move('timeline_scores', within := 5);

CREATE OR REPLACE TABLE timeline_events AS
SELECT date, event_name, temporality, count(*) AS mentions,
       CASE WHEN factuality = 'fact' THEN 'fact' WHEN factuality LIKE 'counter%' THEN 'denied'
            WHEN factuality IN ('probable', 'possible') THEN 'uncertain' ELSE 'not stated' END AS certainty
FROM company_events('demo0048', date_from := current_date - 90)
WHERE date >= (SELECT min(date) FROM timeline_scores)
GROUP BY ALL ORDER BY date, event_name;

CREATE OR REPLACE TABLE timeline_note AS
${companyNote}
FROM company_events('demo0048', date_from := current_date - 90);`,
  drawing: `{
  "title": {
    "text": "Why did the score move?",
    "subtitle": "Score by day above the mentions of events; shaded: the largest change within five observations; pale: neither past nor present"
  },
  "spacing": 10,
  "resolve": {"scale": {"x": "shared"}},
  "vconcat": [
    ${noteLine('timeline_note')},
    {
      "height": 150,
      "layer": [
        ${shadedMove},
        {
          "data": {"name": "timeline_scores"},
          "mark": {"type": "line"},
          "encoding": {
            "x": ${days('date')},
            "y": {"field": "score", "type": "quantitative", "title": "Score"}
          }
        },
        {
          "data": {"name": "timeline_move"},
          "mark": {"type": "text", "align": "left", "dx": 4, "baseline": "top"},
          "encoding": {
            "x": ${days('from_date')},
            "y": {"value": 2},
            "text": {"field": "note"}
          }
        }
      ]
    },
    {
      "height": {"step": 18},
      "layer": [
        ${shadedMove},
        {
          "data": {"name": "timeline_events"},
          "mark": {"type": "point", "filled": true},
          "encoding": {
            "x": ${days('date')},
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
                "range": ["circle", "square", "cross", "diamond"]
              }
            },
            "opacity": {
              "condition": {"test": "datum.temporality === 'past' || datum.temporality === 'present'", "value": 0.9},
              "value": 0.45
            },
            "tooltip": [
              {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "format": "%-d %b %Y"},
              {"field": "event_name"}, {"field": "certainty"}, {"field": "temporality"}, {"field": "mentions"}
            ]
          }
        }
      ]
    }
  ]
}`,
};
