/**
 * Drives a newcomer's first ten minutes in a real VS Code, and prints each step with its seconds; or measures the side bar.
 *
 *   node scripts/stopwatch.mjs [sideBarTimes]     the file of test/vscode that runs; `stopwatch` if none is named
 *
 * Builds and packages the extension first, unless `SIGNALS_VSIX` names a package; `SIGNALS_VSCODE` names versions instead of
 * the newest. Fails on an error, on a step that does not come to its end, or on a time that is longer than promised; a screenshot of
 * each step is in out/screenshots/stopwatch-*.png. No part of `npm test`: times are those of the machine.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { builtVsix } from './builtVsix.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { bundleTests } from './testFiles.mjs';

const [name = 'stopwatch'] = process.argv.slice(2);
const file = `test/vscode/${name}.ts`;

if (!process.env.SIGNALS_VSIX) {
  execFileSync(process.execPath, ['scripts/package.mjs'], { stdio: 'inherit' });
}
process.env.SIGNALS_VSIX = builtVsix();
await ensurePrerequisites({ chromium: true });
const bundles = await bundleTests([file], 'stopwatch');
// The steps print themselves as they end: the report of the tests, which comes after all of them, goes into a file.
const report = ['--test-reporter=spec', '--test-reporter-destination=out/test/stopwatch.txt'];
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', ...report, bundles.get(file)],
  { stdio: 'inherit', env: { ...process.env, SIGNALS_SCREENSHOTS: '1' } },
);
process.exit(status ?? 1);
