/**
 * Runs the tests of what a person sees: the packaged extension in a real VS Code, driven through its window.
 *
 *   node scripts/windowTests.mjs [PATH…]     only test files whose path contains one of the words
 *
 * Takes the package that `npm run package` made last, or `SIGNALS_VSIX`; `SIGNALS_VSCODE` names versions, separated by
 * commas, instead of the newest. Prints `N passed, N failed`. Screenshots go to out/screenshots where a file is named:
 * in a run of all nobody looks at them.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtVsix } from './builtVsix.mjs';
import { globSync } from './files.mjs';
import { finish, pathWords, runJobs } from './jobs.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { bundleTests, runTestFiles } from './testFiles.mjs';
import { startForWindows } from './vscodeForWindows.mjs';
import { ensureVsCodeServer, newestVsCode, vscodeVersions } from './vscodeServer.mjs';

/**
 * Files that go on with one window in this order, each with editors of its own: 'changes' counts snapshots,
 * 'session' and 'sideBar' see the views as a new user does, 'testExplorer' leaves its panel open, and 'processes' ends
 * its VS Code.
 */
const sharing = [
  ['markRows', 'explorer', 'notebookPage', 'testExplorer'],
  ['session', 'sideBar', 'findCompany', 'walkthrough'],
  ['chartCells', 'export', 'tabs', 'typing', 'notebookKeys'],
  ['sampleNotebook', 'tour', 'codeFolding'],
  ['changes', 'outputs', 'parameters', 'token', 'links'],
  ['cells', 'grid', 'gridKeys', 'quickFix', 'rename', 'charts', 'processes'],
];
/** Others that take long begin, so that none runs alone at the end. */
const longFiles = ['sideBarKeys', 'explorerQuestions', 'start'];

/** @returns {string[]} */
export function windowTestFiles() {
  return globSync('test/vscode/ui', /\.test\.ts$/);
}

/**
 * @param {readonly string[]} group Files that share a window.
 * @param {readonly import('./testFiles.mjs').TestResult[]} [first] What their first try found.
 * @returns {readonly string[]} Those that failed in it; all where a failure has no file, as the end of the process.
 */
export function filesToRun(group, first = []) {
  const failed = first.filter(({ error }) => error !== undefined).map(({ file }) => file);
  return failed.length > 0 && failed.every(file => group.includes(file))
    ? group.filter(file => failed.includes(file))
    : group;
}

/**
 * The files of a slot run one after another in windows of one VS Code, each window with a folder of its own and nothing
 * that the browser or the extension stored for the one before. See `test/support/vscodeWindow.ts`.
 *
 * @param {readonly string[]} words
 * @param {Promise<unknown>} [machine] Resolves when VS Code, Chromium and the package are there.
 * @returns {Promise<import('./jobs.mjs').Job[]>}
 */
export async function windowJobs(words, machine) {
  const nameOf = file => path.basename(file, '.test.ts');
  const files = windowTestFiles().filter(
    file => words.length === 0 || words.some(word => file.includes(word)),
  );
  const bundles = files.length === 0 ? new Map() : await bundleTests(files, 'windows');
  const rank = file => longFiles.indexOf(nameOf(file)) >>> 0;
  const groups = [
    ...sharing.map(names => names.flatMap(name => files.filter(file => nameOf(file) === name))),
    ...files
      .filter(file => !sharing.flat().includes(nameOf(file)))
      .sort((one, other) => rank(one) - rank(other))
      .map(file => [file]),
  ];
  return groups
    .filter(group => group.length > 0)
    .map(group => ({
      stage: 'windows of VS Code',
      name: `windows: ${group.map(nameOf).join(', ')}`,
      needs: machine,
      twice: true,
      run: async (slot, _, first) => {
        const started = slot.get('vscode') ?? startForWindows(newestVsCode);
        slot.set('vscode', started);
        started.catch(() => slot.delete('vscode')); // The next job of the slot tries again.
        const vscode = JSON.stringify(await started);
        return runTestFiles(bundles, filesToRun(group, first?.tests), {
          SIGNALS_VSCODE_RUNNING: vscode,
          ...(words.length > 0 ? { SIGNALS_SCREENSHOTS: '1' } : {}),
        });
      },
    }));
}

async function main(words) {
  process.env.SIGNALS_VSIX = builtVsix();
  await ensurePrerequisites({ chromium: true });
  await Promise.all(vscodeVersions.map(ensureVsCodeServer));
  finish(await runJobs(await windowJobs(words)), words);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(pathWords(process.argv.slice(2)));
}
