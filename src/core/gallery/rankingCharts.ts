/** Charts of the ranked lists. */

import type { ClauseChart } from './galleryChart';

export const rankedBars: ClauseChart = {
  id: 'G1',
  name: 'ranked-bars',
  kind: 'visualise',
  title: 'Ranked diverging bars',
  use: 'Both ends of the ranking in one picture. The scale of the score is not documented: compare lengths, not levels.',
  columns: [
    { name: 'stock', role: 'category', meaning: 'one row a stock' },
    { name: 'score', role: 'number', meaning: 'positive or negative' },
    { name: 'side', role: 'category', meaning: 'bullish or bearish' },
  ],
  query: `SELECT left(name, 18) || if(length(name) > 18, '…', '') || coalesce(' ' || ticker, '') AS stock,
       bull_bear_score AS score, side, rank, date
FROM (FROM bullish_stocks(amount := 15) UNION ALL FROM bearish_stocks(amount := 15))
ORDER BY score DESC`,
  drawing: `VISUALISE {{score}} AS x, {{stock}} AS y
DRAW bar MAPPING {{side}} AS fill
DRAW text MAPPING 0 AS x, {{score}} AS label SETTING format => '{:num %+.2f}', hjust => 'right', offset => [-3, 0]
  FILTER {{score}} > 0
DRAW text MAPPING 0 AS x, {{score}} AS label SETTING format => '{:num %+.2f}', hjust => 'left', offset => [3, 0]
  FILTER {{score}} < 0
LABEL title => 'Which stocks lead, and which trail?',
      subtitle => 'Bull/bear score, unit not documented; right of zero bullish, left of it bearish',
      x => null, y => null, fill => null`,
};

export const breadth: ClauseChart = {
  id: 'G2',
  name: 'breadth',
  kind: 'visualise',
  title: 'Breadth by industry',
  use: 'How many stocks lean which way. The filter of the service mixes two classifications, so industries may overlap.',
  columns: [
    { name: 'stocks', role: 'number', meaning: 'how many; below zero for bearish' },
    { name: 'industry', role: 'category', meaning: 'the group' },
    { name: 'side', role: 'category', meaning: 'bullish or bearish' },
    { name: 'net', role: 'number', meaning: 'bullish less bearish' },
  ],
  query: `WITH counted AS (
  SELECT replace(replace(industry, 'industry.', ''), '_', ' ') AS industry, side,
         count(*) FILTER (side = 'bullish') - count(*) FILTER (side = 'bearish') AS stocks
  FROM (FROM bullish_stocks(amount := 250) UNION ALL FROM bearish_stocks(amount := 250))
  GROUP BY ALL
)
SELECT *, sum(stocks) OVER (PARTITION BY industry)::INTEGER AS net
FROM counted
ORDER BY net DESC, industry, side`,
  drawing: `VISUALISE {{stocks}} AS x, {{industry}} AS y
DRAW bar MAPPING {{side}} AS fill
DRAW point MAPPING {{net}} AS x SETTING fill => 'white', stroke => 'black', shape => 'diamond', size => 3
LABEL title => 'Which industries lean bullish, and which bearish?',
      subtitle => 'Stocks in the two lists, bearish ones to the left; the diamond is the difference',
      x => 'Stocks', y => null, fill => null`,
};

export const rankSlopes: ClauseChart = {
  id: 'G9',
  name: 'rank-slopes',
  kind: 'visualise',
  title: 'Rank changes',
  use: 'Who moved up and down among the members of a list, between two days. Ranks are by the score series of today’s members.',
  columns: [
    { name: 'day', role: 'category', meaning: 'before or now' },
    { name: 'rank', role: 'number', meaning: 'place in the ranking, from 1' },
    { name: 'stock', role: 'category', meaning: 'two rows each' },
    { name: 'label', role: 'category', meaning: 'rank and name' },
    { name: 'status', role: 'category', meaning: 'rose, fell, unchanged, entered or left' },
    { name: 'is_now', role: 'flag', meaning: 'whether the row is of the later day' },
  ],
  query: `CREATE OR REPLACE TABLE members AS
SELECT entity, name FROM bullish_stocks(amount := 200, stock_index := 'SP 500')
UNION ALL SELECT entity, name FROM bearish_stocks(amount := 200, stock_index := 'SP 500');

WITH latest AS (
  SELECT entity, arg_max(score, date) AS now,
         arg_max(score, date) FILTER (date <= current_date - 8) AS before
  FROM bull_bear_score_ts((SELECT list(entity) FROM members), date_from := current_date - 22)
  GROUP BY entity
), ranks AS (
  SELECT entity, rank() OVER (ORDER BY before DESC) AS old_rank, rank() OVER (ORDER BY now DESC) AS new_rank
  FROM latest WHERE before IS NOT NULL
), chosen AS (
  SELECT *, CASE WHEN old_rank > 12 THEN 'entered' WHEN new_rank > 12 THEN 'left'
                 WHEN new_rank < old_rank THEN 'rose' WHEN new_rank > old_rank THEN 'fell'
                 ELSE 'unchanged' END AS status
  FROM ranks WHERE least(old_rank, new_rank) <= 12
)
SELECT unnest(['a week before', 'latest']) AS day,
       -- Whoever is outside the first twelve stands at the edge.
       unnest([least(old_rank, 13), least(new_rank, 13)]) AS rank,
       unnest([false, true]) AS is_now,
       status, left(any_value(name), 26) AS stock,
       unnest([old_rank || '  ' || stock, new_rank || '  ' || stock]) AS label
FROM chosen JOIN members USING (entity)
GROUP BY entity, old_rank, new_rank, status
ORDER BY day, rank, stock`,
  drawing: `VISUALISE {{day}} AS x, {{rank}} AS y
DRAW line MAPPING {{status}} AS stroke SETTING linewidth => 1.5 PARTITION BY {{stock}}
DRAW point MAPPING {{status}} AS fill, {{status}} AS shape SETTING size => 4
DRAW text MAPPING {{label}} AS label SETTING hjust => 'left', offset => [8, 0] FILTER {{is_now}} AND {{rank}} <= 12
DRAW text MAPPING {{label}} AS label SETTING hjust => 'right', offset => [-8, 0] FILTER NOT {{is_now}} AND {{rank}} <= 12
SCALE y FROM [0.4, 13.4] SETTING reverse => true, breaks => [12.5] RENAMING 12.5 => 'out'
SCALE stroke FROM ['rose', 'fell', 'entered', 'left', 'unchanged'] TO ['bull', 'bear', 'bull', 'bear', 'grey']
SCALE fill FROM ['rose', 'fell', 'entered', 'left', 'unchanged'] TO ['bull', 'bear', 'bull', 'bear', 'grey']
SCALE shape FROM ['rose', 'fell', 'entered', 'left', 'unchanged']
  TO ['triangle-up', 'triangle-down', 'diamond', 'square', 'circle']
LABEL title => 'Who moved in the ranking within a week?',
      subtitle => 'Ranks by score among the members of the list; below the line: outside the first twelve',
      x => null, y => null, stroke => null, fill => null, shape => null`,
};
