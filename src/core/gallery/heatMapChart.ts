/** A list of stocks, week by week: the scores as colours. */

import type { ClauseChart } from './galleryChart';

export const heatMap: ClauseChart = {
  id: 'G5',
  name: 'heat-map',
  kind: 'visualise',
  title: 'Portfolio heat map',
  use: 'Where a list is warm or cold, week by week. A week without a score is marked, since it is not a score of zero. The colours end at the 99th percentile, so that one outlier does not pale the others.',
  columns: [
    { name: 'week', role: 'date', meaning: 'Monday of the week' },
    { name: 'stock', role: 'category', meaning: 'one row each' },
    { name: 'cut_score', role: 'number', meaning: 'positive or negative; the colour' },
    {
      name: 'score',
      role: 'number',
      meaning: 'the value before it was cut; the tooltip',
      isOptional: true,
    },
    { name: 'gap', role: 'category', meaning: 'a mark where there is no score', isOptional: true },
  ],
  query: `WITH weekly AS (
  SELECT entity, any_value(ticker) AS ticker, date_trunc('week', date)::DATE AS week, arg_max(score, date) AS score
  FROM bull_bear_score_ts((SELECT list(entity) FROM bullish_stocks(amount := 20)), date_from := current_date - 182)
  GROUP BY entity, week
), stocks AS (
  SELECT entity, coalesce(any_value(ticker), any_value(name), entity) AS stock, arg_max(score, week) AS latest
  FROM weekly LEFT JOIN (SELECT entity, name FROM entities) USING (entity) GROUP BY entity
), extent AS (SELECT quantile_cont(abs(score), 0.99) AS outermost FROM weekly)
SELECT stock, week, score, if(score IS NULL, NULL, greatest(-outermost, least(outermost, score))) AS cut_score,
       if(score IS NULL, 'x', '') AS gap
FROM stocks CROSS JOIN (SELECT DISTINCT week FROM weekly) CROSS JOIN extent LEFT JOIN weekly USING (entity, week)
ORDER BY latest DESC, stock, week`,
  drawing: `VISUALISE {{week}} AS x, {{stock}} AS y, {{cut_score}} AS fill
DRAW tile
  PARTITION BY {{score}}
DRAW text MAPPING {{gap}} AS label, null AS fill
SCALE fill TO diverging
LABEL title => 'Where is the list warm, and where cold?',
      subtitle => 'Last score of each week, the highest latest on top; colours end at the 99th percentile; x: no score that week',
      x => null, y => null, fill => 'Score'`,
};
