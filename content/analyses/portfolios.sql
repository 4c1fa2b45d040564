-- Portfolios: their companies as rows.

-- The companies of a portfolio with their weights, in its order. Weights are as written: they are optional, NULL where none is
-- given, and not normalised, so they need not add up to 1.
--
-- Columns:
--   entity  VARCHAR  Canonical key <type>:<id>, to join on.
--   weight  DOUBLE   The weight as written; NULL where none is given.
--   name    VARCHAR  The name in the portfolio; NULL where none is given.
CREATE MACRO signals.portfolio_weights(
  portfolio  -- Name of the portfolio, as in `portfolio('name')`.
) AS TABLE
SELECT
  unnest(signals.portfolio(portfolio)) AS entity,
  unnest((SELECT weights FROM signals.portfolios AS _all WHERE _all.name = portfolio)) AS weight,
  unnest((SELECT names FROM signals.portfolios AS _all WHERE _all.name = portfolio)) AS name;
