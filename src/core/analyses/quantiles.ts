/** Buckets of a factor by rank, and what their members earn. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { averageRank, panel, require } from './panel';

const quantiles = tableParameter('quantiles', 'Rows of factor_quantiles.');
const returns = tableParameter('returns', 'Rows of forward_returns, or a table like it.');
const returnValue = option('return_value', "'forward_return'", 'The column of returns.');
const date = column('date', 'DATE', 'Day of the factor.');
const members = `
  SELECT date, _quantile, _return
  FROM (${panel({ table: 'quantiles', value: "'quantile'" }, '_quantile')})
  JOIN (${panel({ table: 'returns', value: 'return_value' }, '_return')}) USING (entity, date)`;

export const factorQuantiles: Analysis = {
  name: 'factor_quantiles',
  doc: 'Buckets from 1 (lowest) to q by rank among the entities of a day: ceil(q · average rank / N). Ties share a bucket, so buckets can be of unequal size or empty, and ties never fail; pandas.qcut cuts between values instead.',
  parameters: [
    tableParameter('factor', 'Table with entity, date and a value.'),
    option('q', '5', 'Number of buckets.'),
    option(
      'zero_aware',
      'false',
      'Puts negative values into the lower half of the buckets, the others into the upper half; q must be even.',
    ),
    option('value', "'score'", 'The column of factor.'),
  ],
  columns: [
    column('entity', 'VARCHAR', 'Entity.'),
    date,
    column('value', 'DOUBLE', 'The factor.'),
    column('quantile', 'BIGINT', 'From 1 to q.'),
  ],
  sql: `
    WITH _factor AS (
        SELECT entity, date, _x, zero_aware AND _x >= 0 AS _upper,
          CASE WHEN zero_aware THEN q // 2 ELSE q END AS _buckets
        FROM (${panel({ table: 'factor', value: 'value' }, '_x')})
        WHERE ${require('q >= 1 AND NOT (zero_aware AND q % 2 = 1)', 'factor_quantiles: q counts from 1, and is even where zero_aware is true.')})
    SELECT entity, date, _x AS value,
      (ceil(_buckets * ${averageRank('_x', 'date, _upper')} / count(*) OVER (PARTITION BY date, _upper))
        + CASE WHEN _upper THEN _buckets ELSE 0 END)::BIGINT AS quantile
    FROM _factor`,
};

export const quantileReturns: Analysis = {
  name: 'quantile_returns',
  doc: 'The mean return of each bucket on each day, over the members that have a return.',
  parameters: [quantiles, returns, returnValue],
  columns: [
    date,
    column('quantile', 'BIGINT', 'From 1.'),
    column('mean_return', 'DOUBLE', 'Mean, as a fraction.'),
    column('se', 'DOUBLE', 'Standard error of the mean: s / √n; null for one member.'),
    column('n', 'BIGINT', 'Members with a return.'),
  ],
  sql: `
    SELECT date, _quantile::BIGINT AS quantile, avg(_return) AS mean_return,
      stddev_samp(_return) / sqrt(count(*)) AS se, count(*) AS n
    FROM (${members})
    GROUP BY date, _quantile
    ORDER BY date, _quantile`,
};

export const quantileSpread: Analysis = {
  name: 'quantile_spread',
  doc: 'Mean return of the top bucket less that of the bottom bucket on each day, with its standard error √(s²t/nt + s²b/nb). Null where a day lacks either bucket.',
  parameters: [
    quantiles,
    returns,
    option('top', 'NULL', 'The upper bucket; NULL for the highest in the table.'),
    option('bottom', '1', 'The lower bucket.'),
    returnValue,
  ],
  columns: [
    date,
    column('spread', 'DOUBLE', 'As a fraction.'),
    column('se', 'DOUBLE', 'Standard error; null where a bucket has one member.'),
    column('n_top', 'BIGINT', 'Members of the top bucket with a return.'),
    column('n_bottom', 'BIGINT', 'Members of the bottom bucket with a return.'),
  ],
  sql: `
    WITH _members AS (
        SELECT *, _quantile = coalesce(top, (SELECT max(quantile) FROM query_table(quantiles))) AS _top,
          _quantile = bottom AS _bottom
        FROM (${members}))
    SELECT date, avg(_return) FILTER (_top) - avg(_return) FILTER (_bottom) AS spread,
      sqrt(var_samp(_return) FILTER (_top) / count(*) FILTER (_top)
        + var_samp(_return) FILTER (_bottom) / count(*) FILTER (_bottom)) AS se,
      count(*) FILTER (_top) AS n_top, count(*) FILTER (_bottom) AS n_bottom
    FROM _members
    GROUP BY date
    ORDER BY date`,
};
