import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CancellationSource, CancelledError } from '../../src/core/base/cancellation';
import { exploredCell } from '../../src/core/explorer/exploredCell';
import type { ColumnFilter } from '../../src/core/protocol/arrangement';
import type { ExploreParams, TimelineUnit } from '../../src/core/protocol/exploration';
import fc from '../support/properties';
import { openSession, type TestSession } from './openSession';

let kernel: TestSession;
before(async () => {
  kernel = await openSession();
});
after(() => kernel.close());

type Row = readonly (string | number | null)[];

/** Places of the columns of every generated relation. */
const place = { day: 0, at: 1, event: 2, company: 3, isFact: 4, score: 5, id: 6 } as const;
const names = ['day', 'seen', 'event', 'company', 'is fact', 'score', 'id'];
const events = ["O'Hara", 'a', 'A b', 'ü%_', ''];
const facets = [place.event, place.company, place.isFact];

const someEvent = fc.option(fc.constantFrom(...events), { nil: null });
const someCompany = fc.option(fc.constantFrom('Acme', 'Bolt', 'acme two'), { nil: null });
const someDay = fc.integer({ min: 0, max: 70 }).map(dayText);
const someScore = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });
const someRow: fc.Arbitrary<Row> = fc.tuple(
  fc.option(someDay, { nil: null }),
  fc.integer({ min: 0, max: 2_000_000 }),
  someEvent,
  someCompany,
  fc.constantFrom('true', 'false', null),
  someScore,
);

/** The day with this number in 2026, which begins on a Thursday. */
function dayText(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
}

const someFilter: fc.Arbitrary<ColumnFilter> = fc.oneof(
  ...(['values', 'exclude'] as const).flatMap(kind => [
    fc.uniqueArray(someEvent, { minLength: 1, maxLength: 3 }).map(values => ({
      ...{ kind, column: place.event, values },
    })),
    fc.constantFrom([null], ['true'], ['false', null]).map(values => ({
      ...{ kind, column: place.isFact, values },
    })),
    fc.constantFrom(['Acme'], ['nobody'], ['Bolt', 'Acme']).map(values => ({
      ...{ kind, column: place.company, values },
    })),
  ]),
  fc
    .tuple(fc.option(someDay, { nil: null }), fc.option(someDay, { nil: null }))
    .map(([from, to]) => ({ kind: 'range' as const, column: place.day, from, to })),
  fc.constantFrom('-1', '2', '0.5').map(from => ({
    ...{ kind: 'range' as const, column: place.score, from, to: null },
  })),
  fc.constantFrom('a', 'ME', 'ü', "'").map(text => ({
    ...{ kind: 'search' as const, column: null, columns: [place.event, place.company], text },
  })),
  fc
    .constantFrom('contains' as const, 'notContains' as const, 'startsWith' as const)
    .map(operator => ({ kind: 'text' as const, column: place.company, operator, text: 'ac' })),
  fc.boolean().map(missing => ({ kind: 'missing' as const, column: place.day, missing })),
);

const someFilters = fc.array(someFilter, { maxLength: 4 });

function literal(value: string | number | null | undefined): string {
  return typeof value === 'number'
    ? String(value)
    : value === null || value === undefined
      ? 'NULL'
      : `'${value.replaceAll("'", "''")}'`;
}

/** The cell that makes the relation: its last column numbers the rows. */
function relationText(rows: readonly Row[]): string {
  const values = rows.map((row, id) => `(${[...row, id].map(literal).join(', ')})`);
  const types = ['VARCHAR', 'INTEGER', 'VARCHAR', 'VARCHAR', 'VARCHAR', 'INTEGER', 'INTEGER'];
  const empty = `(${types.map(type => `NULL::${type}`).join(', ')})`;
  return `SELECT day::DATE AS day, make_timestamp(1767225600000000 + seen::BIGINT * 1000000) AS seen, event::VARCHAR AS event,
      company::VARCHAR AS company, flag::BOOLEAN AS "is fact", score::DOUBLE AS score, id::BIGINT AS id
    FROM (VALUES ${[...values, empty].join(', ')}) AS t(day, seen, event, company, flag, score, id) WHERE id IS NOT NULL ORDER BY id`;
}

