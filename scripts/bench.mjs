/**
 * Runs the benchmarks, each a ratio of two things in one run.
 *
 *   node scripts/bench.mjs [WORD…]     only those whose path contains one of the words
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { globSync } from './files.mjs';
import { textLoader } from './textLoader.mjs';
import { buildPage } from './viewTests.mjs';

const words = process.argv.slice(2);
const files = globSync('bench', /\.bench\.ts$/).filter(
  file => words.length === 0 || words.some(word => file.includes(word)),
);
execFileSync(process.execPath, ['esbuild.mjs', '--production'], { stdio: 'inherit' });
await esbuild.build({
  entryPoints: files,
  outdir: 'out/bench',
  outbase: 'bench',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  packages: 'external',
  loader: textLoader,
  logLevel: 'warning',
});
const env = { ...process.env, SIGNALS_VIEW_PAGE: await buildPage() };
for (const file of files) {
  const built = path.join('out/bench', file.slice(6).replace(/\.ts$/, '.js'));
  console.log(`\n${file}`);
  execFileSync(process.execPath, [built], { stdio: 'inherit', env });
}
