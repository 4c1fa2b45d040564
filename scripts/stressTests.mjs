/**
 * Runs the tests that have a VS Code again and again on a machine that has too little time for them.
 *
 *   node scripts/stressTests.mjs [--times N] [--processor N] [PATH…]
 *
 * 20 times by default; only files whose path contains a word. Everything shares one processor (0 unless another
 * is named, where `taskset` is there), and two files run at a time. A file that fails is not run once more: it is listed
 * with its reason. Build and package before: `npm run build && npm run package`. Each processor can have a run of its
 * own, each in a clone of its own.
 */
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { builtVsix } from './builtVsix.mjs';
import { hostJobs } from './hostTests.mjs';
import { finish, pathWords, runJobs } from './jobs.mjs';
import { ensurePrerequisites, onPath } from './prerequisites.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';
import { windowJobs } from './windowTests.mjs';

const filesAtOnce = 2;

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    processor: { type: 'string', default: '0' },
  },
  allowPositionals: true,
});
const words = pathWords(positionals);
const most = Number(values.times);
if (!Number.isInteger(most) || most < 1 || cpus()[Number(values.processor)] === undefined) {
  console.error(
    `--times takes a whole number from 1, --processor one from 0 to ${cpus().length - 1}.`,
  );
  process.exit(1);
}
process.env.SIGNALS_VSIX = builtVsix();
await ensurePrerequisites({ chromium: true });
await Promise.all(vscodeVersions.map(ensureVsCodeServer));
const jobs = [...(await windowJobs(words)), ...(await hostJobs(undefined, words))];
const times = Array.from({ length: most }, (_, index) => index + 1);
const rounds = times.flatMap(time =>
  jobs.map(job => ({ ...job, twice: false, name: `${job.name} (${time} of ${times.length})` })),
);
if (onPath('taskset')) {
  execFileSync('taskset', ['-cp', values.processor, String(process.pid)], { stdio: 'ignore' });
}
finish(await runJobs(rounds, filesAtOnce), words);