/** Whether a row fits a filter, worked out in SQL that knows nothing of the explorer. */
function reference(filter: ColumnFilter): string {
  const column = filter.column === null ? '' : `"${names[filter.column] ?? ''}"`;
  switch (filter.kind) {
    case 'values':
      return `coalesce(list_contains([${filter.values.map(value => literal(value ?? 'none!')).join(', ')}], coalesce(${column}::VARCHAR, 'none!')), false)`;
    case 'exclude':
      return `NOT ${reference({ ...filter, kind: 'values' })}`;
    case 'range':
      return `(${column} IS NOT NULL AND ${filter.from === null ? 'true' : `${column} >= ${literal(filter.from)}`} AND ${filter.to === null ? 'true' : `${column} <= ${literal(filter.to)}`})`;
    case 'search':
      return `(coalesce(event ILIKE ${like(filter.text)}, false) OR coalesce(company ILIKE ${like(filter.text)}, false))`;
    case 'text':
      return filter.operator === 'startsWith'
        ? `coalesce(${column} ILIKE '${filter.text}%', false)`
        : `coalesce(${column} ${filter.operator === 'contains' ? '' : 'NOT '}ILIKE '%${filter.text}%', false)`;
    case 'missing':
      return `(${column} IS NULL) = ${filter.missing}`;
    case 'mark':
      throw new Error('There are no marks.');
  }
}

function like(text: string): string {
  return `'%${text.replaceAll("'", "''")}%'`;
}

function where(filters: readonly ColumnFilter[], beside?: number): string {
  const others = filters.filter(({ column }) => column === null || column !== beside);
  return others.map(reference).join(' AND ') || 'true';
}

async function rowsOf(text: string): Promise<unknown[][]> {
  const { table, error } = await kernel.run(text, { firstPageRows: 1000 });
  assert.equal(error, null, text);
  return (table?.rows ?? []).map(row => [...row]);
}

function asked(resultId: string, filters: readonly ColumnFilter[]): ExploreParams {
  return {
    ...{ resultId, filters, timeline: { unit: 'day', stack: null } },
    facets: facets.map(column => ({ column, limit: 100, search: '' })),
  };
}

interface Explored {
  readonly filters: readonly ColumnFilter[];
  readonly unit: TimelineUnit;
  readonly stack: number | null;
}

/** Compares what the explorer answers with plain SQL over the same rows. */
async function checkExplored(
  resultId: string,
  source: string,
  { filters, unit, stack }: Explored,
): Promise<void> {
  const { session } = kernel;
  const answer = await session.ask('explore', {
    ...asked(resultId, filters),
    timeline: { unit, stack },
  });
  const about = JSON.stringify({ filters, unit, stack });
  const [[total] = []] = await rowsOf(`SELECT count(*) FROM (${source}) WHERE ${where(filters)}`);
  assert.equal(answer.rowCount, total, about);
  for (const { column, values } of answer.facets) {
    const name = `"${names[column] ?? ''}"`;
    const counted = await rowsOf(
      `SELECT ${name}::VARCHAR, count(*) AS n FROM (${source}) WHERE ${where(filters, column)} GROUP BY 1 ORDER BY n DESC, 1 NULLS LAST`,
    );
    const named = filters.flatMap(filter =>
      filter.column === column && 'values' in filter ? filter.values : [],
    );
    const known = new Set(counted.map(([text]) => text));
    const absent = [...new Set(named)].filter(text => !known.has(text));
    const listed = values.map(({ text, count }) => [text, count]);
    assert.deepEqual(listed, [...counted, ...absent.map(text => [text, 0])], `${name} ${about}`);
  }
  const bars = await rowsOf(
    `SELECT strftime(date_trunc('${unit}', day), '%Y-%m-%d'), count(*) FROM (${source}) WHERE day IS NOT NULL AND ${where(filters, place.day)} GROUP BY 1 ORDER BY 1`,
  );
  const { timeline } = answer;
  assert.deepEqual(
    (timeline?.bars ?? []).map(({ day, counts }) => [day, counts.reduce((sum, n) => sum + n, 0)]),
    bars,
    about,
  );
  for (const [index, text] of (timeline?.stack?.values ?? []).entries()) {
    const column = names[stack ?? 0] ?? '';
    const [[parts] = []] = await rowsOf(
      `SELECT count(*) FROM (${source}) WHERE day IS NOT NULL AND ${where(filters, place.day)} AND "${column}"::VARCHAR IS NOT DISTINCT FROM ${literal(text)}`,
    );
    const drawn: number | undefined = timeline?.bars.reduce(
      (sum, { counts }) => sum + (counts[index] ?? 0),
      0,
    );
    assert.equal(drawn, parts, `${column} ${text} ${about}`);
  }
}

