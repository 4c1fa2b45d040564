import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldRows, heldTables } from '../../../src/core/page/heldRows';
import { pageDataJson, readPageData } from '../../../src/core/page/pageData';
import type { ResultOutput } from '../../../src/core/protocol/output';
import type { PageAnswer, PageParams } from '../../../src/core/protocol/questions';
import { provenance } from '../protocol/outcomes';

const column = { name: 'i', type: 'BIGINT' };

function result(rowCount: number, columnCount = 1): ResultOutput {
  const columns = Array.from({ length: columnCount }, () => column);
  const table = { id: 'kernel/1', columns, rowCount, rows: [] };
  const base = { version: 1, chart: null, notes: [], copyright: null } as const;
  return { ...base, table, provenance, restored: false };
}

/** A kernel whose rows are their numbers, and which answers with at most `most` of them at a time. */
function kernel(rowCount: number, columnCount = 1, most = 50_000) {
  return ({ offset, limit }: PageParams): Promise<PageAnswer> => {
    const length = Math.max(0, Math.min(limit, most, rowCount - offset));
    const rows = Array.from({ length }, (_, at) =>
      Array.from({ length: columnCount }, () => offset + at),
    );
    return Promise.resolve({ rows, rowCount });
  };
}

test('all rows are read, in as many questions as the kernel needs', async () => {
  const { table, notes } = await new HeldRows(kernel(70_000, 1, 30_000), heldTables.html).of(
    result(70_000),
  );
  assert.deepEqual(
    [table?.rows.length, table?.rows[0], table?.rows.at(-1)],
    [70_000, [0], [69_999]],
  );
  assert.deepEqual(notes, []);
});

test('a table is cut at its limit, the tables of a page at theirs, and each says so', async () => {
  const held = new HeldRows(kernel(200_000, 15), heldTables.html);
  const first = await held.of(result(200_000, 15));
  const { mostRows } = heldTables.html;
  assert.equal(first.table?.rows.length, mostRows);
  assert.deepEqual(first.notes, ['The first 100,000 rows of 200,000 rows are in this page.']);
  const second = await held.of(result(200_000, 15));
  assert.equal(second.table?.rows.length, Math.floor((2_000_000 - 15 * mostRows) / 15));
  assert.equal((await held.of(result(200_000, 15))).table?.rows.length, 0);
  const short = await new HeldRows(kernel(3_000), heldTables.md).of(result(3_000));
  assert.equal(short.table?.rows.length, 100);
  assert.deepEqual(short.notes, []);
});

test('what the kernel has no more is what the output kept', async () => {
  const held = new HeldRows(() => Promise.reject(new Error('gone')), heldTables.html);
  const { table } = result(5);
  assert.ok(table);
  const output = { ...result(5), table: { ...table, rows: [[0], [1]] } };
  const { notes, ...rest } = await held.of(output);
  assert.equal(rest.table?.rows.length, 2);
  assert.deepEqual(notes, ['The first 2 rows of 5 rows are in this page.']);
});

test('rows come out of a page as they went in, and a column that is there twice is held once', async () => {
  const rows = [
    ['a', 1.5, null],
    ['</script>', 1e300, '\u2028'],
    ['a', -0.25, 'x'],
    ['a', 2, 'x'],
  ];
  const columns = ['VARCHAR', 'DOUBLE', 'VARCHAR'].map((type, at) => ({ name: `c${at}`, type }));
  const table = { id: 'r', columns, rowCount: 4, rows };
  const dataset = { name: 'd', resultId: 'r', columns, rowCount: 4, rows };
  const chart = { spec: {}, description: '', datasets: [dataset] };
  const output = { ...result(4), table, chart };
  const text = pageDataJson([output, output], 'redUp');
  assert.equal(text.includes('<'), false);
  assert.equal(text.split('1e+300').length - 1, 1);
  const page = readPageData(text);
  assert.equal(page?.palette, 'redUp');
  const [one, other] = page.results;
  assert.deepEqual(one?.output.table?.rows, rows);
  assert.deepEqual(one?.output.chart?.datasets[0]?.rows, rows);
  assert.notEqual(one?.output.table?.id, other?.output.table?.id);
  assert.equal(readPageData('{"palette":"x"}'), null);
});

test('a result that no page can draw is left out, and the others are there', () => {
  const long = { name: 'x'.repeat(200_001), type: 'BIGINT' };
  const table = { id: 'r', columns: [long], rowCount: 1, rows: [[1]] };
  const page = readPageData(pageDataJson([{ ...result(1), table }, result(0)], 'redUp'));
  assert.deepEqual(
    page?.results.map(held => held !== null),
    [false, true],
  );
});
