/**
 * The cost of reading DuckDB's plan of a statement before it runs: the connection of the notebook's statements against
 * a plain connection to the same database.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine } from '../src/kernel/engine/engine';
import { referenceSchema } from '../src/kernel/session/referenceSchema';
import type { Queries } from '../src/kernel/engine/serialConnection';
import { median } from './median';

const ROUNDS = 31;

const tables = `CREATE TABLE scores AS
  SELECT i % 500 AS entity, DATE '2020-01-01' + (i // 500)::INTEGER AS day, hash(i) % 1000 / 1000 AS score
  FROM range(1_000_000) t(i)`;

const statements = {
  'a small SELECT': `SELECT entity, score FROM scores LIMIT 5`,
  'a query of an analysis': `
    WITH daily AS (
      SELECT entity, day, score, score - lag(score) OVER (PARTITION BY entity ORDER BY day) AS change
      FROM scores WHERE entity < 20
    ), ranked AS (
      SELECT *, ntile(5) OVER (PARTITION BY day ORDER BY score) AS bucket FROM daily WHERE change IS NOT NULL
    ), buckets AS (
      SELECT day, bucket, avg(change) AS mean_change, count(*) AS n FROM ranked GROUP BY ALL
    )
    SELECT bucket, avg(mean_change) AS mean_change, stddev_samp(mean_change) / sqrt(count(*)) AS error
    FROM buckets JOIN (SELECT DISTINCT day FROM daily) USING (day)
    GROUP BY bucket ORDER BY bucket`,
  'a query over a million rows': `
    SELECT entity, avg(score) AS mean, quantile_cont(score, 0.9) AS high FROM scores GROUP BY entity ORDER BY mean DESC LIMIT 10`,
};

async function timed(connection: Pick<Queries, 'runAndReadAll'>, sql: string): Promise<number> {
  const started = performance.now();
  await connection.runAndReadAll(sql);
  return performance.now() - started;
}

async function main(): Promise<void> {
  const spillDirectory = mkdtempSync(path.join(tmpdir(), 'market-signals-bench-'));
  const engine = await openEngine(
    { spillDirectory, readableDirectories: [], memoryLimit: null, spillLimit: null },
    referenceSchema,
  );
  await engine.own.run(tables);
  const judgedQueries = { runAndReadAll: (sql: string) => engine.user.runAndReadAll(sql) };
  for (const [what, sql] of Object.entries(statements)) {
    const judged: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const times = [await timed(judgedQueries, sql), await timed(engine.own, sql)] as const;
      if (round > 0) {
        judged.push(times[0]);
        plain.push(times[1]);
      }
    }
    const [own, bare] = [median(judged), median(plain)];
    console.log(
      `${what}: judged ${own.toFixed(2)} ms, plain ${bare.toFixed(2)} ms, ratio ${(own / bare).toFixed(2)}`,
    );
  }
  await engine.close();
  rmSync(spillDirectory, { recursive: true });
}

void main();