test('total, facets, timeline, page and cell of any filters are those of plain SQL', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someRow, { maxLength: 40 }),
      someFilters,
      fc.constantFrom<TimelineUnit>('day', 'week', 'month'),
      fc.constantFrom(null, ...facets),
      async (rows, filters, unit, stack) => {
        const source = relationText(rows);
        const { table, error } = await kernel.run(source);
        assert.equal(error, null, source);
        const resultId = table?.id ?? '';
        const columns = table?.columns ?? [];
        await checkExplored(resultId, source, { filters, unit, stack });
        // The same from the counts that are made while a range of days moves.
        await kernel.session.ask('brush', { resultId, filters, facets });
        await checkExplored(resultId, source, { filters, unit, stack });
        const fitting = await rowsOf(`FROM (${source}) WHERE ${where(filters)} ORDER BY id`);
        const arrangement = { filters, sort: [] };
        const question = { resultId, offset: 0, limit: 100, arrangement };
        const page = await kernel.session.ask('page', question);
        assert.deepEqual(page, { rows: fitting, rowCount: fitting.length });
        const sort = [{ column: place.id, descending: true }];
        const cell = exploredCell({ text: source, columns }, { filters, sort });
        assert.deepEqual(await rowsOf(cell), fitting.toReversed(), cell);
        await kernel.session.ask('drop', { resultId });
      },
    ),
    { numRuns: 25 },
  );
});

async function explored(text: string) {
  const { table, error } = await kernel.run(text);
  assert.equal(error, null, text);
  const resultId = table?.id ?? '';
  return { resultId, facts: await kernel.session.ask('explored', { resultId }) };
}

test('pages of filtered rows are in the order of the relation, in many blocks too', async () => {
  const source = `SELECT i, 'e' || hash(i) % 50 AS e, hash(i + 1) % 10 AS n FROM range(400000) AS r(i)`;
  const values = Array.from({ length: 9 }, (_, index) => `e${index}`);
  const check = async (filters: readonly ColumnFilter[], where: string): Promise<void> => {
    const { table } = await kernel.run(source);
    const resultId = table?.id ?? '';
    const expected = await rowsOf(
      `FROM (${source}) WHERE ${where} ORDER BY i LIMIT 50 OFFSET 5000`,
    );
    assert.equal(expected.length, 50);
    const arrangement = { filters, sort: [] };
    const question = { resultId, offset: 5000, limit: 50, arrangement };
    assert.deepEqual((await kernel.session.ask('page', question)).rows, expected, where);
    await kernel.session.ask('explored', { resultId });
    assert.deepEqual((await kernel.session.ask('page', question)).rows, expected, where);
  };
  const one: ColumnFilter = { kind: 'values', column: 1, values: ['e7'] };
  await check([one], `e = 'e7'`);
  await check([{ ...one, values }], `e IN (${values.map(literal).join(', ')})`);
  // The copy has no numbers: they are looked up.
  await check([{ kind: 'range', column: 2, from: '3', to: '5' }], `n BETWEEN 3 AND 5`);
});

test('a question that is cancelled ends, leaves nothing behind, and the next one is answered', async () => {
  const source = `SELECT 'e' || hash(i) % 4000 AS e, 'f' || hash(i + 1) % 4000 AS f FROM range(3000000) AS r(i)`;
  const { table } = await kernel.run(source);
  const resultId = table?.id ?? '';
  const before = await madeTables();
  const stop = new CancellationSource();
  const preparing = kernel.session.ask('explored', { resultId }, stop);
  const ended = assert.rejects(preparing, CancelledError);
  stop.cancel();
  await ended;
  assert.deepEqual(await madeTables(), before);
  const later = new CancellationSource();
  const facets = [0, 1].map(column => ({ column, limit: 1, search: '' }));
  const question = { ...asked(resultId, []), facets };
  const [older, newer] = [
    kernel.session.ask('explore', question, later),
    kernel.session.ask('explore', { ...question, facets: [] }),
  ];
  const stopped = assert.rejects(older, CancelledError);
  later.cancel();
  await stopped;
  assert.equal((await newer).rowCount, 3_000_000);
  await kernel.session.ask('drop', { resultId });
});

test('without its timeline, which does not change while a range moves, the rest is answered', async () => {
  const { resultId } = await explored(`SELECT DATE '2026-01-01' AS day, 'a' AS e`);
  const answer = await kernel.session.ask('explore', {
    ...asked(resultId, []),
    timeline: null,
    facets: [],
  });
  assert.deepEqual([answer.rowCount, answer.timeline], [1, null]);
});

