/** Returns from closing prices, in sessions of each entity: the days on which it has a price. */

import { column, option, tableParameter, type Analysis } from './analysis';
import { forwardReturn, panel, require } from './panel';

const prices = tableParameter('prices', 'Table with entity, date and a price.');
const price = option('price', "'close'", 'The column of prices.');
const closes = panel({ table: 'prices', value: 'price' }, '_price');
const key = [column('entity', 'VARCHAR', 'Entity.'), column('date', 'DATE', 'Session.')];

export const dailyReturns: Analysis = {
  name: 'daily_returns',
  doc: 'Simple returns from one session of an entity to its next: p[t] / p[t−1] − 1. The first session has none.',
  parameters: [prices, price],
  columns: [...key, column('daily_return', 'DOUBLE', 'As a fraction.')],
  sql: `
    WITH _prices AS (${closes})
    SELECT entity, date,
      _price / nullif(lag(_price) OVER (PARTITION BY entity ORDER BY date), 0) - 1 AS daily_return
    FROM _prices
    QUALIFY daily_return IS NOT NULL`,
};

export const forwardReturns: Analysis = {
  name: 'forward_returns',
  doc: 'Returns of the sessions to come: p[t+lag+h] / p[t+lag] − 1, counted in sessions of the entity. Looks ahead: what is known on day t is traded lag sessions later (lag 1: the next session). Days without both prices are left out.',
  parameters: [
    prices,
    option('h', '1', 'Sessions for which it is held, from 1.'),
    option('lag', '1', 'Sessions from day t to the trade, from 0.'),
    price,
  ],
  columns: [
    ...key,
    column('forward_return', 'DOUBLE', 'As a fraction.'),
    column('entry_date', 'DATE', 'Session t+lag.'),
    column('exit_date', 'DATE', 'Session t+lag+h.'),
  ],
  sql: `
    WITH _prices AS (${closes})
    SELECT entity, date,
      ${forwardReturn('h', 'lag')} AS forward_return,
      lead(date, lag) OVER _sessions AS entry_date,
      lead(date, lag + h) OVER _sessions AS exit_date
    FROM _prices
    WHERE ${require('h >= 1 AND lag >= 0', 'forward_returns: h counts from 1 and lag from 0.')}
    WINDOW _sessions AS (PARTITION BY entity ORDER BY date)
    QUALIFY forward_return IS NOT NULL`,
};

export const drawdowns: Analysis = {
  name: 'drawdowns',
  doc: 'How far each price is below the highest of the entity up to that session: p / max(p so far) − 1, at most 0.',
  parameters: [prices, price],
  columns: [...key, column('drawdown', 'DOUBLE', 'As a fraction, at most 0.')],
  sql: `
    WITH _prices AS (${closes})
    SELECT entity, date,
      _price / nullif(max(_price) OVER (PARTITION BY entity ORDER BY date), 0) - 1 AS drawdown
    FROM _prices`,
};
