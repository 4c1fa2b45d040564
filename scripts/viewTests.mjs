/**
 * Runs the tests of the views in Chromium, on a page that acts as the notebook's webview.
 *
 *   node scripts/viewTests.mjs [PATH…]     only test files whose path contains one of the words
 *
 * Prints `N passed, N failed`. Screenshots go to out/screenshots.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { globSync } from './files.mjs';
import { finish, pathWords, runJobs } from './jobs.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { bundleTests, runTestFiles } from './testFiles.mjs';

/** Prints what the pages of a test show where it fails. */
const printShown = 'test/view/browser/printShown.ts';

/** @returns {string[]} */
export function viewTestFiles() {
  return globSync('test/view/browser', /\.test\.ts$/);
}

/**
 * @param {Promise<unknown>} [machine] Resolves when Chromium is there.
 * @param {readonly string[]} [words]
 * @returns {Promise<import('./jobs.mjs').Job[]>}
 */
export async function viewJobs(machine, words = []) {
  const files = viewTestFiles().filter(
    file => words.length === 0 || words.some(word => file.includes(word)),
  );
  if (files.length === 0) {
    return [];
  }
  const [bundles, folder] = await Promise.all([
    bundleTests([printShown, ...files], 'view'),
    buildPage(),
  ]);
  return files.map(file => ({
    stage: 'views in Chromium',
    name: file,
    needs: machine,
    run: () => runTestFiles(bundles, [printShown, file], { SIGNALS_VIEW_PAGE: folder }),
    twice: true,
  }));
}

/** @returns {Promise<string>} The folder with the renderer and the page that replaces the notebook. */
export async function buildPage() {
  const folder = path.resolve('out/test/viewPage');
  const common = {
    bundle: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  };
  await Promise.all([
    esbuild.build({
      ...common,
      entryPoints: { renderer: 'src/view/renderer.ts', explorerTab: 'src/view/explorerTab.ts' },
      outdir: path.join(folder, 'view'),
      loader: { '.css': 'text', '.ttf': 'dataurl', '.svg': 'text' },
    }),
    esbuild.build({
      ...common,
      splitting: false,
      minify: true,
      format: 'iife',
      entryPoints: {
        notebookPage: 'src/view/page/notebookPage.ts',
        pageStyle: 'src/view/page/page.css',
      },
      outdir: path.join(folder, 'program', 'page'),
      loader: { '.svg': 'text' },
    }),
    esbuild.build({
      ...common,
      entryPoints: {
        webview: 'test/view/browser/page/webview.ts',
        tab: 'test/view/browser/page/tab.ts',
      },
      outdir: path.join(folder, 'page'),
    }),
  ]);
  return folder;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensurePrerequisites({ chromium: true });
  const words = pathWords(process.argv.slice(2));
  finish(await runJobs(await viewJobs(undefined, words)), words);
}
