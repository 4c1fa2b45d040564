-- Returns from closing prices, in sessions of each entity: the days on which it has a price.

-- Simple returns from one session of an entity to its next: p[t] / p[t−1] − 1. The first session has none.
--
-- Columns:
--   entity        VARCHAR  Entity.
--   date          DATE     Session.
--   daily_return  DOUBLE   As a fraction.
CREATE MACRO signals.daily_returns(
  prices,           -- Table with entity, date and a price.
  price := 'close'  -- The column of prices.
) AS TABLE
SELECT entity, date,
  _value / nullif(lag(_value) OVER (PARTITION BY entity ORDER BY date), 0) - 1 AS daily_return
FROM signals._panel(prices, price, 'prices')
QUALIFY daily_return IS NOT NULL;

-- Returns of the sessions to come: p[t+lag+h] / p[t+lag] − 1, counted in sessions of the entity. Looks ahead: what is
-- known on day t is traded lag sessions later (lag 1: the next session). Days without both prices are left out.
--
-- Columns:
--   entity          VARCHAR  Entity.
--   date            DATE     Session.
--   forward_return  DOUBLE   As a fraction.
--   entry_date      DATE     Session t+lag.
--   exit_date       DATE     Session t+lag+h.
CREATE MACRO signals.forward_returns(
  prices,           -- Table with entity, date and a price.
  h := 1,           -- Sessions for which it is held, from 1.
  lag := 1,         -- Sessions from day t to the trade, from 0.
  price := 'close'  -- The column of prices.
) AS TABLE
SELECT entity, date,
  lead(_value, lag + h) OVER _sessions / nullif(lead(_value, lag) OVER _sessions, 0) - 1 AS forward_return,
  lead(date, lag) OVER _sessions AS entry_date,
  lead(date, lag + h) OVER _sessions AS exit_date
FROM signals._panel(prices, price, 'prices')
WHERE signals._require(h >= 1 AND lag >= 0, 'forward_returns: h counts from 1 and lag from 0.')
WINDOW _sessions AS (PARTITION BY entity ORDER BY date)
QUALIFY forward_return IS NOT NULL;

-- How far each price is below the highest of the entity up to that session: p / max(p so far) − 1, at most 0.
--
-- Columns:
--   entity    VARCHAR  Entity.
--   date      DATE     Session.
--   drawdown  DOUBLE   As a fraction, at most 0.
CREATE MACRO signals.drawdowns(
  prices,           -- Table with entity, date and a price.
  price := 'close'  -- The column of prices.
) AS TABLE
SELECT entity, date,
  _value / nullif(max(_value) OVER (PARTITION BY entity ORDER BY date), 0) - 1 AS drawdown
FROM signals._panel(prices, price, 'prices');
