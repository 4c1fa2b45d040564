/** Returns by bucket of a factor. */

import type { SpecificationChart } from './galleryChart';
import { pricesAndScores } from './returnTables';
import { days, noteLine } from './specificationParts';

export const quantileReturns: SpecificationChart = {
  id: 'G13',
  name: 'quantile-returns',
  kind: 'vega-lite',
  title: 'Returns by bucket, and the spread',
  use: 'Whether returns rise from the lowest bucket to the highest. The summed spread is not a traded result: no costs, overlapping windows.',
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
  alone: {
    columns: [
      { name: 'quantile', role: 'number', meaning: 'bucket, 1 the lowest' },
      { name: 'mean_return', role: 'number', meaning: 'mean forward return, basis points' },
      { name: 'lo', role: 'number', meaning: 'mean less 1.96 standard errors' },
      { name: 'hi', role: 'number', meaning: 'mean plus 1.96 standard errors' },
    ],
    drawing: `VISUALISE {{quantile}} AS x
DRAW bar MAPPING {{mean_return}} AS y SETTING width => 0.6, opacity => 0.6
DRAW range MAPPING {{lo}} AS ymin, {{hi}} AS ymax SETTING linewidth => 1.5
SCALE ORDINAL x
LABEL title => 'Do returns rise from bucket to bucket?', subtitle => 'Mean forward return by bucket, with its 95 % band',
      x => 'Bucket, 1 the lowest', y => 'Basis points'`,
  },
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
    ${noteLine('bucket_note')},
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
            "x": ${days('date')},
            "y": {"field": "cumulative", "type": "quantitative", "title": "Sum of the spread, per cent"}
          }
        }
      ]
    }
  ]
}`,
};
