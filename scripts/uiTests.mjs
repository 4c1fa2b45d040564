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
import { runNodeTests } from './unitTests.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';

/** @returns {Promise<{ passed: number, failed: number }>} */
export async function runUiTests(words = []) {
  await ensurePrerequisites({ chromium: true });
  const versions = process.env.SIGNALS_VSCODE?.split(',') ?? vscodeVersions;
  await Promise.all(versions.map(ensureVsCodeServer));
  return runNodeTests(['vscode/ui'], words, 1);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await runUiTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}
