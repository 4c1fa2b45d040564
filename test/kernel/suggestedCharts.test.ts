/** Which charts are offered, in this order, for typical results of the sandbox. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { suggestFor } from '../../src/core/gallery/suggest';
import type { JsonObject } from '../../src/core/base/json';
import { chartRows } from '../../src/core/visualise/chartRows';
import { renderSvg } from '../core/visualise/render';
import { GallerySession } from '../support/galleryCharts';

let session: GallerySession;
before(async () => {
  session = await GallerySession.open();
});
after(() => session.close());

const several = "['demo0001', 'demo0002', 'demo0003', 'demo0004', 'demo0005']";
const many = '(SELECT list(entity) FROM (FROM bullish_stocks(amount := 30)))';
const quarter = 'date_from := current_date - 90';

/** Queries, and the first three of what is offered for their results. */
const offered: Readonly<Record<string, string>> = {
  'FROM bullish_stocks(amount := 300)': 'ranked-bars group-means group-boxes',
  'FROM bearish_stocks(amount := 300)': 'ranked-bars group-means group-boxes',
  'FROM bullish_stocks(amount := 15)': 'ranked-bars group-means histogram',
  'FROM bullish_stocks(amount := 10) UNION ALL FROM bearish_stocks(amount := 10)':
    'ranked-bars breadth group-means',
  "FROM overlay_changes('bullish_stocks', amount := 15)": 'ranked-bars group-means histogram',
  'SELECT name, bull_bear_score FROM bullish_stocks(amount := 20)': 'ranked-bars histogram',
  'SELECT industry, count(*) AS stocks FROM bullish_stocks(amount := 100) GROUP BY industry':
    'group-means histogram',
  'SELECT industry, avg(bull_bear_score) AS mean_score FROM bullish_stocks(amount := 100) GROUP BY industry':
    'group-means histogram',
  [`FROM bull_bear_score_ts('demo0005', ${quarter})`]: 'score-lines histogram trend',
  [`FROM bull_bear_score_ts(${several}, ${quarter})`]: 'score-lines panels heat-map',
  [`FROM bull_bear_score_ts(${many}, ${quarter})`]: 'score-lines panels heat-map',
  [`SELECT date, avg(score) AS mean_score FROM bull_bear_score_ts(${several}, ${quarter}) GROUP BY date`]:
    'score-lines histogram trend',
  [`FROM trading_volume_ts('demo0005', ${quarter})`]: 'number-lines histogram trend',
  [`FROM trading_volume_ts(${several}, ${quarter})`]: 'panels number-lines group-boxes',
  [`FROM events_ts('demo0005', ${quarter})`]: 'event-bars count-bars event-totals',
  [`FROM events_ts(${several}, ${quarter})`]: 'event-bars panels count-bars',
  [`SELECT event_name, sum(count) AS events FROM events_ts(${several}, ${quarter}) GROUP BY event_name`]:
    'event-totals histogram',
  [`FROM company_events('demo0005', ${quarter})`]: 'event-swimlanes event-totals group-counts',
  [`SELECT score, trading_volume FROM bull_bear_score_ts(${several}, ${quarter}) JOIN trading_volume_ts(${several}, ${quarter}) USING (entity, date)`]:
    'scatter histogram',
  "FROM (VALUES ('A', DATE '2026-01-01', 1.0), ('B', DATE '2026-01-02', 2.0), ('C', DATE '2026-01-01', 3.0)) t(k, d, v)":
    'group-means histogram',
  'FROM range(100)': 'histogram',
  "SELECT 'one' AS category, range AS price FROM range(100)": 'histogram',
  "SELECT 'one' AS category, 1 AS price FROM range(100)": '',
};

for (const [query, ids] of Object.entries(offered)) {
  test(`the charts of ${query}, each with a preview`, async () => {
    const { error, table } = await session.run(query);
    assert.equal(error, null, error?.message);
    assert.ok(table);
    const suggestions = suggestFor(table);
    assert.equal(
      suggestions
        .slice(0, 3)
        .map(({ id }) => id)
        .join(' '),
      ids,
    );
    const constant = table.columns.filter(
      (_, at) => table.rows.length > 1 && new Set(table.rows.map(row => row[at])).size === 1,
    );
    for (const { id, clause } of suggestions) {
      const isSum = clause.includes("aggregate => 'sum'");
      for (const { name } of isSum ? [] : constant) {
        assert.doesNotMatch(clause, new RegExp(`\\b${name} AS [xy]\\b|FACET ${name}\\b`), id);
      }
      const { spec, datasets } = await session.preview(table.id, clause);
      const rows = datasets.map(dataset => [
        dataset.name,
        chartRows(dataset.columns, dataset.rows ?? []),
      ]);
      // Fails at a warning.
      await renderSvg(spec, Object.fromEntries(rows) as Record<string, JsonObject[]>);
      assert.ok(
        datasets.some(({ rows }) => rows && rows.length > 0),
        id,
      );
    }
  });
}
