/** Charts of scores, of volumes, and of both. */

import type { ClauseChart, SpecificationChart } from './galleryChart';
import { companyNote, eventTopicNames, noteLine } from './specificationParts';

const topicNames = eventTopicNames.map(topic => `"${topic}"`).join(', ');

export const scorePanels: ClauseChart = {
  id: 'G3',
  name: 'score-panels',
  kind: 'visualise',
  title: 'Score small multiples',
  use: 'The course of each score. Every panel has its own scale: compare shapes, not heights.',
  columns: [
    { name: 'date', role: 'date', meaning: 'day of the score' },
    { name: 'score', role: 'number', meaning: 'the value' },
    { name: 'stock', role: 'category', meaning: 'one panel each' },
    { name: 'is_last', role: 'flag', meaning: 'whether the row is the latest of its stock' },
  ],
  query: `CREATE OR REPLACE TABLE series AS
SELECT entity, coalesce(ticker, name, entity) AS stock, date, score, date = max(date) OVER w AS is_last, arg_max(score, date) OVER w AS latest
FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 8)), date_from := current_date - 90)
LEFT JOIN (SELECT entity, name FROM entities) USING (entity)
WINDOW w AS (PARTITION BY entity);

SELECT stock, date, score, is_last
FROM series
ORDER BY latest DESC, stock, date`,
  drawing: `VISUALISE {{date}} AS x, {{score}} AS y
DRAW line
DRAW rule MAPPING 0 AS y
DRAW point FILTER {{is_last}}
DRAW text MAPPING {{score}} AS label FILTER {{is_last}}
  SETTING format => '{:num %+.2f}', vjust => 'bottom', hjust => 'right', offset => [0, 4]
FACET {{stock}} SETTING free => 'y', ncol => 4
LABEL title => 'How did each score get where it is?',
      subtitle => 'Score by day, each panel on its own scale; the highest latest score first', x => null, y => null`,
};

export const volumeQuadrants: ClauseChart = {
  id: 'G10',
  name: 'volume-quadrants',
  kind: 'visualise',
  title: 'Abnormal volume against score change',
  use: 'Which score moves came with unusual volume. Volume is that of the last session with data, which differs by market.',
  columns: [
    { name: 'change', role: 'number', meaning: 'change of the score' },
    { name: 'relative_volume', role: 'number', meaning: 'volume over its usual level, above zero' },
    { name: 'industry', role: 'category', meaning: 'the colour, few of them; null: grey' },
    { name: 'stock', role: 'category', meaning: 'one point each' },
    { name: 'is_far', role: 'flag', meaning: 'whether the point is labelled' },
  ],
  query: `CREATE OR REPLACE TABLE screened AS
SELECT entity, replace(replace(industry, 'industry.', ''), '_', ' ') AS industry
FROM (FROM bullish_stocks(amount := 50) UNION ALL FROM bearish_stocks(amount := 50));

CREATE OR REPLACE TABLE moves AS
WITH score_change AS (
  SELECT entity, any_value(ticker) AS ticker,
         arg_max(score, date) - arg_max(score, date) FILTER (date <= current_date - 8) AS change
  FROM bull_bear_score_ts((SELECT list(entity) FROM screened), date_from := current_date - 22)
  GROUP BY entity
), volume AS (
  SELECT entity, arg_max(trading_volume, date) / median(trading_volume) AS relative_volume
  FROM trading_volume_ts((SELECT list(entity) FROM screened), date_from := current_date - 60)
  GROUP BY entity
)
SELECT coalesce(ticker, name, entity) AS stock, industry, change, relative_volume,
       change ** 2 + ln(relative_volume) ** 2 AS distance
FROM score_change JOIN volume USING (entity) JOIN screened USING (entity)
LEFT JOIN (SELECT entity, name FROM entities) USING (entity)
WHERE change IS NOT NULL AND relative_volume > 0;

-- Five industries have a colour, the others are grey. The ten farthest points are labelled; of those close together, only the farthest.
WITH frequent AS (SELECT industry FROM moves GROUP BY industry ORDER BY count(*) DESC, industry LIMIT 5),
     farthest AS (FROM moves ORDER BY distance DESC LIMIT 10),
     extent AS (SELECT max(change) - min(change) AS width, log2(max(relative_volume) / min(relative_volume)) AS height FROM moves),
     labelled AS (SELECT stock FROM farthest, extent
                  WHERE NOT EXISTS (FROM farthest AS other
                                    WHERE other.distance > farthest.distance AND abs(other.change - farthest.change) < width / 10
                                      AND abs(log2(other.relative_volume / farthest.relative_volume)) < height / 8))
SELECT stock, change, relative_volume, if(industry IN (FROM frequent), industry, NULL) AS industry,
       stock IN (FROM labelled) AS is_far
FROM moves
ORDER BY industry`,
  drawing: `VISUALISE {{change}} AS x, {{relative_volume}} AS y
DRAW point SETTING fill => 'grey', size => 5, opacity => 0.5
DRAW point MAPPING {{industry}} AS fill SETTING size => 5, opacity => 1 FILTER {{industry}} IS NOT NULL
PLACE rule SETTING x => 0, linetype => 'dashed'
PLACE rule SETTING y => 1, linetype => 'dashed'
DRAW text MAPPING {{stock}} AS label SETTING vjust => 'bottom', offset => [0, 5] FILTER {{is_far}}
SCALE y VIA log2 RENAMING * => '{}x'
LABEL title => 'Did volume confirm the move of the score?',
      subtitle => 'Volume of the last session over its median of 60 days, against the change of the score in a week; grey: other industries',
      x => 'Change of the score', y => 'Relative volume', fill => null`,
};

