import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { statementsOf } from '../../../src/core/sql/statements';
import { usesOf } from '../../../src/core/sql/uses';
import fc from '../../support/properties';

let connection: DuckDBConnection;

before(async () => {
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});

after(() => connection.closeSync());

interface Named {
  readonly table: string;
  readonly at: number;
}

/** The tables of DuckDB's own parse tree that are no common table expressions there. */
async function parsedTables(sql: string): Promise<Named[]> {
  const result = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const tree: unknown = JSON.parse(String(result.getRows()[0]?.[0]));
  const found: Named[] = [];
  const visit = (value: unknown, common: ReadonlySet<string>): void => {
    if (Array.isArray(value)) {
      value.forEach(item => visit(item, common));
    } else if (typeof value === 'object' && value !== null) {
      const node = value as Record<string, unknown>;
      const map = (node['cte_map'] as { map: { key: string; value: unknown }[] } | undefined)?.map;
      let inner = common;
      for (const { key, value: query } of map ?? []) {
        visit(query, inner);
        inner = new Set([...inner, key.toLowerCase()]);
      }
      const table = String(node['table_name']);
      if (node['type'] === 'BASE_TABLE' && !inner.has(table.toLowerCase())) {
        found.push({ table, at: Number(node['query_location']) });
      }
      for (const [key, item] of Object.entries(node)) {
        if (key !== 'cte_map') {
          visit(item, inner);
        }
      }
    }
  };
  visit(tree, new Set());
  return found.sort((a, b) => a.at - b.at);
}

/** The tables that the words tell, told from DuckDB's where they agree. */
async function check(sql: string): Promise<void> {
  const uses = statementsOf(sql).flatMap(({ tokens }) => usesOf(sql, tokens));
  const told = uses
    .filter(({ kind, role }) => kind === 'relation' && role === 'source')
    .map(({ name }) => name);
  const parsed = await parsedTables(sql);
  assert.deepEqual(
    told,
    parsed.map(({ table }) => table),
    sql,
  );
}

test('the words of a query tell the tables that DuckDB reads in it', async () => {
  const queries = [
    'SELECT a.x, (SELECT max(y) FROM b WHERE b.z = a.z) FROM a',
    'WITH w AS (FROM a), v AS (FROM w JOIN b USING (x)) FROM v, c',
    "SELECT extract(year FROM d), trim(both 'x' FROM e) FROM t WHERE f IS DISTINCT FROM g",
    'FROM a POSITIONAL JOIN b SELECT * EXCLUDE (x) ORDER BY 1, 2 LIMIT 3',
    'SELECT count(*) FILTER (WHERE x) OVER (PARTITION BY y, z ORDER BY v) FROM t, u',
    'SELECT [x FOR x IN [1, 2]] FROM t QUALIFY row_number() OVER () = 1',
    'SELECT * FROM (VALUES (1, 2), (3, 4)) AS t(a, b), u',
    'FROM range(3) r, generate_series(1, 3) g, t',
    'SELECT CASE WHEN EXISTS (FROM a) THEN 1 END FROM b GROUP BY ROLLUP (x, y), z',
    'FROM a TABLESAMPLE 10%, b',
    'SELECT x FROM a UNION BY NAME SELECT y, z FROM b INTERSECT (FROM c, d)',
  ];
  for (const query of queries) {
    await check(query);
  }
});

const name = fc.constantFrom('a', 'b', 'c', '"D e"', 'w');
const { query } = fc.letrec<{ query: string; source: string; relation: string }>(tie => ({
  relation: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'sql' },
    name,
    fc.tuple(name, fc.constantFrom('x', 'y')).map(([table, alias]) => `${table} AS ${alias}`),
    tie('query').map(inner => `(${inner}) AS z`),
    fc.constant('range(3)'),
  ),
  source: fc
    .array(fc.tuple(fc.constantFrom(', ', ' JOIN ', ' CROSS JOIN '), tie('relation')), {
      minLength: 1,
      maxLength: 3,
    })
    .map(parts =>
      parts
        .map(([join, relation], index) =>
          index === 0 ? relation : `${join}${relation}${join === ' JOIN ' ? ' ON 1 = 1' : ''}`,
        )
        .join(''),
    ),
  query: fc
    .tuple(
      fc.option(fc.tuple(fc.constantFrom('w', 'v'), tie('source')), { depthIdentifier: 'sql' }),
      tie('source'),
      fc.constantFrom('', ' WHERE 1 IN (1, 2)', ' GROUP BY 1, 2', ' ORDER BY 1, 2 LIMIT 3'),
    )
    .map(([common, source, rest]) => {
      const opening = common ? `WITH ${common[0]} AS (SELECT 1, 2 FROM ${common[1]}) ` : '';
      return `${opening}SELECT 1, 2 FROM ${source}${rest}`;
    }),
}));

test('they do so for any query that is made of joins, subqueries and common table expressions', async () => {
  await fc.assert(fc.asyncProperty(query, check), { numRuns: 100 });
});
