/** The score of one company above its events. */

import type { SpecificationChart } from './galleryChart';
import { companyNote, days, noteLine } from './specificationParts';

/** The days of the largest move, behind the marks. */
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
    {
      name: 'timeline_note',
      columns: [{ name: 'note', role: 'category', meaning: 'name and key of the company' }],
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
