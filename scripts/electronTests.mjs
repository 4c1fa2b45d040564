/**
 * Runs the extension-host tests in desktop VS Code.
 *
 *   node scripts/electronTests.mjs
 *
 * `VSCODE_EXECUTABLE` names an installed VS Code; without it the newest stable one is downloaded into .vscode-test.
 * Linux without a display needs `xvfb-run -a` before the command. Prints `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { bundleHostTests } from './hostTestBundle.mjs';
import { readHostReport } from './hostTestReport.mjs';
import { finish, runJobs } from './jobs.mjs';
import { copyNotebooks } from './notebooksCopy.mjs';

function launchArguments(folder, workspace) {
  return [
    workspace,
    '--disable-extensions',
    '--disable-workspace-trust',
    '--user-data-dir',
    path.join(folder, 'user-data'),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
}

/** @returns {Promise<import('./testFiles.mjs').FileResult>} */
async function runElectronTests() {
  const startedAt = Date.now();
  const folder = await mkdtemp(path.join(tmpdir(), 'signals-electron-'));
  const reportFile = path.join(folder, 'report.jsonl');
  const executable = process.env.VSCODE_EXECUTABLE;
  const workspace = path.join(folder, 'workspace');
  await copyNotebooks(workspace);
  try {
    const failure = await runTests({
      ...(executable ? { vscodeExecutablePath: executable } : { version: 'stable' }),
      extensionDevelopmentPath: process.cwd(),
      extensionTestsPath: await bundleHostTests(),
      extensionTestsEnv: { SIGNALS_TEST_REPORT: reportFile },
      launchArgs: launchArguments(folder, workspace),
    }).then(
      code => (code === 0 ? undefined : new Error(`VS Code ended with ${code}`)),
      error => error,
    );
    const { tests, running, ended } = readHostReport(reportFile);
    if (!ended || (failure && tests.every(({ error }) => error === undefined))) {
      throw new Error(`The tests did not run to their end (last test: ${running ?? 'none'})`, {
        cause: failure,
      });
    }
    return { tests, output: '', ms: Date.now() - startedAt };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const build = spawnSync(process.execPath, ['esbuild.mjs'], { stdio: 'inherit' });
if (build.status !== 0) {
  process.exit(1);
}
const job = { stage: 'desktop VS Code', name: 'its extension host', run: runElectronTests };
finish(await runJobs([job], 1));
