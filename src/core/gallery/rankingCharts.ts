/** Charts of the ranked lists. */

import type { ClauseChart } from './galleryChart';

export const rankedBars: ClauseChart = {
  id: 'G1',
  name: 'ranked-bars',
  kind: 'visualise',
  title: 'Ranked diverging bars',
  use: 'Both ends of the ranking in one picture, and what is new in it. The scale of the score is not documented: compare lengths, not levels. Marks appear from the second day on which the lists are asked for.',
  columns: [
    { name: 'stock', role: 'category', meaning: 'one row a stock' },
    { name: 'score', role: 'number', meaning: 'positive or negative' },
    { name: 'side', role: 'category', meaning: 'bullish or bearish' },
    {
      name: 'mark',
      role: 'category',
      meaning: 'new, or places up or down; empty otherwise',
      isOptional: true,
    },
  ],
  query: `SELECT name || coalesce(' ' || ticker, '') AS stock, bull_bear_score AS score, if(score > 0, 'bullish', 'bearish') AS side,
       CASE WHEN change IN ('entered', 'flipped') THEN 'new' WHEN rank_move > 0 THEN '▲ ' || rank_move
            WHEN rank_move < 0 THEN '▼ ' || -rank_move ELSE '' END AS mark
FROM (FROM overlay_changes('bullish_stocks', amount := 15) UNION ALL FROM overlay_changes('bearish_stocks', amount := 15))
WHERE rank IS NOT NULL
ORDER BY score DESC`,
  drawing: `VISUALISE {{score}} AS x, {{stock}} AS y
DRAW bar MAPPING {{side}} AS fill
DRAW text MAPPING 0 AS x, {{score}} AS label SETTING format => '{:num %+.2f}', hjust => 'right', offset => [-3, 0] FILTER {{score}} > 0
DRAW text MAPPING 0 AS x, {{score}} AS label SETTING format => '{:num %+.2f}', hjust => 'left', offset => [3, 0] FILTER {{score}} < 0
DRAW text MAPPING 0 AS x, {{mark}} AS label SETTING hjust => 'right', offset => [-44, 0] FILTER {{score}} > 0
DRAW text MAPPING 0 AS x, {{mark}} AS label SETTING hjust => 'left', offset => [44, 0] FILTER {{score}} < 0
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
  use: 'Who moved up and down since the list of an earlier day. Until there is a snapshot of one, the order of a week ago is taken from the score series of today’s stocks, so none can have left.',
  columns: [
    { name: 'day', role: 'category', meaning: 'before or now' },
    { name: 'rank', role: 'number', meaning: 'place in the ranking, from 1' },
    { name: 'stock', role: 'category', meaning: 'two rows each' },
    { name: 'label', role: 'category', meaning: 'rank and name; null if another row has it' },
    { name: 'status', role: 'category', meaning: 'rose, fell, unchanged, entered or left' },
    { name: 'is_now', role: 'flag', meaning: 'whether the row is of the later day' },
    { name: 'is_out', role: 'flag', meaning: 'whether it is at the edge' },
  ],
  query: `CREATE OR REPLACE TABLE changes AS
FROM overlay_changes('bullish_stocks', amount := 24);

CREATE OR REPLACE TABLE ranks AS
SELECT name, compared_with, rank AS new_rank, if(compared_with IS NULL, series_rank, previous_rank) AS old_rank
FROM changes LEFT JOIN (
  SELECT entity, rank() OVER (ORDER BY arg_max(score, date) DESC) AS series_rank
  FROM bull_bear_score_ts((SELECT list(entity) FROM changes), date_from := current_date - 22, date_to := current_date - 7)
  GROUP BY entity
) USING (entity);

SELECT day, is_now, name AS stock, rank, is_out, status, label
FROM rank_slopes('ranks', first := 12, before := (
  SELECT coalesce(strftime(max(compared_with), 'list of %d %b'), 'a week before, by score series') FROM ranks))`,
  drawing: `VISUALISE {{day}} AS x, {{rank}} AS y
DRAW line MAPPING {{status}} AS stroke SETTING linewidth => 1.5 PARTITION BY {{stock}}
DRAW point MAPPING {{status}} AS fill, {{status}} AS shape SETTING size => 4 FILTER NOT {{is_out}}
DRAW point SETTING fill => 'transparent', stroke => 'grey', shape => 'circle', size => 5 FILTER {{is_out}}
DRAW text MAPPING {{label}} AS label SETTING hjust => 'left', offset => [8, 0] FILTER {{is_now}} AND {{label}} IS NOT NULL PARTITION BY {{stock}}
DRAW text MAPPING {{label}} AS label SETTING hjust => 'right', offset => [-8, 0] FILTER NOT {{is_now}} AND {{label}} IS NOT NULL PARTITION BY {{stock}}
SCALE y FROM [0.4, 13.4] SETTING reverse => true, breaks => [12.5] RENAMING * => null
SCALE stroke FROM ['rose', 'fell', 'entered', 'left', 'unchanged'] TO ['bull', 'bear', 'bull', 'bear', 'grey']
SCALE fill FROM ['rose', 'fell', 'entered', 'left', 'unchanged'] TO ['bull', 'bear', 'bull', 'bear', 'grey']
SCALE shape FROM ['rose', 'fell', 'entered', 'left', 'unchanged']
  TO ['triangle-up', 'triangle-down', 'diamond', 'square', 'circle']
LABEL title => 'Who moved in the ranking?',
      subtitle => 'Places in the bullish list, the first twelve of either day; a hollow point: outside them',
      x => null, y => null, stroke => null, fill => null, shape => null`,
};