export const signalPanel: SpecificationChart = {
  id: 'G4',
  name: 'signal-panel',
  kind: 'vega-lite',
  title: 'Score, volume and events on one time axis',
  use: 'One company, three series, one axis of days. Drag over the volume to look closer; a double click shows all again.',
  tables: [
    {
      name: 'panel_scores',
      columns: [
        { name: 'date', role: 'date', meaning: 'day' },
        { name: 'score', role: 'number', meaning: 'the score' },
      ],
    },
    {
      name: 'panel_volume',
      columns: [
        { name: 'date', role: 'date', meaning: 'session' },
        { name: 'trading_volume', role: 'number', meaning: 'shares' },
        { name: 'mean_20', role: 'number', meaning: 'its mean over 20 sessions' },
      ],
    },
    {
      name: 'panel_events',
      columns: [
        { name: 'date', role: 'date', meaning: 'day' },
        { name: 'topic', role: 'category', meaning: 'group of event types' },
        { name: 'events', role: 'number', meaning: 'how many' },
      ],
    },
    {
      name: 'panel_note',
      columns: [{ name: 'note', role: 'category', meaning: 'name and key of the company' }],
    },
  ],
  alone: {
    columns: [
      { name: 'date', role: 'date', meaning: 'day' },
      { name: 'panel', role: 'category', meaning: 'one panel each' },
      { name: 'value', role: 'number', meaning: 'of the day' },
      { name: 'mean_20', role: 'number', meaning: 'its mean over 20 rows' },
    ],
    query: `WITH daily AS (
  SELECT 1 AS place, date, 'Score of ' || note AS panel, score AS value FROM panel_scores, panel_note
  UNION ALL
  SELECT 2, date, 'Volume, shares', trading_volume FROM panel_volume
  UNION ALL
  SELECT 3, date, 'Events', count FROM zero_filled('panel_counts', date_from := (SELECT min(date) FROM panel_scores))
)
SELECT date, panel, value, avg(value) OVER (PARTITION BY place ORDER BY date ROWS 19 PRECEDING) AS mean_20
FROM daily
ORDER BY place, date`,
    drawing: `VISUALISE {{date}} AS x
DRAW line MAPPING {{value}} AS y SETTING opacity => 0.4, linewidth => 1
DRAW line MAPPING {{mean_20}} AS y
FACET {{panel}} SETTING free => 'y', ncol => 1
LABEL title => 'Did volume and news confirm the score?', subtitle => 'Each day, and the mean of 20', x => null, y => null`,
  },
  query: `CREATE OR REPLACE TABLE panel_scores AS
SELECT date, score FROM bull_bear_score_ts('demo0048', date_from := current_date - 182) ORDER BY date;

CREATE OR REPLACE TABLE panel_volume AS
SELECT date, trading_volume, avg(trading_volume) OVER (ORDER BY date ROWS 19 PRECEDING) AS mean_20
FROM trading_volume_ts('demo0048', date_from := current_date - 210)
QUALIFY date >= (SELECT min(date) FROM panel_scores)
ORDER BY date;

CREATE OR REPLACE TABLE panel_counts AS FROM events_ts('demo0048', date_from := current_date - 182);

CREATE OR REPLACE TABLE panel_events AS FROM event_topics('panel_counts');

CREATE OR REPLACE TABLE panel_note AS
${companyNote}
FROM company_events('demo0048', date_from := current_date - 182);`,
  drawing: `{
  "title": {
    "text": "Did volume and news confirm the score?",
    "subtitle": "Score, shares traded with their mean of 20 sessions, and events by topic. Drag over the volume to look closer."
  },
  "spacing": 12,
  "vconcat": [
    ${noteLine('panel_note')},
    {
      "height": 130,
      "data": {"name": "panel_scores"},
      "mark": {"type": "line", "clip": true},
      "encoding": {
        "x": {
          "field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "title": null,
          "scale": {"type": "utc", "domain": {"param": "period", "encoding": "x"}}, "axis": {"labels": false}
        },
        "y": {"field": "score", "type": "quantitative", "title": "Score"}
      }
    },
    {
      "height": {"step": 16},
      "encoding": {
        "x": {
          "field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "title": null,
          "scale": {"type": "utc", "domain": {"param": "period", "encoding": "x"}}, "axis": {"labels": false}
        }
      },
      "layer": [
        {"data": {"name": "panel_scores"}, "mark": {"type": "rule", "opacity": 0, "clip": true}},
        {
          "data": {"name": "panel_events"},
          "mark": {"type": "tick", "clip": true, "height": 12},
          "encoding": {
            "y": {"field": "topic", "type": "nominal", "title": null, "sort": [${topicNames}]},
            "color": {"field": "topic", "type": "nominal", "legend": null, "scale": {"domain": [${topicNames}]}},
            "tooltip": [
              {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "format": "%-d %b %Y"},
              {"field": "topic"}, {"field": "events"}
            ]
          }
        }
      ]
    },
    {
      "height": 90,
      "encoding": {
        "x": {
          "field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "title": null,
          "scale": {"type": "utc"}
        }
      },
      "layer": [
        {"data": {"name": "panel_scores"}, "mark": {"type": "rule", "opacity": 0}},
        {
          "data": {"name": "panel_volume"},
          "params": [{"name": "period", "select": {"type": "interval", "encodings": ["x"]}}],
          "mark": {"type": "bar", "opacity": 0.4, "width": {"band": 0.7}},
          "encoding": {
            "y": {"field": "trading_volume", "type": "quantitative", "title": "Volume", "axis": {"format": "~s", "tickCount": 3}}
          }
        },
        {
          "data": {"name": "panel_volume"},
          "mark": {"type": "line", "strokeWidth": 1.5},
          "encoding": {"y": {"field": "mean_20", "type": "quantitative", "title": "Volume"}}
        }
      ]
    }
  ]
}`,
};
