/** The calendar of news flow, with a line between months: no clause can place one on the edge of a tile. */

import type { SpecificationChart } from './galleryChart';
import { noteLine } from './specificationParts';

const week = '"field": "week", "type": "ordinal", "timeUnit": "utcyearmonthdate"';
const weekday = `"field": "weekday", "type": "ordinal", "sort": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]`;

export const newsCalendar: SpecificationChart = {
  id: 'G6',
  name: 'news-calendar',
  kind: 'vega-lite',
  title: 'Calendar of news flow',
  use: 'On which days something was reported. A day without a row counts as zero, since a type that did not occur has none.',
  tables: [
    {
      name: 'news_days',
      columns: [
        { name: 'week', role: 'date', meaning: 'Monday of the week' },
        { name: 'weekday', role: 'category', meaning: 'Mon to Sun' },
        { name: 'date', role: 'date', meaning: 'the day' },
        { name: 'events', role: 'number', meaning: 'how many, zero included' },
      ],
    },
    {
      name: 'news_note',
      columns: [{ name: 'note', role: 'category', meaning: 'whose news, in one row' }],
    },
  ],
  alone: {
    columns: [
      { name: 'week', role: 'date', meaning: 'Monday of the week' },
      { name: 'weekday', role: 'category', meaning: 'Mon to Sun' },
      { name: 'events', role: 'number', meaning: 'how many, zero included' },
    ],
    drawing: `VISUALISE {{week}} AS x, {{weekday}} AS y, {{events}} AS fill
DRAW tile SETTING width => 0.92, height => 0.92
SCALE x RENAMING * => '{:time %-d %b %Y}'
SCALE y FROM ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
LABEL title => 'When was there news?', subtitle => 'Events a day', x => null, y => null, fill => 'Events'`,
  },
  query: `CREATE OR REPLACE TABLE counts AS
FROM events_ts((SELECT list(entity) FROM bullish_stocks(amount := 25)), date_from := current_date - 364);

CREATE OR REPLACE TABLE news_days AS
SELECT date_trunc('week', date)::DATE AS week, strftime(date, '%a') AS weekday, date, sum(count)::INTEGER AS events
FROM zero_filled('counts', date_from := current_date - 364, date_to := current_date)
GROUP BY date ORDER BY date;

CREATE OR REPLACE TABLE news_note AS SELECT 'The 25 most bullish stocks' AS note;`,
  drawing: `{
  "title": {"text": "When was there news?", "subtitle": "Detected events a day; zero where none was detected"},
  "spacing": 6,
  "vconcat": [
    ${noteLine('news_note')},
    {
      "data": {"name": "news_days"},
      "height": {"step": 18},
      "encoding": {
        "x": {
          ${week}, "title": null,
          "axis": {
            "format": "%b %y", "labelExpr": "utcdate(datum.value) <= 7 ? datum.label : ''",
            "labelAngle": 0, "labelOverlap": true, "ticks": false
          }
        },
        "y": {${weekday}, "title": null}
      },
      "layer": [
        {
          "mark": {"type": "rect", "width": {"band": 0.9}, "height": {"band": 0.9}},
          "encoding": {
            "color": {"field": "events", "type": "quantitative", "title": "Events"},
            "tooltip": [
              {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "format": "%a %-d %b %Y", "title": "Day"},
              {"field": "events", "title": "Events"}
            ]
          }
        },
        {
          "transform": [{"filter": "utcdate(toDate(datum.date)) <= 7"}],
          "mark": {"type": "rule", "strokeWidth": 1.5},
          "encoding": {
            "x": {${week}, "bandPosition": 0},
            "y": {${weekday}, "bandPosition": 0},
            "y2": {"field": "weekday", "bandPosition": 1}
          }
        },
        {
          "transform": [{"filter": "utcdate(toDate(datum.date)) === 1 && datum.weekday !== 'Mon'"}],
          "mark": {"type": "rule", "strokeWidth": 1.5},
          "encoding": {
            "x": {${week}, "bandPosition": 0},
            "x2": {"field": "week", "timeUnit": "utcyearmonthdate", "bandPosition": 1},
            "y": {${weekday}, "bandPosition": 0}
          }
        }
      ]
    }
  ]
}`,
};
