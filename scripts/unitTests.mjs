/**
 * Runs the tests that need nothing but Node.
 *
 *   node scripts/unitTests.mjs [PATH…]     only test files whose path contains one of the words, slow ones among them
 *
 * Prints `N passed, N failed` and exits 1 when one failed. The tests of the command line run what is in dist/.
 */
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { globSync } from './files.mjs';
import { isPassed, runJobs, summary } from './jobs.mjs';
import { bundleTests, runTestFile } from './testFiles.mjs';

/** Folders whose tests are run at every save. */
const unitFolders = ['core', 'kernel', 'sandbox', 'io', 'cli', 'contract', 'project', 'view/unit'];

/** Folders of tests that take longer. */
const slowFolders = ['charts', 'large'];

/** Files with more work than others begin. */
const longFiles = ['columnNames', 'timeZones', 'chartReduction', 'charts/gallery', 'notebookFile'];

const unitStage = 'plain Node';
const checklistFile = 'test/checklist/checklist.test.ts';

/** @returns {Promise<import('./jobs.mjs').Job[]>} The tests that are run at every save, and the checklist of what ran. */
export async function unitJobs() {
  return [...(await jobsOf(unitStage, filesOf(unitFolders), 'unit')), await checklistJob()];
}

/** @returns {Promise<import('./jobs.mjs').Job[]>} */
export function slowJobs() {
  return jobsOf('charts and large results', filesOf(slowFolders), 'slow');
}

/** @returns {Promise<import('./jobs.mjs').Job[]>} One for each file, which is bundled into out/test/FOLDER. */
export async function jobsOf(stage, files, folder) {
  const rank = file => longFiles.findIndex(word => file.includes(word)) >>> 0;
  const sorted = files.toSorted((one, other) => rank(one) - rank(other));
  const bundles = files.length === 0 ? new Map() : await bundleTests(files, folder);
  return sorted.map(file => ({ stage, name: file, run: () => runTestFile(bundles.get(file)) }));
}

/** The checklist reads which tests passed in this run. */
async function checklistJob() {
  const bundles = await bundleTests([checklistFile], 'checklist');
  return {
    stage: 'checklist',
    name: checklistFile,
    after: unitStage,
    run: async (_, finished) => {
      const passed = finished.map(({ job, tests }) => ({
        file: job.name,
        titles: tests.filter(({ error }) => error === undefined).map(({ name }) => name),
      }));
      const file = path.resolve('out/test/checklist/passed.json');
      await writeFile(file, JSON.stringify(passed));
      return runTestFile(bundles.get(checklistFile), { SIGNALS_TEST_PASSED: file });
    },
  };
}

function filesOf(folders, words = []) {
  return folders
    .flatMap(folder => globSync(`test/${folder}`, /\.test\.ts$/))
    .filter(file => words.length === 0 || words.some(word => file.includes(word)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const words = process.argv.slice(2);
  const jobs =
    words.length === 0
      ? await unitJobs()
      : await jobsOf(unitStage, filesOf([...unitFolders, ...slowFolders], words), `${process.pid}`);
  const finished = await runJobs(jobs, availableParallelism());
  console.log(summary(finished));
  process.exit(isPassed(finished) ? 0 : 1);
}
