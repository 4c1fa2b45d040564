/** How much a factor's order changes from day to day. A day is one on which the table has rows. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { averageRank, correlation, panel, require } from './panel';

const period = option('p', '1', 'Days of the table to look back, from 1.');
const validPeriod = require('p >= 1', 'p counts days from 1.');

export const quantileTurnover: Analysis = {
  name: 'quantile_turnover',
  doc: 'The share of a bucket’s members on a day that were not its members p days before. The first p days have none.',
  parameters: [tableParameter('quantiles', 'Rows of factor_quantiles.'), period],
  columns: [
    column('date', 'DATE', 'Day of the factor.'),
    column('quantile', 'BIGINT', 'From 1.'),
    column('turnover', 'DOUBLE', 'From 0 to 1.'),
    column('n', 'BIGINT', 'Members on that day.'),
  ],
  sql: `
    WITH _members AS (
        SELECT *, dense_rank() OVER (ORDER BY date) AS _day
        FROM (${panel({ table: 'quantiles', value: "'quantile'" }, '_quantile')}))
    SELECT a.date, a._quantile::BIGINT AS quantile,
      count(*) FILTER (b.entity IS NULL) / count(*) AS turnover, count(*) AS n
    FROM _members a LEFT JOIN _members b
      ON b.entity = a.entity AND b._quantile = a._quantile AND b._day = a._day - p
    WHERE a._day > p AND ${validPeriod}
    GROUP BY a.date, a._quantile
    ORDER BY a.date, a._quantile`,
};

export const rankAutocorrelation: Analysis = {
  name: 'rank_autocorrelation',
  doc: 'Correlation of the ranks on a day with those p days before, over the entities of both days; ranks are among all entities of their day. Null where either side does not vary. The first p days have none.',
  parameters: [
    tableParameter('factor', 'Table with entity, date and a value.'),
    period,
    option('value', "'score'", 'The column of factor.'),
  ],
  columns: [
    column('date', 'DATE', 'Day of the factor.'),
    column('rank_autocorrelation', 'DOUBLE', 'From −1 to 1.'),
    column('n', 'BIGINT', 'Entities of both days.'),
  ],
  sql: `
    WITH _ranks AS (
        SELECT entity, date, ${averageRank('_x', 'date')} AS _rank,
          dense_rank() OVER (ORDER BY date) AS _day
        FROM (${panel({ table: 'factor', value: 'value' }, '_x')}))
    SELECT a.date, ${correlation('a._rank', 'b._rank')} AS rank_autocorrelation, count(b._rank) AS n
    FROM _ranks a LEFT JOIN _ranks b ON b.entity = a.entity AND b._day = a._day - p
    WHERE a._day > p AND ${validPeriod}
    GROUP BY a.date
    ORDER BY a.date`,
};

export const zScores: Analysis = {
  name: 'z_scores',
  doc: 'A factor less the day’s mean, over the day’s sample standard deviation, across entities. Null where it does not vary.',
  parameters: [
    tableParameter('factor', 'Table with entity, date and a value.'),
    option('value', "'score'", 'The column of factor.'),
  ],
  columns: [
    column('entity', 'VARCHAR', 'Entity.'),
    column('date', 'DATE', 'Day of the factor.'),
    column('z_score', 'DOUBLE', 'In standard deviations.'),
  ],
  sql: `
    SELECT entity, date, (_x - avg(_x) OVER _day) / nullif(stddev_samp(_x) OVER _day, 0) AS z_score
    FROM (${panel({ table: 'factor', value: 'value' }, '_x')})
    WINDOW _day AS (PARTITION BY date)`,
};