test('columns with few values are facets, the first date makes the timeline', async () => {
  const { facts } = await explored(
    `SELECT i, 'k' || i AS "key", 'n' || i % 7 AS city, 'e' || i % 3 AS event_name, i % 2 = 0 AS odd, 'one' AS same,
       NULL::VARCHAR AS nothing, DATE '2026-01-01' + (i % 90)::INTEGER AS day, TIMESTAMP '2026-01-01' AS at
     FROM range(20000) AS r(i)`,
  );
  assert.deepEqual(facts, {
    time: { column: 7, from: '2026-01-01', to: '2026-03-31' },
    facets: [
      { column: 3, distinctCount: 3 },
      { column: 2, distinctCount: 7 },
      { column: 4, distinctCount: 2 },
    ],
    searched: [3, 2, 4, 5, 6],
  });
});

test('a column that has few values only in its first rows is no facet, and is filtered all the same', async () => {
  const { resultId, facts } = await explored(
    `SELECT 'e' || CASE WHEN i < 250000 THEN i % 5 ELSE i END AS e, 'f' || i % 2 AS f FROM range(300000) AS r(i)`,
  );
  assert.deepEqual(facts.facets, [{ column: 1, distinctCount: 2 }]);
  const filters: ColumnFilter[] = [{ kind: 'values', column: 0, values: ['e270001', 'e1'] }];
  const answer = await kernel.session.ask('explore', { ...asked(resultId, filters), facets: [] });
  assert.equal(answer.rowCount, 50_001);
  const arrangement = { filters, sort: [] };
  const page = await kernel.session.ask('page', {
    resultId,
    offset: 50_000,
    limit: 5,
    arrangement,
  });
  assert.deepEqual(page, { rows: [['e270001', 'f1']], rowCount: 50_001 });
});

test('a relation without dates, rows or few values can be explored', async () => {
  const { resultId, facts } = await explored('SELECT i AS n FROM range(0) AS r(i)');
  assert.deepEqual(facts, { time: null, facets: [], searched: [] });
  const answer = await kernel.session.ask('explore', { ...asked(resultId, []), facets: [] });
  assert.deepEqual(answer, { rowCount: 0, timeline: null, facets: [], without: [] });
});

test('a facet lists its most frequent values, those that contain a text, and those that are named', async () => {
  const { resultId } = await explored(
    `SELECT 'v' || floor(sqrt(i))::INTEGER AS v FROM range(1, 400) AS r(i)`,
  );
  const filters: ColumnFilter[] = [{ kind: 'values', column: 0, values: ['v2', 'gone'] }];
  const ask = async (limit: number, search: string) => {
    const facet = [{ column: 0, limit, search }];
    const answer = await kernel.session.ask('explore', {
      ...asked(resultId, filters),
      facets: facet,
    });
    const [{ values, valueCount } = { values: [], valueCount: 0 }] = answer.facets;
    return `${values.map(({ text, count }) => `${text}:${count}`).join(' ')} of ${valueCount}`;
  };
  assert.equal(await ask(3, ''), 'v19:39 v18:37 v17:35 v2:5 gone:0 of 20');
  assert.equal(await ask(2, 'V1'), 'v19:39 v18:37 of 11');
});

test('mentions of the same event are one row, made anew for other filters', async () => {
  const { resultId } = await explored(
    `SELECT * FROM (VALUES ('a', 'Sale', 'fact', 1), ('a', 'Sale', 'rumour', 2), ('a', 'Fire', 'fact', 3), ('b', 'Sale', 'fact', 4),
       ('a', 'Sale', NULL, 5)) AS t(entity, event_name, factuality, n) CROSS JOIN (SELECT DATE '2026-01-02' AS date)`,
  );
  const group = async (filters: readonly ColumnFilter[]) => {
    const { id, columns, rows, rowCount } = await kernel.session.ask('mentions', {
      resultId,
      filters,
    });
    assert.equal(rowCount, rows.length);
    return { id, names: columns.map(({ name }) => name).join(' '), rows };
  };
  const all = await group([]);
  assert.equal(all.names, 'date entity event_name mentions factuality');
  assert.deepEqual(
    all.rows.map(row => row.slice(1).join(' ')),
    ['a Sale 3 fact, rumour', 'a Fire 1 fact', 'b Sale 1 fact'],
  );
  const facts = await group([{ kind: 'values', column: 2, values: ['fact'] }]);
  assert.deepEqual(
    facts.rows.map(row => row.slice(1).join(' ')),
    ['a Fire 1 fact', 'a Sale 1 fact', 'b Sale 1 fact'],
  );
  const page = {
    offset: 0,
    limit: 1,
    arrangement: { sort: [{ column: 2, descending: true }], filters: [] },
  };
  const { rows } = await kernel.session.ask('page', { resultId: facts.id, ...page });
  assert.equal(rows[0]?.[2], 'Sale');
  await assert.rejects(kernel.session.ask('page', { resultId: all.id, ...page }), /no longer kept/);
});

