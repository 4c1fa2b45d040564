/** Every type in the places where a value can stand. */

import type { CorpusSession } from './session';
import { sessionsOf } from './session';
import { typeValues, type TypeValues } from './values';

/** Statements about a table `t` with the columns `id INTEGER`, `v` of the type, two values and a NULL. */
const aboutColumn: readonly string[] = [
  'SELECT * FROM t ORDER BY id',
  'SELECT v, typeof(v) AS type FROM t ORDER BY id',
  'SELECT v FROM t ORDER BY v NULLS FIRST, id',
  'SELECT v FROM t ORDER BY v DESC NULLS LAST, id LIMIT 1',
  'SELECT DISTINCT v FROM t ORDER BY ALL',
  'SELECT DISTINCT ON (v) id, v FROM t ORDER BY id',
  'SELECT v, count(*) FROM t GROUP BY v ORDER BY min(id)',
  'SELECT v, id, count(*) FROM t GROUP BY ROLLUP (v, id) ORDER BY ALL',
  'SELECT min(v), max(v), first(v ORDER BY id), last(v ORDER BY id), any_value(v ORDER BY id) FROM t',
  'SELECT count(v), count(DISTINCT v), list(v ORDER BY id) FROM t',
  'SELECT arg_min(v, id), arg_max(id, v), mode(v) IS NULL FROM t',
  'SELECT id, lag(v) OVER w, lead(v) OVER w, first_value(v) OVER w FROM t WINDOW w AS (ORDER BY id) ORDER BY id',
  'SELECT id, rank() OVER (ORDER BY v NULLS LAST) AS place FROM t ORDER BY id',
  'SELECT id FROM t QUALIFY row_number() OVER (PARTITION BY v ORDER BY id) = 1 ORDER BY id',
  'SELECT a.id, b.id FROM t a JOIN t b ON a.v = b.v ORDER BY ALL',
  'SELECT a.id, b.id FROM t a LEFT JOIN t b ON a.v < b.v ORDER BY ALL',
  'SELECT a.id FROM t a SEMI JOIN t b USING (v) ORDER BY ALL',
  'SELECT a.id FROM t a ANTI JOIN t b ON a.v IS NOT DISTINCT FROM b.v ORDER BY ALL',
  'SELECT id FROM t WHERE v IN (SELECT v FROM t WHERE v IS NOT NULL) ORDER BY id',
  'SELECT id FROM t WHERE v = (SELECT max(v) FROM t)',
  'SELECT id FROM t WHERE EXISTS (SELECT 1 FROM t u WHERE u.v = t.v AND u.id > t.id)',
  'SELECT id, CASE WHEN v IS NULL THEN NULL ELSE v END AS same FROM t ORDER BY id',
  'SELECT coalesce(v, (SELECT first(v ORDER BY id) FROM t)) AS filled FROM t ORDER BY id',
  'SELECT nullif(v, v), v IS NULL, v IS NOT DISTINCT FROM v FROM t ORDER BY id',
  'SELECT [v] AS list, {v: v} AS struct, row(v, id) AS tuple FROM t ORDER BY id',
  `SELECT MAP {'k': v} AS map, struct_pack(a := v).a AS a FROM t ORDER BY id`,
  'SELECT list_value(v, v)[1] AS first, [x for x in [v, v]] AS each, list_transform([v], lambda x: x) AS same FROM t ORDER BY id',
  'SELECT unnest([v, v]) AS each FROM t ORDER BY id, ALL',
  'SELECT v::VARCHAR AS text, hash(v) = hash(v) AS same FROM t ORDER BY id',
  'SELECT to_json(v) AS json FROM t ORDER BY id',
  'SELECT v FROM t UNION SELECT v FROM t ORDER BY ALL',
  'SELECT v FROM t UNION ALL BY NAME SELECT v, id FROM t ORDER BY ALL',
  'SELECT v FROM t EXCEPT SELECT v FROM t WHERE v IS NULL ORDER BY ALL',
  'SELECT v FROM t INTERSECT ALL SELECT v FROM t ORDER BY ALL',
  'WITH c AS MATERIALIZED (SELECT v FROM t) SELECT count(*) FROM c a, c b',
  'PIVOT (SELECT id, v FROM t) ON id USING first(v)',
  'UNPIVOT (SELECT id, v, v AS w FROM t) ON v, w INTO NAME n VALUE x ORDER BY ALL',
  'SUMMARIZE SELECT id FROM t',
  'DESCRIBE t',
  'SET VARIABLE kept = (SELECT first(v ORDER BY id) FROM t)',
  `SELECT getvariable('kept') AS kept, typeof(getvariable('kept'))`,
  'PREPARE one AS SELECT v FROM t WHERE id = $1',
  'EXECUTE one(1)',
  'DEALLOCATE one',
  'CREATE VIEW shown AS SELECT v AS w FROM t',
  'SELECT w FROM shown WHERE w IS NOT NULL ORDER BY ALL',
  'CREATE MACRO same(x) AS x',
  'SELECT same(v) FROM t ORDER BY id',
  'CREATE TABLE copied AS FROM t ORDER BY id',
  'INSERT INTO copied SELECT id + 10, v FROM t',
  'UPDATE copied SET v = NULL WHERE id > 11',
  'DELETE FROM copied WHERE v IS NULL',
  'FROM copied ORDER BY id',
  'ALTER TABLE copied ADD COLUMN more VARCHAR DEFAULT NULL',
  'ALTER TABLE copied ALTER COLUMN v SET DEFAULT NULL',
  'ALTER TABLE copied RENAME COLUMN v TO w',
  'INSERT INTO copied (id) VALUES (99) RETURNING *',
  'DROP TABLE copied',
];

