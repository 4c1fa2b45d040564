/** The tables that charts of returns begin with. */

/** SQL: prices, and scores of the members of an index. */
export const pricesAndScores = `-- The sandbox has prices; elsewhere a file has: FROM 'prices.csv', with the columns entity, date and close.
CREATE OR REPLACE TABLE prices AS FROM sandbox_prices WHERE date >= current_date - 420;

CREATE OR REPLACE TABLE scores AS
SELECT entity, date, score
FROM bull_bear_score_ts((SELECT list(entity) FROM (FROM bullish_stocks(amount := 500, stock_index := 'MSCI World')
                                                   UNION ALL FROM bearish_stocks(amount := 500, stock_index := 'MSCI World'))),
                        date_from := current_date - 365);`;
