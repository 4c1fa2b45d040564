/**
 * Every test, from plain Node to the real VS Code. Prints `N passed, N failed`; exits 1 when one failed.
 *
 * While the first tests run, the machine gets what the later ones need: Chromium, a compiler and both VS Code versions.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from './files.mjs';
import { hostTestFiles } from './hostTestBundle.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { runUiTests } from './uiTests.mjs';
import { runNodeTests, slowFolders, unitFolders } from './unitTests.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';
import { runVsCodeTests } from './vscodeTests.mjs';

const watchdogMs = 75 * 60_000;

const total = { passed: 0, failed: 0 };
const summary = [];

/** Runs one stage; one that cannot start, or that has tests and runs none, counts as a failure. */
async function stage(name, files, run) {
  if (files.length === 0) {
    return;
  }
  console.log(`\n— ${name}`);
  const startedAt = Date.now();
  const { passed, failed } = await run().catch(error => {
    console.log(`✖ ${name}\n${error.stack}`);
    return { passed: 0, failed: 1 };
  });
  const missing = passed + failed === 0 ? 1 : 0;
  if (missing > 0) {
    console.log(`✖ ${name}: no test ran`);
  }
  total.passed += passed;
  total.failed += failed + missing;
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  summary.push(`${name}: ${passed} passed, ${failed + missing} failed, ${seconds} s`);
}

async function prepareMachine() {
  await ensurePrerequisites({ chromium: true, compiler: true });
  await Promise.all(vscodeVersions.map(ensureVsCodeServer));
}

/** Builds what ships, which the tests of the command line, the views and VS Code then run. */
function makePackage() {
  const { status } = spawnSync(process.execPath, ['scripts/package.mjs'], { stdio: 'inherit' });
  if (status !== 0) {
    throw new Error('The package could not be made.');
  }
}

function finish() {
  console.log(`\n${summary.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}

process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --enable-source-maps`.trim();
setTimeout(() => {
  console.log('✖ The tests take too long.');
  total.failed++;
  finish();
}, watchdogMs).unref();

makePackage();
const machine = prepareMachine();
machine.catch(() => undefined); // The stages that need the machine report it.

const testsOf = folders => folders.flatMap(folder => globSync(`test/${folder}`, /\.test\.ts$/));
await stage('plain Node', testsOf(unitFolders), () => runNodeTests(unitFolders));
await stage('charts in three time zones, large results', testsOf(slowFolders), () =>
  runNodeTests(slowFolders),
);
await stage('views in Chromium', testsOf(['view']), async () => {
  await ensurePrerequisites({ chromium: true });
  return runNodeTests(['view'], [], 1);
});
for (const version of vscodeVersions) {
  await stage(`extension host of VS Code ${version}`, hostTestFiles(), async () => {
    await machine;
    return runVsCodeTests(version);
  });
}
await stage('the window of VS Code', testsOf(['vscode/ui']), async () => {
  await machine;
  return runUiTests();
});
finish();