export function typeSessions(): CorpusSession[] {
  const columns = typeValues.map(({ type, values: [one, other] }) => ({
    name: `a column of ${type}`,
    statements: [
      `CREATE TABLE t (id INTEGER, v ${type})`,
      `INSERT INTO t VALUES (1, ${one}), (2, ${other}), (3, NULL)`,
      ...aboutColumn,
    ],
  }));
  return [
    ...columns,
    ...sessionsOf('literals of types', typeValues.flatMap(aboutValues)),
    ...sessionsOf('casts', casts()),
  ];
}

function aboutValues({ type, values: [one, other] }: TypeValues): string[] {
  return [
    `SELECT ${one} AS one, ${other} AS other`,
    `SELECT NULL::${type} AS nothing, typeof(NULL::${type})`,
    `SELECT ${one} = ${other}, ${one} < ${other}, ${one} BETWEEN ${one} AND ${other}`,
    `SELECT greatest(${one}, ${other}), least(${one}, ${other})`,
    `SELECT ${one} IN (${one}, ${other}), if(true, ${one}, ${other})`,
    `VALUES (${one}), (${other})`,
    `SELECT * FROM (VALUES (1, ${one}), (2, NULL)) v(id, x) ORDER BY id`,
    `SELECT [${one}, NULL, ${other}] AS list, [${one}]::${type.endsWith(']') ? 'VARCHAR' : `${type}[1]`} AS fixed`,
    `SELECT union_value(m := ${one}) AS member, union_tag(union_value(m := ${one})) AS tag`,
    `SELECT TRY_CAST(${one}::VARCHAR AS ${type}) AS again`,
    `SELECT ${one}::JSON AS json`,
    `SELECT ${one}::VARIANT::VARCHAR AS text`,
    `SELECT alias(${one}), pg_typeof(${one}), typeof([${one}])`,
  ];
}

function casts(): string[] {
  return typeValues.flatMap(({ values: [one] }) =>
    typeValues.flatMap(({ type }) => [`SELECT CAST(${one} AS ${type}) AS made`]),
  );
}
