import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploredCell } from '../../../src/core/explorer/exploredCell';
import type { ColumnFilter } from '../../../src/core/protocol/arrangement';

const columns = [
  { name: 'date', type: 'DATE' },
  { name: 'event_name', type: 'VARCHAR' },
  { name: 'my score', type: 'DOUBLE' },
  { name: 'news_publish_time', type: 'TIMESTAMP' },
  { name: 'order', type: 'VARCHAR' },
];
const call = `FROM company_events(['company:a'], date_from := DATE '2026-11-01')`;

/** `check(text, filters, 'WHERE …')`: what follows the cell's own query. */
function check(text: string, filters: readonly ColumnFilter[], expected: string): void {
  assert.equal(exploredCell({ text, columns }, { filters, sort: [] }), expected);
}

test('conditions follow a call as a person would write them', () => {
  const range = { kind: 'range', column: 0, from: '2026-11-02', to: '2026-11-09' } as const;
  check(
    `-- Events\n${call};`,
    [
      { kind: 'values', column: 1, values: ['Lawsuit', "O'Neill", null] },
      range,
      { ...range, column: 3, to: null },
      { kind: 'exclude', column: 4, values: ['x'] },
      { kind: 'range', column: 2, from: '0.5', to: null },
      { kind: 'search', column: null, columns: [1, 4], text: 'Law' },
    ],
    [
      call,
      `WHERE (event_name IN ('Lawsuit', 'O''Neill') OR event_name IS NULL)`,
      `  AND date BETWEEN DATE '2026-11-02' AND DATE '2026-11-09'`,
      `  AND CAST(news_publish_time AS DATE) >= DATE '2026-11-02'`,
      `  AND ("order" <> 'x' OR "order" IS NULL)`,
      `  AND (NOT isnan("my score") AND "my score" >= CAST(0.5 AS DOUBLE))`,
      `  AND (contains(lower(event_name), lower('Law')) OR contains(lower("order"), lower('Law')))`,
    ].join('\n'),
  );
});

test('another query is read as a whole, without its chart', () => {
  const filters: ColumnFilter[] = [{ kind: 'missing', column: 1, missing: true }];
  const where = 'WHERE event_name IS NULL';
  check('FROM events', filters, `FROM events\n${where}`);
  check(`FROM 'a.parquet'`, filters, `FROM 'a.parquet'\n${where}`);
  check(
    `CREATE TABLE t AS ${call};\nSELECT *\nFROM t LIMIT 5 VISUALISE date AS x DRAW bar`,
    filters,
    `FROM (\n  SELECT *\n  FROM t LIMIT 5\n)\n${where}`,
  );
  check('FROM events WHERE true', filters, `FROM (\n  FROM events WHERE true\n)\n${where}`);
  check('FROM a(1), b(2)', filters, `FROM (\n  FROM a(1), b(2)\n)\n${where}`);
  check(`VISUALISE date AS x FROM events DRAW bar`, [], 'FROM events');
  check(
    `WITH t AS (${call}) VISUALISE date AS x FROM t DRAW bar`,
    [],
    `FROM (\n  WITH t AS (${call}) FROM t\n)`,
  );
  // A line break within a text stays as it is.
  check(`SELECT 'a\nb' AS event_name`, [], `FROM (\nSELECT 'a\nb' AS event_name\n)`);
});

test('the order of the rows is written, the deciding column first', () => {
  const sort = [
    { column: 2, descending: true },
    { column: 0, descending: false },
  ];
  assert.equal(
    exploredCell({ text: call, columns }, { filters: [], sort }),
    `${call}\nORDER BY "my score" DESC NULLS LAST, date ASC NULLS LAST`,
  );
});

test('mentions are grouped by event: the same company, day and event', () => {
  const mentions = ['date', 'entity', 'event_name', 'company', 'role', 'news_publish_time'].map(
    name => ({ name, type: 'VARCHAR' }),
  );
  const filters: ColumnFilter[] = [{ kind: 'values', column: 4, values: ['Target'] }];
  assert.equal(
    exploredCell({ text: call, columns: mentions }, { filters, sort: [] }, { kind: 'events' }),
    [
      'SELECT date, entity, event_name, company, count(*) AS mentions, min(news_publish_time) AS first_published,',
      "  string_agg(DISTINCT role, ', ' ORDER BY role) AS role",
      call,
      "WHERE role = 'Target'",
      'GROUP BY date, entity, event_name, company',
      'ORDER BY mentions DESC, date DESC, entity, event_name',
    ].join('\n'),
  );
  assert.throws(
    () => exploredCell({ text: call, columns }, { filters: [], sort: [] }, { kind: 'events' }),
    /company_events/,
  );
});

test('the timeline is a chart of counted rows', () => {
  const what = { kind: 'timeline', time: 3, unit: 'month', stack: 4 } as const;
  assert.equal(
    exploredCell({ text: call, columns }, { filters: [], sort: [] }, what),
    [
      `SELECT date_trunc('month', news_publish_time)::DATE AS month, "order", count(*) AS row_count`,
      call,
      'GROUP BY ALL',
      'ORDER BY ALL',
      'VISUALISE month AS x, row_count AS y, "order" AS fill',
      'DRAW bar',
    ].join('\n'),
  );
});

test('what no other statement can read is refused in a sentence', () => {
  const refused = (text: string, filters: readonly ColumnFilter[]): (() => string) => {
    return () => exploredCell({ text, columns }, { filters, sort: [] });
  };
  assert.throws(refused('DROP TABLE t', []), /has no query/);
  assert.throws(refused(call, [{ kind: 'mark', column: null, mark: 1, label: '' }]), /mark/);
  assert.throws(refused(call, [{ kind: 'missing', column: 9, missing: true }]), /no column 10/);
});
