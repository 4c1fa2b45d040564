/** The cells that the side bar writes run as they are, on the sandbox. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parsePlainDate } from '../../src/core/base/plainDate';
import { companyDayOf } from '../../src/core/protocol/entityLink';
import {
  countCell,
  eventsAroundCell,
  eventsAroundKey,
  listCell,
  scoreCell,
} from '../../src/core/sidebar/writtenCells';
import {
  portfolioCell,
  portfolioEventsCell,
  portfolioScoresCell,
} from '../../src/core/sidebar/portfolioCells';
import { GallerySession } from '../support/galleryCharts';

let session: GallerySession;
before(async () => {
  session = await GallerySession.open();
});
after(() => session.close());

const company = (entity: string, name: string | null) => ({ entity, name });

test('a list is the call with its parameters', async () => {
  const parameters = { amount: '7', industry: 'technology', stock_index: 'MSCI World' };
  const text = listCell({ operation: 'bearish_stocks', parameters });
  assert.equal(
    text,
    "FROM bearish_stocks(amount := 7, industry := 'technology', stock_index := 'MSCI World')",
  );
  const { error, table } = await session.run(text);
  assert.equal(error, null, error?.message);
  assert.ok(table && table.rowCount > 0 && table.rowCount <= 7);
});

test('the score of a company is a chart with its name, whatever that is', async () => {
  for (const name of ['Halervik', "O'Neil\n-- & Söhne", null]) {
    const { error, chart } = await session.run(scoreCell([company('company:demo0048', name)]));
    assert.equal(error, null, error?.message);
    assert.ok(chart);
  }
});

test('several companies are lines of one chart, named in its legend', async () => {
  const text = scoreCell([
    company('company:demo0001', "Zoë's"),
    company('company:demo0002', null),
    company('company:demo0003', 'Third'),
  ]);
  const { error, chart } = await session.run(text);
  assert.equal(error, null, error?.message);
  assert.ok(JSON.stringify(chart?.spec).includes("Zoë's"), JSON.stringify(chart?.spec));
  assert.throws(() => scoreCell([]), RangeError);
});

test('events around a day go from three days before to the day after it', async () => {
  const day = parsePlainDate('2026-11-10');
  assert.ok(day);
  const named = company('company:demo0048', 'A\nDROP');
  const text = eventsAroundCell(named, day);
  assert.match(text, /^-- A DROP: events from 3 days before 2026-11-10 to 1 day after/);
  const { error, table } = await session.run(text);
  assert.equal(error, null, error?.message);
  const at = table?.columns.findIndex(({ name }) => name === 'date') ?? -1;
  const dates = (table?.rows ?? []).map(row => String(row[at]));
  assert.ok(dates.length > 0);
  assert.ok(
    dates.every(date => date >= '2026-11-07' && date <= '2026-11-11'),
    dates.join(),
  );
});

test('events around a day are found for a company by its ticker', async () => {
  const day = parsePlainDate('2026-11-10');
  const known = await session.run(
    "FROM bull_bear_score_ts('demo0048', date_from := DATE '2026-11-01')",
  );
  const at = known.table?.columns.findIndex(({ name }) => name === 'ticker') ?? -1;
  const ticker = String(known.table?.rows[0]?.[at]);
  assert.ok(day && at >= 0);
  const text = eventsAroundKey({ column: 'ticker', value: ticker }, day);
  const byTicker = await session.run(text);
  assert.equal(byTicker.error, null, byTicker.error?.message);
  const byKey = await session.run(
    eventsAroundKey({ column: 'entity', value: 'company:demo0048' }, day),
  );
  assert.ok((byKey.table?.rowCount ?? 0) > 0);
  assert.deepEqual(byTicker.table?.rows, byKey.table?.rows);
});

test('the events of a type are counted by day for the most bullish stocks', async () => {
  const { error, table, chart } = await session.run(countCell({ id: 'E53_A', name: "Lawsuit's" }));
  assert.equal(error, null, error?.message);
  assert.deepEqual(
    table?.columns.map(({ name }) => name),
    ['date', 'events'],
  );
  assert.ok(chart);
});

test('a portfolio is read, drawn and searched for events by its name', async () => {
  const name = "O'Neil";
  const holdings = Array.from({ length: 15 }, (_, at) => ({
    ...{ entity: `company:demo00${at + 10}`, weight: at === 0 ? 0.5 : null, name: `Name ${at}` },
  }));
  const run = (text: string) => session.run(text, 'signals-sql', { [name]: holdings });
  const unknown = { entity: null, weight: 0.5, name: '; DROP\n--' };
  const portfolio = { name, members: [...holdings, unknown], problems: ['Line 2 has\nno entity.'] };
  const companies = await run(portfolioCell(portfolio));
  assert.equal(companies.error, null, companies.error?.message);
  assert.deepEqual(
    companies.table?.columns.map(column => column.name),
    ['name', 'entity', 'weight', 'date', 'score'],
  );
  assert.ok(companies.table);
  assert.equal(companies.table.rowCount, 15, JSON.stringify(companies.table.rows));
  assert.ok(
    companies.table.rows.some(
      ([, entity, weight]) => entity === 'company:demo0010' && weight === 0.5,
    ),
  );
  for (const count of [3, holdings.length]) {
    const some = { ...portfolio, members: portfolio.members.slice(-count - 1) };
    const { error, chart, table } = await run(portfolioScoresCell(some));
    assert.equal(error, null, error?.message);
    assert.ok(chart);
    // A point of a line, or a tile, leads to the events around the day of its score.
    const found = companyDayOf(table?.columns ?? [], table?.rows[0] ?? []);
    assert.ok(found, `${count} companies`);
    const dateAt = table?.columns.findIndex(column => column.name === 'date') ?? -1;
    assert.equal(found.day, String(table?.rows[0]?.[dateAt]).slice(0, 10));
  }
  const events = await run(portfolioEventsCell(portfolio));
  assert.equal(events.error, null, events.error?.message);
  assert.ok(events.table && events.table.rowCount > 0);
});
