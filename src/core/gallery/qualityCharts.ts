/** Charts of the factor itself, without returns: how much of it there is, and how stable it is. */

import type { ClauseChart } from './galleryChart';

export const stability: ClauseChart = {
  id: 'G15',
  name: 'rank-stability',
  kind: 'visualise',
  title: 'Turnover and rank stability',
  use: 'How much would be traded to follow the outer buckets. Weekends have fewer scores, so the panel takes weekdays.',
  columns: [
    { name: 'date', role: 'date', meaning: 'day' },
    { name: 'share', role: 'number', meaning: 'from 0 to 1' },
    { name: 'series', role: 'category', meaning: 'the line' },
    { name: 'measure', role: 'category', meaning: 'one panel each' },
  ],
  query: `CREATE OR REPLACE TABLE weekday_scores AS
SELECT entity, date, score
FROM bull_bear_score_ts((SELECT list(entity) FROM (FROM bullish_stocks(amount := 200, stock_index := 'SP 500')
                                                   UNION ALL FROM bearish_stocks(amount := 200, stock_index := 'SP 500'))),
                        date_from := current_date - 182)
WHERE isodow(date) <= 5;

CREATE OR REPLACE TABLE buckets AS FROM factor_quantiles('weekday_scores', q := 5);

SELECT date, 'Turnover' AS measure, if(quantile = 5, 'top bucket', 'bottom bucket') AS series, turnover AS share
FROM quantile_turnover('buckets', p := 5) WHERE quantile IN (1, 5)
UNION ALL
SELECT date, 'Rank autocorrelation', 'all ranks', rank_autocorrelation
FROM rank_autocorrelation('weekday_scores', p := 5)
ORDER BY measure DESC, series DESC, date`,
  drawing: `VISUALISE {{date}} AS x, {{share}} AS y, {{series}} AS stroke, {{series}} AS linetype
DRAW line
SCALE x SETTING breaks => 'month'
SCALE y FROM [0, 1] SETTING breaks => [0, 0.25, 0.5, 0.75, 1]
  RENAMING 0 => '0 %', 0.25 => '25 %', 0.5 => '50 %', 0.75 => '75 %', 1 => '100 %'
SCALE stroke FROM ['top bucket', 'bottom bucket', 'all ranks']
SCALE linetype FROM ['top bucket', 'bottom bucket', 'all ranks'] TO ['solid', 'dashed', 'solid']
SCALE panel FROM ['Turnover', 'Rank autocorrelation']
FACET {{measure}} SETTING ncol => 1
LABEL title => 'How stable is the ranking?',
      subtitle => 'Share of the outer buckets that was not there a week before; correlation of ranks with those a week before',
      x => null, y => null, stroke => null, linetype => null`,
};

export const coverage: ClauseChart = {
  id: 'G17',
  name: 'coverage',
  kind: 'visualise',
  title: 'Coverage matrix',
  use: 'Which data exist before anything is computed from them. Volume has sessions only; no event is a count of zero, not a gap.',
  columns: [
    { name: 'week', role: 'date', meaning: 'Monday of the week' },
    { name: 'stock', role: 'category', meaning: 'one row each' },
    { name: 'days', role: 'number', meaning: 'weekdays with data, 0 to 5; no row: no data at all' },
    { name: 'measure', role: 'category', meaning: 'one panel each' },
  ],
  query: `CREATE OR REPLACE TABLE wanted AS
SELECT unnest((SELECT list(entity) FROM bullish_stocks(amount := 15))
              || ['company:demo_ipo', 'company:demo_gappy', 'company:demo_delisted', 'company:demo_scoreonly']) AS entity;

CREATE OR REPLACE TABLE present AS
SELECT entity, date, 'Scores' AS measure
FROM bull_bear_score_ts((SELECT list(entity) FROM wanted), date_from := current_date - 182)
UNION ALL
SELECT entity, date, 'Volumes' FROM trading_volume_ts((SELECT list(entity) FROM wanted), date_from := current_date - 182);

SELECT coalesce(ticker, name, entity) AS stock, measure, week, days
FROM weekly_coverage('present') LEFT JOIN (SELECT entity, ticker, name FROM entities) USING (entity)`,
  drawing: `VISUALISE {{week}} AS x, {{stock}} AS y, {{days}} AS fill
DRAW tile SETTING width => 0.94, height => 0.9
SCALE fill FROM [0, 5] SETTING breaks => [0, 5]
FACET {{measure}} SETTING ncol => 2
LABEL title => 'What is there, and what is missing?',
      subtitle => 'Weekdays with data in each week, the best covered stocks on top; blank: no data at all',
      x => null, y => null, fill => 'Weekdays'`,
};
