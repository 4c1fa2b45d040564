/**
 * Runs the tests of what a person sees: the packaged extension in a real VS Code, driven through its window.
 *
 *   node scripts/uiTests.mjs [PATH…]     only test files whose path contains one of the words
 *
 * Takes the package that `npm run package` made last, or `SIGNALS_VSIX`; `SIGNALS_VSCODE` names versions, separated by
 * commas, instead of all. Prints `N passed, N failed`. Screenshots go to out/screenshots.
 */
import { pathToFileURL } from 'node:url';
import { ensurePrerequisites } from './prerequisites.mjs';
import { runNodeTests, totalOf } from './unitTests.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';

/** Windows mostly wait: two at a time take little longer than one. */
const filesAtOnce = 2;
/** Long ones begin, so that none runs alone at the end. */
const longFiles = ['sampleNotebook', 'tour', 'charts.test', 'outputs'];

/**
 * A file with a failure runs once more, with no window beside its own, and is named: a window shares the machine with a
 * browser and a server, and one that is late by seconds must not hide what the others found.
 *
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runUiTests(words = []) {
  await ensurePrerequisites({ chromium: true });
  const versions = process.env.SIGNALS_VSCODE?.split(',') ?? vscodeVersions;
  await Promise.all(versions.map(ensureVsCodeServer));
  const first = await runNodeTests(['vscode/ui'], words, filesAtOnce, longFiles);
  const again = first.files.filter(({ failed }) => failed > 0).map(({ file }) => file);
  if (again.length === 0) {
    return first;
  }
  console.log(`\nFailed, and run once more: ${again.join(', ')}`);
  const second = await runNodeTests(['vscode/ui'], again, 1);
  return totalOf([...first.files.filter(({ failed }) => failed === 0), ...second.files]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await runUiTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
