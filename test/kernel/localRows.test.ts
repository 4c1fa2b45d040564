/** A page without a kernel answers the grid's questions as the kernel does. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { uncancellable } from '../../src/core/base/cancellation';
import { LocalRows, type LocalDataset } from '../../src/core/page/localRows';
import { ColumnPool, unpacked, type PackedColumn } from '../../src/core/page/packedColumns';
import type { Arrangement, ColumnFilter } from '../../src/core/protocol/arrangement';
import type { ColumnSummary } from '../../src/core/protocol/columnSummary';
import type {
  MarkAnswer,
  PageAnswer,
  PageParams,
  PageQuestion,
} from '../../src/core/protocol/questions';
import { openSession, type TestSession } from './openSession';

/** Every type that a grid tells apart, with missing and extreme values, and equal ones whose order must stay. */
const cell = `SELECT
  (i * 37) % 11 - 5 AS whole,
  CASE WHEN i % 7 = 0 THEN NULL WHEN i = 8 THEN 'nan' WHEN i = 9 THEN 'inf' WHEN i = 10 THEN '-inf' ELSE ((i * 7919) % 1000 / 10.0)::VARCHAR END::DOUBLE AS real,
  (9007199254740993 + i % 5)::BIGINT AS wide,
  ((i * 31) % 17)::DECIMAL(9, 2) / 4 AS exact,
  CASE i WHEN 3 THEN 'infinity' WHEN 4 THEN '-infinity' WHEN 5 THEN '0044-03-15 (BC)' ELSE (DATE '2026-01-01' + CAST((i * 13) % 40 AS INTEGER))::VARCHAR END::DATE AS day,
  TIMESTAMP '2026-01-01 23:30:00' + to_hours((i * 5) % 90) AS moment,
  TIMESTAMPTZ '2026-01-01 23:30:00+00' + to_hours((i * 5) % 90) AS instant,
  CASE WHEN i % 9 = 0 THEN NULL ELSE ['beta', 'Alpha', 'élan', 'ﬀ', '😀', 'a' || chr(57344), 'z', ''][1 + i % 8] END AS text,
  i % 3 = 0 AS flag,
  [i % 4, i] AS list,
  TIME '10:00:00' + to_minutes((i * 7) % 50) AS clock
FROM range(120) t(i)`;

let kernel: TestSession;
let resultId = '';
let columnCount = 0;
let local: LocalRows;

before(async () => {
  kernel = await openSession();
  const { table, error } = await kernel.run(cell);
  assert.equal(error, null);
  assert.ok(table);
  resultId = table.id;
  const { columns, rowCount } = table;
  columnCount = columns.length;
  const question = { resultId, offset: 0, limit: rowCount, nestedAsText: true };
  const { rows } = await kernel.session.ask('page', question);
  const pool = new ColumnPool();
  const places = pool.add(rows, columnCount);
  const values = places.map(place => unpacked(JSON.parse(pool.json[place] ?? '') as PackedColumn));
  local = new LocalRows(new Map([[resultId, { columns, values, rowCount }]]));
});
after(() => kernel.close());

async function check(question: PageQuestion): Promise<void> {
  const expected = await kernel.session.ask(
    question.name as 'page',
    question.params as never,
    uncancellable,
  );
  assert.deepEqual(local.answer(question), expected, JSON.stringify(question));
}

function page(arrangement: Arrangement): PageQuestion {
  const params = { resultId, offset: 0, limit: 200, arrangement, nestedAsText: true };
  return { name: 'page', params };
}

test('rows sort as in the kernel, by each type in both directions', async () => {
  for (let column = 0; column < columnCount; column++) {
    // Lists are ordered by their items there, by their texts here.
    if (column !== 9) {
      for (const descending of [false, true]) {
        await check(page({ sort: [{ column, descending }], filters: [] }));
      }
    }
  }
  const sort = [
    { column: 8, descending: true },
    { column: 7, descending: false },
  ];
  await check(page({ sort, filters: [] }));
});

const filters: readonly ColumnFilter[] = [
  { kind: 'text', column: 7, operator: 'contains', text: 'A' },
  { kind: 'text', column: 7, operator: 'notContains', text: 'a' },
  { kind: 'text', column: 7, operator: 'equals', text: 'ÉLAN' },
  { kind: 'text', column: 7, operator: 'notEquals', text: 'beta' },
  { kind: 'text', column: 7, operator: 'startsWith', text: 'al' },
  { kind: 'text', column: 1, operator: 'endsWith', text: '.5' },
  { kind: 'text', column: 5, operator: 'contains', text: ' 23:30' },
  { kind: 'text', column: 9, operator: 'contains', text: '[1, ' },
  { kind: 'range', column: 0, from: '-2', to: '3' },
  { kind: 'range', column: 1, from: '20.5', to: null },
  { kind: 'range', column: 1, from: null, to: '1e9' },
  { kind: 'range', column: 2, from: '9007199254740994', to: '9007199254740995' },
  { kind: 'range', column: 3, from: '1.25', to: '3' },
  { kind: 'range', column: 4, from: '2026-01-10', to: '2026-01-20' },
  { kind: 'range', column: 4, from: '2026-02-01', to: null },
  { kind: 'range', column: 5, from: null, to: '2026-01-02' },
  { kind: 'range', column: 6, from: '2026-01-03', to: '2026-01-03' },
  { kind: 'values', column: 7, values: ['beta', null] },
  { kind: 'values', column: 1, values: ['nan', '12.0'] },
  { kind: 'values', column: 6, values: ['2026-01-01 23:30:00+00'] },
  { kind: 'values', column: 8, values: ['true'] },
  { kind: 'values', column: 0, values: [] },
  { kind: 'missing', column: 1, missing: true },
  { kind: 'missing', column: 7, missing: false },
];

