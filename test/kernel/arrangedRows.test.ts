import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import {
  CancellationSource,
  CancelledError,
  uncancellable,
} from '../../src/core/base/cancellation';
import type { ColumnFilter, SortKey, TextOperator } from '../../src/core/protocol/arrangement';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

async function resultOf(text: string): Promise<string> {
  const { table, error } = await kernel.run(text);
  assert.equal(error, null, text);
  return table?.id ?? '';
}

/** The columns' numbers by letter, upper case for descending: `aB`. */
function sortOf(letters: string): SortKey[] {
  return [...letters].map(letter => ({
    column: letter.toLowerCase().charCodeAt(0) - 97,
    descending: letter !== letter.toLowerCase(),
  }));
}

async function arranged(
  resultId: string,
  letters: string,
  filters: readonly ColumnFilter[] = [],
  [offset, limit]: readonly [number, number] = [0, 100],
) {
  const arrangement = { sort: sortOf(letters), filters };
  return kernel.session.ask('page', { resultId, offset, limit, arrangement });
}

/** `check(query, 'aB', rows)`: the first column of the rows sorted so, as text. */
async function checkSort(text: string, letters: string, expected: string): Promise<void> {
  const { rows } = await arranged(await resultOf(text), letters);
  assert.equal(rows.map(row => String(row.at(-1))).join(' '), expected, `${text} by ${letters}`);
}

async function checkFilter(
  resultId: string,
  filters: readonly ColumnFilter[],
  expected: string,
): Promise<void> {
  const { rows, rowCount } = await arranged(resultId, '', filters);
  const message = JSON.stringify(filters);
  assert.equal(rows.map(row => String(row.at(-1))).join(' '), expected, message);
  assert.equal(rowCount, rows.length, message);
}

/** The tables of orders that are kept. */
const keptOrders = `FROM duckdb_tables() WHERE (database_name, schema_name)
  IN (('signals_results', 'orders'), ('signals_orders', 'main'))`;

test('rows are sorted by value, the missing last, equal ones in the order of the result', async () => {
  const values =
    "FROM (VALUES (2, 'x', 'p'), (10, 'y', 'q'), (NULL, 'x', 'r'), (2, 'x', 's'), (2, 'y', 't')) v";
  await checkSort(values, 'a', 'p s t q r');
  await checkSort(values, 'A', 'q p s t r');
  await checkSort(values, 'Ba', 't q p s r');
  await checkSort(values, 'b', 'p r s q t');
  await checkSort(values, '', 'p q r s t');
});

test('a page far into a sorted result is the part of it that was asked for', async () => {
  const id = await resultOf('SELECT (i * 7919) % 1000003 AS a, i FROM range(1000003) r(i)');
  const { rows, rowCount } = await arranged(id, 'A', [], [900_000, 3]);
  assert.equal(rowCount, 1_000_003);
  assert.deepEqual(
    rows.map(([a]) => a),
    [100_002, 100_001, 100_000],
  );
  assert.deepEqual((await arranged(id, 'A', [], [2_000_000, 3])).rows, []);
});

test('filters keep what fits all of them, and say how many rows that is', async () => {
  const id = await resultOf(`FROM (VALUES
    (1, 'Apple 100%', DATE '2026-01-05', 'p'), (2, 'PineAPPLE', DATE '2026-01-06', 'q'),
    (30, NULL, NULL, 'r'), (NULL, 'pear', DATE '2026-02-01', 's')) v`);
  const text = (written: string): ColumnFilter => ({
    kind: 'text',
    column: 1,
    operator: 'contains',
    text: written,
  });
  const range = (column: number, from: string | null, to: string | null): ColumnFilter => ({
    kind: 'range',
    column,
    from,
    to,
  });
  await checkFilter(id, [text('apple')], 'p q');
  await checkFilter(id, [text('%')], 'p');
  await checkFilter(id, [text('_')], '');
  await checkFilter(id, [range(0, '2', null)], 'q r');
  await checkFilter(id, [range(0, '1.5', '2.5')], 'q');
  await checkFilter(id, [range(0, null, '1e1')], 'p q');
  await checkFilter(id, [range(2, '2026-01-06', '2026-02-01')], 'q s');
  await checkFilter(id, [text('apple'), range(0, '2', null)], 'q');
  await checkFilter(id, [{ kind: 'values', column: 0, values: ['1', '30'] }], 'p r');
  await checkFilter(id, [{ kind: 'values', column: 1, values: ['pear', null] }], 'r s');
  await checkFilter(id, [{ kind: 'values', column: 1, values: [] }], '');
  await checkFilter(id, [{ kind: 'missing', column: 2, missing: true }], 'r');
  await checkFilter(id, [{ kind: 'missing', column: 2, missing: false }], 'p q s');
});