test('if no row fits, each filter comes with the rows that would fit without it', async () => {
  const { resultId } = await explored(
    `SELECT * FROM (VALUES ('a', 'x'), ('a', 'y'), ('b', 'z')) AS t(v, w)`,
  );
  const filters: ColumnFilter[] = [
    { kind: 'values', column: 0, values: ['b'] },
    { kind: 'exclude', column: 1, values: ['z'] },
  ];
  const answer = await kernel.session.ask('explore', { ...asked(resultId, filters), facets: [] });
  assert.deepEqual([answer.rowCount, answer.without], [0, [2, 1]]);
});

/** The rows of each table that was made to explore relations. */
async function madeTables(): Promise<number[]> {
  const rows = await rowsOf(
    `SELECT estimated_size FROM duckdb_tables() WHERE database_name = 'signals_results' AND schema_name = 'explorer' ORDER BY table_oid`,
  );
  return rows.map(([size]) => Number(size));
}

test('what was made for a result goes with it, and few are kept', async () => {
  for (const { id } of (await kernel.session.contents()).results) {
    await kernel.session.ask('drop', { resultId: id });
  }
  const others = [];
  for (let index = 0; index < 11; index++) {
    others.push(
      (await explored(`SELECT 'e' || i % ${index + 2} AS e FROM range(20) AS r(i)`)).resultId,
    );
  }
  assert.deepEqual(await madeTables(), [5, 6, 7, 8, 9, 10, 11, 12]);
  const { resultId } = await explored(
    `SELECT DATE '2026-01-01' + (i % 9)::INTEGER AS day, 'e' || i % 3 AS e FROM range(100) AS r(i)`,
  );
  await kernel.session.ask('brush', { resultId, filters: [], facets: [1] });
  assert.deepEqual((await madeTables()).slice(-4), [12, 3, 9, 9]);
  await kernel.session.ask('drop', { resultId });
  assert.deepEqual(await madeTables(), [6, 7, 8, 9, 10, 11, 12]);
  // An earlier one is prepared again.
  const answer = await kernel.session.ask('explore', {
    ...asked(others[0] ?? '', []),
    facets: [{ column: 0, limit: 9, search: '' }],
  });
  assert.equal(answer.facets[0]?.valueCount, 2);
});

test('the rows of a result are stored once, compressed, and not in memory', async () => {
  const held = async () => {
    const [[memory, file] = []] = await rowsOf(
      `SELECT (SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE')::BIGINT,
         (SELECT sum(used_blocks * block_size) FROM pragma_database_size() WHERE database_name = 'signals_results')::BIGINT`,
    );
    return { memory: Number(memory), file: Number(file) };
  };
  const before = await held();
  const rows = 2_000_000;
  const { resultId } = await explored(
    `SELECT DATE '2026-01-01' + (i % 90)::INTEGER AS day, 'event ' || i % 300 AS event_name, 'company ' || hash(i) % 900 AS company
     FROM range(${rows}) AS r(i)`,
  );
  await kernel.session.ask('explore', {
    ...asked(resultId, [{ kind: 'values', column: 1, values: ['event 1', 'event 2'] }]),
    facets: [{ column: 2, limit: 5, search: '' }],
  });
  await kernel.session.ask('brush', { resultId, filters: [], facets: [1] });
  const after = await held();
  assert.ok(after.memory - before.memory < rows, `${after.memory - before.memory} bytes`);
  assert.ok(after.file - before.file < 8 * rows, `${after.file - before.file} bytes`);
  assert.ok(Math.max(...(await madeTables())) < 30_000);
});

test('a text that many values contain is searched as one that few do', async () => {
  const source = `SELECT i, CASE WHEN i % 9 > 0 THEN 'v' || i % 200 END AS v, 'w' || i % 3 AS w FROM range(5000) AS r(i)`;
  const { resultId } = await explored(source);
  for (const text of ['v', '19', '199', 'w1', 'none']) {
    for (const operator of ['contains', 'notContains'] as const) {
      const filters: ColumnFilter[] = [
        { kind: 'text', column: 1, operator, text },
        { kind: 'search', column: null, columns: [1, 2], text: 'w' },
      ];
      const answer = await kernel.session.ask('explore', {
        ...asked(resultId, filters),
        facets: [],
      });
      const not = operator === 'contains' ? '' : 'NOT ';
      const [[count] = []] = await rowsOf(
        `SELECT count(*) FROM (${source}) WHERE coalesce(v ${not}LIKE '%${text}%', false)`,
      );
      assert.equal(answer.rowCount, count, `${operator} ${text}`);
    }
  }
});
