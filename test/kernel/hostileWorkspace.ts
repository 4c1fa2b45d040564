/** A workspace, and cells that would write in it. */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Fills the folder with what DuckDB can read, and with scripts that it would run. */
export async function fillWorkspace(folder: string): Promise<void> {
  mkdirSync(path.join(folder, '.vscode'));
  writeFileSync(path.join(folder, '.vscode/settings.json'), '{}');
  writeFileSync(path.join(folder, 'prices.csv'), 'date,close\n2026-01-05,10.5\n');
  writeFileSync(path.join(folder, 'prices.json'), '[{"close": 10.5}]');
  for (const [name, schema] of [
    ['several', 'CREATE TABLE a (i INTEGER);\nCOPY (SELECT 42) TO'],
    ['single', 'COPY (SELECT 42) TO'],
    ['broken', 'SELECT nothing FROM'],
  ] as const) {
    mkdirSync(path.join(folder, name));
    const target = path.join(folder, `${name}.csv`);
    writeFileSync(path.join(folder, name, 'schema.sql'), `${schema} '${target}';\n`);
    writeFileSync(path.join(folder, name, 'load.sql'), '');
  }
  const instance = await DuckDBInstance.create(path.join(folder, 'prices.db'));
  const connection = await instance.connect();
  await connection.run('CREATE TABLE prices AS SELECT 10.5 AS close');
  await connection.run(`COPY prices TO '${folder}/prices.parquet'`);
  connection.closeSync();
  instance.closeSync();
}

/** Every folder, and every file with its size, its bytes and when it was changed. */
export function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map(entry => {
      const file = path.join(entry.parentPath, entry.name);
      if (!entry.isFile()) {
        return [path.relative(folder, file), 'no file'];
      }
      const { size, mtimeNs } = statSync(file, { bigint: true });
      const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
      return [path.relative(folder, file), `${size} ${mtimeNs} ${hash}`];
    }),
  );
}

/** Statements that write, as a cell can hold them: two readings of a text, and places where a query may stand. */
export function writingCells(folder: string): string[] {
  const copy = `COPY (SELECT 42) TO '${folder}/x.csv'`;
  const dollars = `COPY (SELECT 42) TO $$${folder}/x.csv$$`;
  return [
    copy,
    `  ${copy};`,
    `/* a */ ${copy}`,
    `SELECT 1 -- \r; ${copy}; SELECT 3`,
    `SELECT 1 --\r\n; ${copy}`,
    `SELECT $😀$ ' $😀$; ${dollars}; SELECT 'x'`,
    `SELECT $é1$ ' $é1$; ${dollars}; SELECT 'x'`,
    `CREATE TYPE "’e" AS VARCHAR; SELECT ’e'\\'; ${copy}; SELECT 'x'`,
    `SELECT 'a\\'; ${copy}; SELECT 'x'`,
    `SELECT e'a\\''; ${copy}; SELECT 'x'`,
    `SELECT U&'a\\'; ${copy}; --'`,
    `SELECT 1 /* /* */; ${copy}; /* */ */`,
    `SELECT 1\u0000; ${copy}`,
    `SELECT 1\u2028--\u2028; ${copy}`,
    `EXPLAIN ANALYZE ${copy}`,
    `EXPLAIN (ANALYZE) ${copy}`,
    `EXPLAIN /* a */ ANALYZE ${copy}`,
    `EXPLAIN ANALYZE SELECT 1 -- \r; ${copy}`,
    `PREPARE p1 AS ${copy}; EXECUTE p1`,
    `CREATE VIEW v1 AS SELECT 1 AS a; PREPARE p2 AS FROM v1; CREATE OR REPLACE VIEW v1 AS SELECT 1 AS a FROM enable_profiling(format := 'json', save_location := '${folder}/x.json'); EXECUTE p2; SELECT 42`,
    `WITH c AS (${copy}) SELECT * FROM c`,
    `SELECT * FROM (${copy})`,
    `FROM query('${copy.replaceAll("'", "''")}')`,
    `PIVOT (SELECT 1 AS a, 2 AS b) ON a USING sum(b) -- \r; ${copy}`,
    `PIVOT (SELECT 1 AS a, $😀$ ' $😀$ AS b) ON a; ${dollars}; SELECT 'x'`,
    `COPY (PIVOT (SELECT 1 AS a, 2 AS b) ON a USING sum(b)) TO '${folder}/x.csv'`,
    `CREATE TABLE t1 (i INTEGER); ALTER TABLE t1 ADD COLUMN d DOUBLE DEFAULT random() -- \r; ${copy}`,
    `PRAGMA import_database('${folder}/several')`,
    `PRAGMA import_database('${folder}/single')`,
    `IMPORT DATABASE '${folder}/single'`,
    `IMPORT DATABASE '${folder}/several'`,
    `EXPORT DATABASE '${folder}/all'`,
    `ATTACH '${folder}/other.db'; CREATE TABLE other.t AS SELECT 1`,
    `ATTACH '${folder}/prices.db' AS p; DELETE FROM p.prices`,
    `FROM '${folder}/prices.db'`,
    `DELETE FROM '${folder}/prices.db'`,
    `COPY numbers FROM '${folder}/prices.csv' (STORE_REJECTS true)`,
    `CREATE PERSISTENT SECRET s IN local_file (TYPE http)`,
    `INSTALL json; LOAD json`,
    `SELECT 1 AS a VISUALISE a AS x FILTER (SELECT count(*) FROM enable_profiling(format := 'json', save_location := '${folder}/x.json')) = 0 DRAW point`,
    `SELECT 1 AS a VISUALISE a AS x DRAW point FILTER a = (SELECT count(*) FROM enable_profiling(format := 'json', save_location := '${folder}/x.json')); SELECT 42`,
    `SELECT 1 AS a VISUALISE a AS x DRAW point MAPPING a AS y FROM enable_profiling(format := 'json', save_location := '${folder}/x.json'); SELECT 42`,
    `FROM bullish_stocks(limit := (SELECT count(*) FROM enable_profiling(format := 'json', save_location := '${folder}/x.json'))); SELECT 42`,
    `FROM bullish_stocks(limit := 1 -- \r); ${copy}; SELECT (1\n)`,
  ];
}