test('whole numbers beyond 2^53 are compared exactly, NaN is in no range, days are whole', async () => {
  const id = await resultOf(`FROM (VALUES
    (9007199254740993::BIGINT, 1.0::DOUBLE, TIMESTAMP '2026-01-05 23:59:59', 'p'),
    (9007199254740992::BIGINT, 'NaN'::DOUBLE, TIMESTAMP '2026-01-06 00:00:00', 'q')) v`);
  const from = (column: number, text: string): ColumnFilter[] => [
    { kind: 'range', column, from: text, to: null },
  ];
  await checkFilter(id, from(0, '9007199254740993'), 'p');
  await checkFilter(id, from(1, '0'), 'p');
  await checkFilter(id, [{ kind: 'range', column: 2, from: null, to: '2026-01-05' }], 'p');
});

test('names and values of any text stay names and values', async () => {
  const name = `a" FROM x; DROP TABLE kept; --`;
  const value = `'); DROP TABLE kept; --`;
  await kernel.run('CREATE TABLE kept AS SELECT 1 AS one');
  const column = `"${name.replaceAll('"', '""')}"`;
  const id = await resultOf(
    `SELECT unnest(['${value.replaceAll("'", "''")}', 'other', '"', $$\\$$]) AS ${column}`,
  );
  const { rows } = await arranged(id, 'A', [
    { kind: 'text', column: 0, operator: 'contains', text: value },
  ]);
  assert.deepEqual(rows, [[value]]);
  const listed = await arranged(id, 'a', [{ kind: 'values', column: 0, values: [value, '"'] }]);
  assert.deepEqual(listed.rows, [['"'], [value]]);
  assert.deepEqual((await kernel.run('FROM kept')).table?.rows, [[1]]);
});

test('what does not fit the columns is said in a sentence', async () => {
  const id = await resultOf(`SELECT 1 AS a, 'x' AS b, DATE '2026-01-05' AS c`);
  const fails = (filter: ColumnFilter, message: RegExp) =>
    assert.rejects(arranged(id, '', [filter]), message);
  await fails({ kind: 'text', column: 7, operator: 'contains', text: '' }, /no column 8/);
  await fails({ kind: 'range', column: 0, from: '1 OR 1=1', to: null }, /is not a number/);
  await fails({ kind: 'range', column: 1, from: 'a', to: null }, /VARCHAR cannot be filtered/);
  await fails({ kind: 'range', column: 2, from: '2026-02-30', to: null }, /is not a date/);
  assert.equal((await arranged(id, 'a')).rowCount, 1);
});

test('an order is made once, few are kept, and none longer than its result', async () => {
  const id = await resultOf('SELECT i AS a FROM range(10) r(i)');
  const orders = async () =>
    Number((await kernel.run(`SELECT count(*) ${keptOrders}`)).table?.rows[0]?.[0]);
  const filter = (text: string): ColumnFilter[] => [
    { kind: 'text', column: 0, operator: 'contains', text },
  ];
  await Promise.all([arranged(id, 'A'), arranged(id, 'A'), arranged(id, 'A', [], [5, 5])]);
  const before = await orders();
  await arranged(id, 'A');
  assert.equal(await orders(), before);
  for (let index = 0; index < 20; index++) {
    await arranged(id, 'A', filter(String(index)));
  }
  assert.equal(await orders(), 8);
  const other = await openSession();
  try {
    const first = (await other.run('SELECT 1 AS a')).table?.id ?? '';
    const sorted = { sort: sortOf('A'), filters: [] };
    const question = { resultId: first, offset: 0, limit: 1, arrangement: sorted };
    assert.equal((await other.session.ask('page', question)).rowCount, 1);
    for (let index = 0; index < 200; index++) {
      await other.run('SELECT 1');
    }
    await assert.rejects(other.session.ask('page', question), /no longer kept/);
    const left = await other.run(`SELECT table_name ${keptOrders}`);
    assert.deepEqual(left.table?.rows, []);
  } finally {
    await other.close();
  }
});

test('small orders are in memory, up to a limit, and larger ones in the file', async () => {
  const other = await openSession();
  try {
    const sortedOf = async (rowCount: number) => {
      const { table } = await other.run(`SELECT i AS a, -i AS b FROM range(${rowCount}) r(i)`);
      const arrangement = { sort: sortOf('A'), filters: [] };
      const question = { resultId: table?.id ?? '', offset: 1, limit: 1, arrangement };
      const { rows } = await other.session.ask('page', question);
      assert.deepEqual(rows, [[rowCount - 2, 2 - rowCount]]);
      const { table: kept } = await other.run(
        `SELECT database_name, estimated_size ${keptOrders} ORDER BY ALL`,
      );
      return kept?.rows;
    };
    const [file, memory] = ['signals_results', 'signals_orders'];
    const [large, most] = [4_000_001, 4_000_000];
    assert.deepEqual(await sortedOf(large), [[file, large]]);
    assert.deepEqual(await sortedOf(10), [
      [memory, 10],
      [file, large],
    ]);
    await sortedOf(most);
    // With the ten rows they are more than the limit.
    assert.deepEqual(await sortedOf(most), [
      [memory, most],
      [memory, most],
      [file, large],
    ]);
  } finally {
    await other.close();
  }
});

