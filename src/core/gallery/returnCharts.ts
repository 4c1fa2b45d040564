/** Charts of returns: around events, by factor, by bucket. They read the user's own file of prices. */

import type { ClauseChart, SpecificationChart } from './galleryChart';

const pricesAndScores = `-- prices.csv beside the notebook: date, entity, close
CREATE OR REPLACE TABLE prices AS FROM 'prices.csv' WHERE date >= current_date - 420;

CREATE OR REPLACE TABLE scores AS
SELECT entity, date, score
FROM bull_bear_score_ts((SELECT list(entity) FROM (FROM bullish_stocks(amount := 200, stock_index := 'SP 500')
                                                   UNION ALL FROM bearish_stocks(amount := 200, stock_index := 'SP 500'))),
                        date_from := current_date - 365);`;

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
SELECT format('{} events used, {} of them moved to the next session; {} dropped',
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
    {
      "height": 14,
      "data": {"name": "study_note"},
      "mark": {"type": "text", "align": "left", "baseline": "top"},
      "encoding": {"text": {"field": "note"}, "x": {"value": 0}, "y": {"value": 0}}
    },
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
            "y2": {"field": "hi"}
          }
        },
        {
          "mark": {"type": "line", "strokeDash": [4, 3], "strokeWidth": 1},
          "encoding": {"y": {"field": "median", "type": "quantitative", "title": "Abnormal value"}}
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

export const informationCoefficients: SpecificationChart = {
  id: 'G12',
  name: 'ic-series',
  kind: 'vega-lite',
  title: 'Information coefficients by day, and their distribution',
  use: 'Whether the ranks of a factor foretell the ranks of returns. Where returns reach over several sessions their windows overlap.',
  needsPrices: true,
  tables: [
    {
      name: 'ics',
      columns: [
        { name: 'date', role: 'date', meaning: 'day of the factor' },
        { name: 'ic', role: 'number', meaning: 'information coefficient' },
        { name: 'mean_21', role: 'number', meaning: 'its mean over 21 days' },
      ],
    },
    {
      name: 'ic_note',
      columns: [
        { name: 'note', role: 'category', meaning: 'mean, deviation, ratio and t in one row' },
        { name: 'mean_ic', role: 'number', meaning: 'the mean' },
      ],
    },
  ],
  query: `${pricesAndScores}

CREATE OR REPLACE TABLE ahead AS FROM forward_returns('prices', h := 5);

CREATE OR REPLACE TABLE ics AS
SELECT *, avg(ic) OVER (ORDER BY date ROWS 20 PRECEDING) AS mean_21
FROM information_coefficient('scores', 'ahead') WHERE ic IS NOT NULL ORDER BY date;

CREATE OR REPLACE TABLE ic_note AS
SELECT mean_ic, format('mean {:.3f} · standard deviation {:.3f} · IR {:.2f} · t {:.1f}, by Newey and West {:.1f} · {} days',
                       mean_ic, ic_std, ir, t_stat, t_stat_newey_west, periods) AS note
FROM ic_summary('ics', h := 5);`,
  drawing: `{
  "title": {
    "text": "Do high scores precede high returns?",
    "subtitle": "Rank correlation of scores with forward returns by day, its mean of 21 days, and how often each value occurs"
  },
  "spacing": 6,
  "vconcat": [
    {
      "height": 14,
      "data": {"name": "ic_note"},
      "mark": {"type": "text", "align": "left", "baseline": "top"},
      "encoding": {"text": {"field": "note"}, "x": {"value": 0}, "y": {"value": 0}}
    },
    {
      "hconcat": [
        {
          "height": 220,
          "data": {"name": "ics"},
          "encoding": {
            "x": {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null}
          },
          "layer": [
            {
              "mark": {"type": "rule", "opacity": 0.45},
              "encoding": {"y": {"field": "ic", "type": "quantitative", "title": "IC"}, "y2": {"datum": 0}}
            },
            {
              "mark": {"type": "line", "strokeWidth": 2},
              "encoding": {"y": {"field": "mean_21", "type": "quantitative", "title": "IC"}}
            }
          ]
        },
        {
          "height": 220,
          "layer": [
            {
              "data": {"name": "ics"},
              "mark": {"type": "bar", "opacity": 0.5},
              "encoding": {
                "x": {"field": "ic", "bin": {"maxbins": 24}, "type": "quantitative", "title": "IC"},
                "y": {"aggregate": "count", "type": "quantitative", "title": "Days"}
              }
            },
            {
              "data": {"name": "ic_note"},
              "mark": {"type": "rule", "strokeWidth": 2},
              "encoding": {"x": {"field": "mean_ic", "type": "quantitative", "title": "IC"}}
            },
            {
              "data": {"name": "ic_note"},
              "mark": {"type": "text", "align": "left", "dx": 4, "baseline": "top"},
              "encoding": {
                "x": {"field": "mean_ic", "type": "quantitative", "title": "IC"}, "y": {"value": 0},
                "text": {"value": "mean"}
              }
            }
          ]
        }
      ]
    }
  ]
}`,
};

export const quantileReturns: SpecificationChart = {
  id: 'G13',
  name: 'quantile-returns',
  kind: 'vega-lite',
  title: 'Returns by bucket, and the spread',
  use: 'Whether returns rise from the lowest bucket to the highest. The summed spread is not a traded result: no costs, overlapping windows.',
  needsPrices: true,
  tables: [
    {
      name: 'bucket_means',
      columns: [
        { name: 'quantile', role: 'number', meaning: 'bucket, 1 the lowest' },
        { name: 'mean_return', role: 'number', meaning: 'mean forward return, basis points' },
        { name: 'lo', role: 'number', meaning: 'mean less 1.96 standard errors' },
        { name: 'hi', role: 'number', meaning: 'mean plus 1.96 standard errors' },
      ],
    },
    {
      name: 'spreads',
      columns: [
        { name: 'date', role: 'date', meaning: 'day of the factor' },
        { name: 'cumulative', role: 'number', meaning: 'sum of the spread so far, per cent' },
      ],
    },
    {
      name: 'bucket_note',
      columns: [{ name: 'note', role: 'category', meaning: 'whether the means rise, in one row' }],
    },
  ],
  query: `${pricesAndScores}

CREATE OR REPLACE TABLE ahead AS FROM forward_returns('prices', h := 1);
CREATE OR REPLACE TABLE buckets AS FROM factor_quantiles('scores', q := 5);

CREATE OR REPLACE TABLE bucket_means AS
WITH days AS (FROM quantile_returns('buckets', 'ahead')),
     means AS (SELECT quantile, 1e4 * avg(mean_return) AS mean_return,
                      1e4 * stddev(mean_return) / sqrt(count(mean_return)) AS se FROM days GROUP BY quantile)
SELECT *, mean_return - 1.96 * se AS lo, mean_return + 1.96 * se AS hi FROM means ORDER BY quantile;

CREATE OR REPLACE TABLE spreads AS
SELECT date, spread, 100 * sum(spread) OVER (ORDER BY date) AS cumulative
FROM quantile_spread('buckets', 'ahead') WHERE spread IS NOT NULL ORDER BY date;

CREATE OR REPLACE TABLE bucket_note AS
SELECT format('Rank correlation of bucket and mean return {:+.2f} · mean spread {:+.1f} basis points a day',
              (SELECT corr(quantile, place) FROM (SELECT quantile, rank() OVER (ORDER BY mean_return) AS place FROM bucket_means)),
              (SELECT 1e4 * avg(spread) FROM spreads)) AS note;`,
  drawing: `{
  "title": {
    "text": "Do returns rise from bucket to bucket?",
    "subtitle": "Mean forward return by bucket of the score with its 95 % band, and the sum of top less bottom"
  },
  "spacing": 6,
  "vconcat": [
    {
      "height": 14,
      "data": {"name": "bucket_note"},
      "mark": {"type": "text", "align": "left", "baseline": "top"},
      "encoding": {"text": {"field": "note"}, "x": {"value": 0}, "y": {"value": 0}}
    },
    {
      "hconcat": [
        {
          "height": 220,
          "data": {"name": "bucket_means"},
          "encoding": {
            "x": {"field": "quantile", "type": "ordinal", "title": "Bucket, 1 the lowest", "axis": {"labelAngle": 0}}
          },
          "layer": [
            {
              "mark": {"type": "bar", "opacity": 0.6, "width": {"band": 0.6}},
              "encoding": {"y": {"field": "mean_return", "type": "quantitative", "title": "Basis points"}}
            },
            {
              "mark": {"type": "rule", "strokeWidth": 1.5},
              "encoding": {
                "y": {"field": "lo", "type": "quantitative", "title": "Basis points"}, "y2": {"field": "hi"}
              }
            },
            {
              "mark": {"type": "point", "size": 30},
              "encoding": {
                "y": {"field": "mean_return", "type": "quantitative", "title": "Basis points"},
                "tooltip": [
                  {"field": "quantile", "title": "bucket"}, {"field": "mean_return", "format": "+.1f"},
                  {"field": "lo", "format": "+.1f"}, {"field": "hi", "format": "+.1f"}
                ]
              }
            }
          ]
        },
        {
          "height": 220,
          "data": {"name": "spreads"},
          "mark": {"type": "line"},
          "encoding": {
            "x": {"field": "date", "type": "temporal", "timeUnit": "utcyearmonthdate", "scale": {"type": "utc"}, "title": null},
            "y": {"field": "cumulative", "type": "quantitative", "title": "Sum of the spread, per cent"}
          }
        }
      ]
    }
  ]
}`,
};

export const signalDecay: ClauseChart = {
  id: 'G14',
  name: 'signal-decay',
  kind: 'visualise',
  title: 'Signal decay',
  use: 'How far ahead the factor tells anything. Longer returns contain the shorter ones, so neighbouring bars are not independent.',
  needsPrices: true,
  columns: [
    { name: 'horizon', role: 'category', meaning: 'sessions ahead' },
    { name: 'mean_ic', role: 'number', meaning: 'mean information coefficient' },
    { name: 'lo', role: 'number', meaning: 'mean less 1.96 standard errors' },
    { name: 'hi', role: 'number', meaning: 'mean plus 1.96 standard errors' },
  ],
  query: `${pricesAndScores}

CREATE OR REPLACE TABLE ahead_1 AS FROM forward_returns('prices', h := 1);
CREATE OR REPLACE TABLE ahead_5 AS FROM forward_returns('prices', h := 5);
CREATE OR REPLACE TABLE ahead_10 AS FROM forward_returns('prices', h := 10);
CREATE OR REPLACE TABLE ahead_20 AS FROM forward_returns('prices', h := 20);

WITH ic_1 AS (FROM information_coefficient('scores', 'ahead_1')),
     ic_5 AS (FROM information_coefficient('scores', 'ahead_5')),
     ic_10 AS (FROM information_coefficient('scores', 'ahead_10')),
     ic_20 AS (FROM information_coefficient('scores', 'ahead_20')),
     decay AS (SELECT 1 AS h, * FROM ic_summary('ic_1', h := 1)
               UNION ALL SELECT 5, * FROM ic_summary('ic_5', h := 5)
               UNION ALL SELECT 10, * FROM ic_summary('ic_10', h := 10)
               UNION ALL SELECT 20, * FROM ic_summary('ic_20', h := 20))
SELECT h::VARCHAR AS horizon, mean_ic, mean_ic - 1.96 * abs(mean_ic / t_stat_newey_west) AS lo,
       mean_ic + 1.96 * abs(mean_ic / t_stat_newey_west) AS hi
FROM decay ORDER BY h`,
  drawing: `VISUALISE {{horizon}} AS x
DRAW bar MAPPING {{mean_ic}} AS y SETTING width => 0.5, opacity => 0.6
DRAW range MAPPING {{lo}} AS ymin, {{hi}} AS ymax SETTING linewidth => 1.5
DRAW line MAPPING {{mean_ic}} AS y
DRAW point MAPPING {{mean_ic}} AS y
LABEL title => 'How far ahead does the score tell anything?',
      subtitle => 'Mean information coefficient by sessions held; ends: 95 % by Newey and West',
      x => 'Sessions held', y => 'Mean IC'`,
};
