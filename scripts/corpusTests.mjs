/**
 * Runs every statement of the corpus in test/kernel/corpus, where `npm test` takes a sample: some minutes.
 *
 *   node scripts/corpusTests.mjs
 *
 * Prints how many statements there are and which of them a notebook refuses, answers differently or reports.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

const found = 'out/corpus.txt';

rmSync(found, { force: true });
const { status } = spawnSync(process.execPath, ['scripts/unitTests.mjs', 'kernel/corpus/'], {
  env: { ...process.env, SIGNALS_CORPUS: 'whole' },
  stdio: 'inherit',
});
console.log(readFileSync(found, 'utf8'));
process.exit(status ?? 1);
