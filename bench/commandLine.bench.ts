/**
 * `signals query` from its start to a CSV file with a year of scores of many companies, against a Python script with
 * requests and pandas. Needs Debian's python3-pandas and python3-requests.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from './median';
import { serveSandbox } from './serveSandbox';

const ROUNDS = 5;
const PYTHON = '/usr/bin/python3';

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

async function main(): Promise<void> {
  const service = await serveSandbox(2000);
  const { quantUrl, dataUrl } = service.urls;
  const folder = mkdtempSync(path.join(tmpdir(), 'market-signals-bench-'));
  const file = (name: string): string => path.join(folder, name);
  for (const count of [500, 2000]) {
    const keys = Array.from({ length: count }, (_, index) => service.entityAt(index + 1));
    writeFileSync(file('keys.json'), JSON.stringify(keys));
    const list = keys.map(key => `'${key}'`).join(', ');
    const sql = `SELECT entity, date, score FROM bull_bear_score_ts([${list}], date_from := DATE '2025-06-01', date_to := DATE '2026-06-01') ORDER BY entity, date`;
    const words = ['--format', 'csv', '--force', '--quant-url', quantUrl, '--data-url', dataUrl];
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const query = ['dist/cli.js', 'query', sql, ...words, '--output', file('ours.csv')];
      // Node 20 reads these certificates at each of its starts, for 50 ms.
      const { NODE_EXTRA_CA_CERTS: _certificates, ...usual } = process.env;
      const env = { ...usual, SIGNALS_TOKEN: 'bench' };
      const script = ['bench/python/scores.py', quantUrl, file('keys.json'), file('theirs.csv')];
      const times = [
        timed(() => execFileSync(process.execPath, query, { env, stdio: 'ignore' })),
        timed(() => execFileSync(PYTHON, script, { stdio: 'inherit' })),
      ] as const;
      if (round > 0) {
        ours.push(times[0]);
        theirs.push(times[1]);
      }
    }
    const lines = (name: string): number => readFileSync(file(name), 'utf8').split('\n').length;
    if (lines('ours.csv') !== lines('theirs.csv')) {
      throw new Error(`${lines('ours.csv')} lines and ${lines('theirs.csv')} lines`);
    }
    const [query, script] = [median(ours), median(theirs)];
    console.log(
      `${count} companies, ${lines('ours.csv')} lines: query ${query.toFixed(0)} ms, Python ${script.toFixed(0)} ms`,
    );
    console.log(`ratio query to Python: ${(query / script).toFixed(2)} (at most 0.6)`);
  }
  service.stop();
  rmSync(folder, { recursive: true });
}

void main();
