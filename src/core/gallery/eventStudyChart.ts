/** What happens around an event. */

import type { SpecificationChart } from './galleryChart';
import { noteLine } from './specificationParts';

export const eventStudyBand: SpecificationChart = {
  id: 'G11',
  name: 'event-study',
  kind: 'vega-lite',
  title: 'Event study',
  use: 'The mean course of a series around events, with its 95 % band. Events are taken as independent; overlapping windows make the band too narrow.',
  tables: [
    {
      name: 'study',
      columns: [
        { name: 'tau', role: 'number', meaning: 'sessions from the event' },
        { name: 'mean', role: 'number', meaning: 'mean abnormal value' },
        { name: 'median', role: 'number', meaning: 'its median' },
        { name: 'lo', role: 'number', meaning: 'lower end of the band' },
        { name: 'hi', role: 'number', meaning: 'upper end of the band' },
        { name: 'n', role: 'number', meaning: 'events' },
      ],
    },
    {
      name: 'study_note',
      columns: [{ name: 'note', role: 'category', meaning: 'what was used, in one row' }],
    },
  ],
  alone: {
    columns: [
      { name: 'tau', role: 'number', meaning: 'sessions from the event' },
      { name: 'mean', role: 'number', meaning: 'mean abnormal value' },
      { name: 'lo', role: 'number', meaning: 'lower end of the band' },
      { name: 'hi', role: 'number', meaning: 'upper end of the band' },
      { name: 'median', role: 'number', meaning: 'the median', isOptional: true },
      {
        name: 'note',
        role: 'category',
        meaning: 'what was used, the same in all rows',
        isOptional: true,
      },
    ],
    drawing: `VISUALISE {{tau}} AS x
DRAW ribbon MAPPING {{lo}} AS ymin, {{hi}} AS ymax
DRAW line MAPPING {{median}} AS y SETTING linetype => 'dashed', linewidth => 1
DRAW line MAPPING {{mean}} AS y
DRAW point MAPPING {{mean}} AS y
DRAW rule MAPPING 0 AS x SETTING linetype => 'dashed'
FACET {{note}} SETTING ncol => 1
LABEL title => 'What happens around the event?', subtitle => 'Mean abnormal value by session with its 95 % band; dashed: the median',
      x => 'Sessions from the event', y => 'Abnormal value'`,
  },
  query: `CREATE OR REPLACE TABLE volume AS
SELECT entity, date, ln(trading_volume) AS log_volume
FROM trading_volume_ts((SELECT list(entity) FROM bullish_stocks(amount := 50)), date_from := current_date - 400)
WHERE trading_volume > 0;

CREATE OR REPLACE TABLE occasions AS
SELECT entity, date
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 50)), date_from := current_date - 250)
WHERE event_name = 'QF Announcement';

CREATE OR REPLACE TABLE study AS
FROM event_study('occasions', 'volume', model := 'mean', value := 'log_volume');

CREATE OR REPLACE TABLE study_note AS
SELECT format('{} events used ({} moved to the next session), {} dropped',
              count(*) FILTER (used), count(*) FILTER (used AND snapped), count(*) FILTER (NOT used)) AS note
FROM event_study_events('occasions', 'volume', model := 'mean', value := 'log_volume');`,
  drawing: `{
  "title": {
    "text": "What happens around the event?",
    "subtitle": "Mean abnormal value by session with its 95 % band; dashed: the median; below: events in each session"
  },
  "spacing": 8,
  "resolve": {"scale": {"x": "shared"}},
  "vconcat": [
    ${noteLine('study_note')},
    {
      "height": 200,
      "data": {"name": "study"},
      "encoding": {
        "x": {
          "field": "tau", "type": "quantitative", "title": null,
          "scale": {"nice": false, "padding": 12}, "axis": {"tickMinStep": 1, "labels": false}
        }
      },
      "layer": [
        {
          "mark": {"type": "area", "line": false, "fillOpacity": 0.25},
          "encoding": {
            "y": {"field": "lo", "type": "quantitative", "title": "Abnormal value"},
            "y2": {"field": "hi"}, "tooltip": null
          }
        },
        {
          "mark": {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1},
          "encoding": {"y": {"field": "median", "type": "quantitative", "title": "Abnormal value"}, "tooltip": null}
        },
        {
          "mark": {"type": "line", "strokeWidth": 2, "point": {"size": 25}},
          "encoding": {
            "y": {"field": "mean", "type": "quantitative", "title": "Abnormal value"},
            "tooltip": [
              {"field": "tau", "title": "session"},
              {"field": "mean", "format": "+.4f"}, {"field": "median", "format": "+.4f"},
              {"field": "lo", "format": "+.4f"}, {"field": "hi", "format": "+.4f"}, {"field": "n", "title": "events"}
            ]
          }
        },
        {"mark": {"type": "rule", "strokeDash": [2, 2]}, "encoding": {"x": {"datum": 0}}}
      ]
    },
    {
      "height": 40,
      "data": {"name": "study"},
      "mark": {"type": "bar", "opacity": 0.5, "width": 8},
      "encoding": {
        "x": {"field": "tau", "type": "quantitative", "title": "Sessions from the event", "scale": {"nice": false, "padding": 12}, "axis": {"tickMinStep": 1}},
        "y": {"field": "n", "type": "quantitative", "title": "Events", "axis": {"tickCount": 2}}
      }
    }
  ]
}`,
};
