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
import { followReport } from './hostTestReport.mjs';
import { copyNotebooks } from './notebooksCopy.mjs';

const pollMs = 200;

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

async function runElectronTests() {
  const folder = await mkdtemp(path.join(tmpdir(), 'signals-electron-'));
  const reportFile = path.join(folder, 'report.jsonl');
  const report = followReport(reportFile);
  const following = setInterval(() => report.advance(), pollMs);
  const executable = process.env.VSCODE_EXECUTABLE;
  const workspace = path.join(folder, 'workspace');
  await copyNotebooks(workspace);
  try {
    const code = await runTests({
      ...(executable ? { vscodeExecutablePath: executable } : { version: 'stable' }),
      extensionDevelopmentPath: process.cwd(),
      extensionTestsPath: await bundleHostTests(),
      extensionTestsEnv: { SIGNALS_TEST_REPORT: reportFile },
      launchArgs: launchArguments(folder, workspace),
    }).catch(error => {
      console.log(`✖ VS Code ended with a failure: ${error.message}`);
      return 1;
    });
    report.advance();
    const { passed, failed, ended } = report.seen;
    const broken = failed === 0 && (code !== 0 || !ended) ? 1 : 0;
    return { passed, failed: failed + broken };
  } finally {
    clearInterval(following);
    await rm(folder, { recursive: true, force: true });
  }
}

const build = spawnSync(process.execPath, ['esbuild.mjs'], { stdio: 'inherit' });
if (build.status !== 0) {
  process.exit(1);
}
const { passed, failed } = await runElectronTests();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
