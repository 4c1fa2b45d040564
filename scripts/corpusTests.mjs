/**
 * Runs every statement of the corpus in test/kernel/corpus, where `npm test` takes a sample: some minutes.
 *
 *   node scripts/corpusTests.mjs
 */
import { execFileSync } from 'node:child_process';

execFileSync(process.execPath, ['scripts/unitTests.mjs', 'kernel/corpus/'], {
  env: { ...process.env, SIGNALS_CORPUS: 'whole' },
  stdio: 'inherit',
});