test('rows are filtered as in the kernel, and counted', async () => {
  for (const filter of filters) {
    await check(page({ sort: [], filters: [filter] }));
  }
  const both = filters.filter(filter => filter.column === 1).slice(1, 3);
  await check(page({ sort: [{ column: 0, descending: false }], filters: both }));
});

test('a column is summarised as in the kernel, over all rows and over some', async () => {
  const some: ColumnFilter = { kind: 'range', column: 0, from: '1', to: null };
  for (let column = 0; column < columnCount; column++) {
    for (const wanted of [[], [some]]) {
      const params = { resultId, column, filters: wanted };
      const expected: ColumnSummary = await kernel.session.ask('summary', params);
      const { moments, ...rest } = local.answer({ name: 'summary', params }) as ColumnSummary;
      const { moments: kernels, ...others } = expected;
      assert.deepEqual(rest, others);
      // The deviation of integers that no double tells apart depends on the order of the sum.
      if (rest.name !== 'wide') {
        assert.deepEqual(rounded(moments), rounded(kernels), rest.name);
      }
    }
  }
});

/** Sums depend on their order in the last digits. */
function rounded(moments: object | null): object | null {
  return (
    moments &&
    Object.fromEntries(
      Object.entries(moments).map(([name, value]) => [
        name,
        typeof value === 'number' ? value.toPrecision(12) : (value as unknown),
      ]),
    )
  );
}

test('values are counted as in the kernel, the most frequent first', async () => {
  for (const [column, search] of [
    [7, ''],
    [7, 'A'],
    [1, '.5'],
    [8, ''],
    [9, '1'],
  ] as const) {
    await check({ name: 'values', params: { resultId, column, search, filters: [] } });
  }
});

test('what does not fit the table is refused with the sentence of the kernel', async () => {
  const wrong: readonly PageQuestion[] = [
    page({ sort: [{ column: 99, descending: false }], filters: [] }),
    page({ sort: [], filters: [{ kind: 'range', column: 7, from: '1', to: null }] }),
    page({ sort: [], filters: [{ kind: 'range', column: 0, from: 'x', to: null }] }),
    page({ sort: [], filters: [{ kind: 'range', column: 4, from: '2026-02-31', to: null }] }),
  ];
  for (const question of wrong) {
    const failure = await kernel.session.ask('page', question.params as never).then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    assert.notEqual(failure, '');
    assert.throws(() => local.answer(question), { message: failure });
  }
});

const data = `SELECT i AS n, ['a', 'b', 'c'][1 + i % 3] AS kind, (i * 7) % 5 + 0.5 AS v FROM range(12) t(i)`;

/** Charts, and what a page says about the rows of their marks. */
const charts: readonly (readonly [clause: string, note: RegExp | null])[] = [
  ['n AS x, v AS y DRAW point', null],
  ['kind AS x DRAW bar', null],
  [
    "kind AS x, v AS y DRAW bar SETTING aggregate => 'mean'",
    /^These rows of the result have the same kind\.$/,
  ],
  ["n AS x, v AS y DRAW point FILTER kind = 'b'", /have the values that are drawn/],
  [
    "n AS x, v AS y DRAW line DRAW point FILTER kind = 'b' FACET kind",
    /have the values that are drawn/,
  ],
  ['v AS x DRAW histogram', /^These are the rows that are drawn: /],
];

for (const [clause, note] of charts) {
  test(`a page shows the rows of each mark of ${clause} as the kernel does, or those that are drawn`, async () => {
    const { table, chart, error } = await kernel.run(`${data} VISUALISE ${clause}`);
    assert.equal(error, null, error?.message);
    assert.ok(table && chart);
    const values = table.columns.map((_, column) => table.rows.map(row => row[column] ?? null));
    const tables = new Map([[table.id, { ...table, values }]]);
    const datasets = new Map<string, LocalDataset>();
    for (const { resultId: id, rowCount, columns } of chart.datasets) {
      const asked = { resultId: id, offset: 0, limit: rowCount };
      const { rows } = await kernel.session.ask('page', asked);
      datasets.set(id, { columns, rows, resultId: table.id });
    }
    const page = new LocalRows(tables, datasets);
    for (const [id, { rows: drawn, columns }] of datasets) {
      for (let row = 0; row < drawn.length; row++) {
        const params = { resultId: id, rows: [row], limit: 100 };
        const own = page.answer({ name: 'mark', params }) as MarkAnswer;
        const mark = { kind: 'mark', column: null, mark: own.mark, label: '' } as const;
        const shown = (found: MarkAnswer): PageParams => ({
          ...{ resultId: found.table.id, offset: 0, limit: 100 },
          arrangement: { sort: [], filters: [{ ...mark, mark: found.mark }] },
        });
        const { rows } = page.answer({ name: 'page', params: shown(own) }) as PageAnswer;
        if (note === null) {
          assert.equal(own.note, null);
        } else {
          assert.match(own.note ?? '', note);
        }
        assert.equal(own.rowCount, rows.length);
        if (own.table.id === id) {
          assert.deepEqual(rows, [drawn[row]]);
        } else {
          const expected = await kernel.session.ask('mark', params);
          const { rows: theirs } = await kernel.session.ask('page', shown(expected));
          assert.deepEqual(rows, theirs, `${JSON.stringify(drawn[row])} of ${columns.length}`);
        }
      }
    }
  });
}
