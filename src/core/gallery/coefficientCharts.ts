/** Whether ranks of a factor predict ranks of returns, and how far ahead. */

import type { ClauseChart, SpecificationChart } from './galleryChart';
import { pricesAndScores } from './returnTables';
import { days, noteLine } from './specificationParts';

export const informationCoefficients: SpecificationChart = {
  id: 'G12',
  name: 'ic-series',
  kind: 'vega-lite',
  title: 'Information coefficients by day, and their distribution',
  use: 'Whether the ranks of a factor predict the ranks of returns. If returns span several sessions, their windows overlap.',
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
  alone: {
    columns: [
      { name: 'date', role: 'date', meaning: 'day of the factor' },
      { name: 'ic', role: 'number', meaning: 'information coefficient' },
      { name: 'mean_21', role: 'number', meaning: 'its mean over 21 days', isOptional: true },
    ],
    drawing: `VISUALISE {{date}} AS x
DRAW bar MAPPING {{ic}} AS y SETTING opacity => 0.45
DRAW line MAPPING {{mean_21}} AS y SETTING linewidth => 2
DRAW rule MAPPING 0 AS y
LABEL title => 'Do high scores precede high returns?', subtitle => 'Rank correlation of scores with forward returns by day',
      x => null, y => 'Rank correlation (IC)'`,
  },
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
    ${noteLine('ic_note')},
    {
      "hconcat": [
        {
          "height": 220,
          "data": {"name": "ics"},
          "encoding": {
            "x": ${days('date')}
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

export const signalDecay: ClauseChart = {
  id: 'G14',
  name: 'signal-decay',
  kind: 'visualise',
  title: 'Signal decay',
  use: 'How far ahead the factor predicts returns. Longer returns contain the shorter ones, so neighbouring bars are not independent.',
  columns: [
    { name: 'horizon', role: 'category', meaning: 'sessions ahead' },
    { name: 'mean_ic', role: 'number', meaning: 'mean information coefficient' },
    { name: 'lo', role: 'number', meaning: 'mean less 1.96 standard errors' },
    { name: 'hi', role: 'number', meaning: 'mean plus 1.96 standard errors' },
    { name: 'note', role: 'category', meaning: 'the half-life, or why there is none; on one row' },
    { name: 'note_at', role: 'number', meaning: 'the height of the note' },
  ],
  query: `${pricesAndScores}

SELECT h::VARCHAR AS horizon, mean_ic, lo, hi, periods, 1.1 * max(hi) OVER () AS note_at,
       if(h = 1, coalesce(format('half-life {:.0f} sessions, by an exponential fit', half_life),
                          'no half-life: the means do not fall evenly'), NULL) AS note
FROM signal_decay('scores', 'prices', horizons := [1, 5, 10, 20])
ORDER BY h`,
  drawing: `VISUALISE {{horizon}} AS x
DRAW bar MAPPING {{mean_ic}} AS y SETTING width => 0.5, opacity => 0.6
DRAW range MAPPING {{lo}} AS ymin, {{hi}} AS ymax SETTING linewidth => 1.5
DRAW line MAPPING {{mean_ic}} AS y
DRAW point MAPPING {{mean_ic}} AS y
DRAW text MAPPING {{note_at}} AS y, {{note}} AS label SETTING hjust => 'left', offset => [-40, 0] FILTER {{note}} IS NOT NULL
LABEL title => 'How far ahead does the score predict returns?',
      subtitle => 'Mean information coefficient by sessions held; ends: 95 % by Newey and West',
      x => 'Sessions held', y => 'Mean rank correlation (IC)'`,
};
