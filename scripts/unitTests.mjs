/**
 * Runs the tests that need nothing but Node.
 *
 *   node scripts/unitTests.mjs [PATH…]     only test files whose path contains one of the words, slow ones among them
 *
 * Prints `N passed, N failed` and exits 1 when one failed. The tests of the command line run what is in dist/.
 */
import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { globSync } from './files.mjs';
import { finish, pathWords, runJobs } from './jobs.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { bundleTests, runTestFiles } from './testFiles.mjs';

const nodeFolders = [
  ...['core', 'kernel', 'sandbox', 'cli', 'contract', 'project', 'view/unit', 'charts', 'large'],
];

/** Those that take a second or more: they are not run at every save. Each has a process of its own. */
const longFiles = Object.entries({
  large: ['columnNames', ''],
  charts: [''],
  cli: [''],
  'view/unit': ['axisLabels', 'axisTicks', 'compileSpec'],
  kernel: [
    ...['access', 'agentEvaluation', 'agentInstructions', 'analysesEvents', 'analysesFactor'],
    ...['analysesReturns', 'arrangedRows', 'chartQueries', 'chartScales', 'corpus/', 'explorer'],
    ...['localRows', 'markRows', 'namedSeries', 'overlayChanges', 'permission', 'results'],
    ...['sessionContents', 'sideBarCells', 'specificationCheck', 'specificationSize'],
    ...['statements', 'suggestedCharts', 'summariseColumn', 'transactions', 'valueTexts'],
  ],
  'kernel/language': [
    ...['analyst', 'likeRunning', 'notebookFixes', 'problemExamples', 'shippedNotebooks'],
    ...['sqlDiagnostics', 'typedCell'],
  ],
  'core/visualise': [
    ...['axisWords', 'barSteps', 'boxesAndPoints', 'collectedValues', 'compileGolden'],
    ...['enumOrder', 'formatCell', 'fuzz', 'linePieces', 'missingValues', 'panelBins'],
    ...['panelPlaces', 'singleRow', 'stackedAreas', 'suggest/suggestCharts'],
  ],
  'core/language': ['completion.test', 'contentKey', 'curlCommands'],
  'core/notebook': ['notebookFile.properties'],
  'core/jupyter': [''],
  'core/client': ['baseUrl'],
  'core/base': ['visibleText'],
  contract: ['clientEncodings', 'clientMemory'],
  project: ['grammar', 'l10n', 'package'],
  sandbox: ['determinism', 'world/scores', 'world/statistics'],
}).flatMap(([folder, names]) => names.map(name => `test/${folder}/${name}`));

/** How many of the other files share a process at the most: starting one takes longer than most of them. */
const filesTogether = 8;

const unitStage = 'plain Node';
export const checklistFile = 'test/checklist/checklist.test.ts';

/** @returns {Promise<import('./jobs.mjs').Job[]>} The tests that are run at every save, and the checklist of what ran. */
export async function unitJobs() {
  const files = nodeTests().filter(file => !isLong(file));
  const bundles = await bundleTests(files, 'unit');
  const byFolder = new Map();
  for (const file of files) {
    const folder = path.dirname(file);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  const jobs = [...byFolder].flatMap(([folder, own]) =>
    Array.from({ length: Math.ceil(own.length / filesTogether) }, (_, part) => {
      const group = own.slice(part * filesTogether, (part + 1) * filesTogether);
      return {
        stage: unitStage,
        name: `${folder} (${group.length} files from ${path.basename(group[0])})`,
        run: () => runTestFiles(bundles, group),
      };
    }),
  );
  return [...jobs, await checklistJob()];
}

/** @returns {Promise<import('./jobs.mjs').Job[]>} The tests in plain Node that take longer. */
export async function longJobs() {
  const jobs = await jobsOf('longer tests in plain Node', longFiles.flatMap(testsBelow), 'long');
  return jobs.map(job => ({ ...job, twice: true }));
}

/** @returns {Promise<import('./jobs.mjs').Job[]>} One for each file; the bundles go into out/test/FOLDER. */
async function jobsOf(stage, files, folder) {
  const all = [...new Set(files)];
  const bundles = all.length === 0 ? new Map() : await bundleTests(all, folder);
  return all.map(file => ({ stage, name: file, run: () => runTestFiles(bundles, [file]) }));
}

/** The checklist reads which tests passed in this run. */
async function checklistJob() {
  const bundles = await bundleTests([checklistFile], 'checklist');
  return {
    stage: 'checklist',
    name: checklistFile,
    after: unitStage,
    run: async (_, finished) => {
      const passed = finished
        .flatMap(({ tests }) => tests.filter(({ error }) => error === undefined))
        .map(({ file: at, name }) => [at, name]);
      const file = path.resolve('out/test/checklist/passed.json');
      await writeFile(file, JSON.stringify(passed));
      return runTestFiles(bundles, [checklistFile], { SIGNALS_TEST_PASSED: file });
    },
  };
}

/** @returns {string[]} Those that need nothing but Node, without the checklist. */
export function nodeTests() {
  return nodeFolders.flatMap(folder => globSync(`test/${folder}`, /\.test\.ts$/));
}

function isLong(file) {
  return longFiles.some(name => file.startsWith(name));
}

/** The test files whose paths begin so. */
function testsBelow(name) {
  return nodeTests().filter(file => file.startsWith(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensurePrerequisites({ python: true });
  const words = pathWords(process.argv.slice(2));
  const named = nodeTests().filter(file => words.some(word => file.includes(word)));
  const own = `${process.pid}`;
  process.on('exit', () => rmSync(path.resolve('out/test', own), { recursive: true, force: true }));
  const jobs = words.length === 0 ? await unitJobs() : await jobsOf(unitStage, named, own);
  finish(await runJobs(jobs), words);
}