test('several filters of a column hold together, whatever the case of the letters', async () => {
  const id = await resultOf(`FROM (VALUES ('Halcyon Bank', 'p'), ('halcyon', 'q'), (NULL, 'r'),
    ('Umbra BANK', 's'), ('bank of Umbra', 't')) v`);
  const text = (operator: TextOperator, written: string): ColumnFilter => ({
    kind: 'text',
    column: 0,
    operator,
    text: written,
  });
  await checkFilter(id, [text('contains', 'BANK'), text('notEquals', 'umbra bank')], 'p t');
  await checkFilter(id, [text('equals', 'HALCYON')], 'q');
  await checkFilter(id, [text('startsWith', 'h'), text('notContains', 'bank')], 'q');
  await checkFilter(id, [text('endsWith', 'bank')], 'p s');
  await checkFilter(id, [text('endsWith', '%')], '');
});

test('a column named rowid is a column like any other', async () => {
  const { table } = await kernel.run(
    `SELECT 100 - i AS "RowID", i AS rowid_, 'n' || i AS n FROM range(50) r(i) ORDER BY i`,
  );
  const id = table?.id ?? '';
  const plain = await kernel.session.ask('page', { resultId: id, offset: 10, limit: 2 });
  assert.deepEqual(plain.rows, [
    [90, 10, 'n10'],
    [89, 11, 'n11'],
  ]);
  assert.deepEqual(
    table?.columns.map(({ name }) => name),
    ['RowID', 'rowid_', 'n'],
  );
  const sorted = await arranged(
    id,
    'a',
    [{ kind: 'range', column: 0, from: '60', to: null }],
    [1, 2],
  );
  assert.deepEqual(sorted.rows, [
    [61, 39, 'n39'],
    [62, 38, 'n38'],
  ]);
  const summary = await kernel.session.ask('summary', { resultId: id, column: 0, filters: [] });
  assert.deepEqual([summary.name, summary.least, summary.greatest], ['RowID', '51', '100']);
  const { chart } = await kernel.run(
    'SELECT i AS rowid, i AS y FROM range(3) r(i) VISUALISE rowid AS x, y DRAW point',
  );
  assert.deepEqual(chart?.datasets[0]?.rows, [
    [0, 0],
    [1, 1],
    [2, 2],
  ]);
});

test('a result too large to be copied is sorted by the numbers of its rows', async () => {
  const columns = Array.from({ length: 30 }, (_, index) => `i + ${index} AS c${index}`).join(', ');
  const id = await resultOf(
    `SELECT (i * 7919) % 1000003 AS a, ${columns} FROM range(1000003) r(i)`,
  );
  const page = await arranged(id, 'A', [], [900_000, 3]);
  assert.deepEqual(
    page.rows.map(([a]) => a),
    [100_002, 100_001, 100_000],
  );
  const few = await arranged(id, 'A', [{ kind: 'range', column: 0, from: '10', to: '12' }]);
  assert.deepEqual(
    few.rows.map(([a]) => a),
    [12, 11, 10],
  );
  assert.equal(few.rowCount, 3);
});

test('a sort that is cancelled ends, leaves nothing behind, and does not hold up others', async () => {
  const id = await resultOf('SELECT hash(i) AS a FROM range(20_000_000) r(i)');
  const small = await resultOf('SELECT i AS a FROM range(10) r(i)');
  const stop = new CancellationSource();
  const question = { resultId: id, offset: 0, limit: 1 };
  const sorting = kernel.session.ask(
    'page',
    { ...question, arrangement: { sort: sortOf('a'), filters: [] } },
    stop,
  );
  const ended = assert.rejects(sorting, CancelledError);
  const waiting = arranged(small, 'A', [], [0, 1]);
  assert.equal((await kernel.session.ask('page', question)).rowCount, 20_000_000);
  stop.cancel();
  await ended;
  assert.deepEqual((await waiting).rows, [[9]]);
  const left = await kernel.run(`SELECT count(*) ${keptOrders} AND estimated_size > 2000000`);
  assert.deepEqual(left.table?.rows, [[0]]);
});

test('a sorted result with a column named rowid is exported in its order', async () => {
  const id = await resultOf('SELECT i % 3 AS rowid, i AS b FROM range(7) r(i)');
  const arrangement = {
    sort: sortOf('A'),
    filters: [{ kind: 'range', column: 1, from: '2', to: null } as const],
  };
  const shown = { arrangement, columns: [1, 0] };
  const { path } = await kernel.session.ask(
    'export',
    { resultId: id, format: 'csvRaw', record: null, shown },
    uncancellable,
  );
  assert.equal(readFileSync(path, 'utf8'), 'b,rowid\n2,2\n5,2\n4,1\n3,0\n6,0\n');
});
