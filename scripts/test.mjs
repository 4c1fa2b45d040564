/**
 * Every check of the project, from its types to the notebook in a real VS Code. Prints what took how long and, last,
 * `N passed, N failed`; exits 1 when one failed.
 *
 * While the first checks run, the machine gets what the later ones need: Chromium, a compiler and both VS Code versions.
 */
import { builtVsix } from './builtVsix.mjs';
import { runCommand } from './command.mjs';
import { hostJobs } from './hostTests.mjs';
import { finish, runJobs } from './jobs.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { longJobs, unitJobs } from './unitTests.mjs';
import { viewJobs } from './viewTests.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';
import { windowJobs } from './windowTests.mjs';

const watchdogMs = 75 * 60_000;

/** A program that ends well, as one test. */
function commandJob(name, ...args) {
  return {
    stage: 'types and lint',
    name,
    run: async () => {
      const startedAt = Date.now();
      const output = await runCommand(process.execPath, args);
      const ms = Date.now() - startedAt;
      return { tests: [{ title: name, name, ms }], output, ms };
    },
  };
}

/** Builds what ships, which the tests of the command line, the views and VS Code then run. */
async function makePackage() {
  await runCommand(process.execPath, ['scripts/package.mjs']);
  process.env.SIGNALS_VSIX = builtVsix();
}

async function allJobs() {
  await ensurePrerequisites({ python: true });
  const built = makePackage();
  const chromium = ensurePrerequisites({ chromium: true, compiler: true });
  const vscode = chromium.then(() => Promise.all(vscodeVersions.map(ensureVsCodeServer)));
  const withPackage = jobs => jobs.map(job => ({ ...job, needs: built }));
  const together = (...promises) => {
    const all = Promise.all(promises);
    all.catch(() => undefined); // The jobs that need it report it.
    return all;
  };
  return [
    commandJob('types', 'node_modules/typescript/bin/tsc', '-b'),
    commandJob('lint', 'node_modules/oxlint/bin/oxlint', '.'),
    commandJob('format', 'node_modules/oxfmt/bin/oxfmt', '--check', '.'),
    ...withPackage(await unitJobs()),
    ...withPackage(await longJobs()),
    ...(await viewJobs(together(built, chromium))),
    ...(await hostJobs(together(built, vscode))),
    ...(await windowJobs([], together(built, vscode))),
  ];
}

setTimeout(() => {
  console.log('✖ The tests take too long.\n0 passed, 1 failed');
  process.exit(1);
}, watchdogMs).unref();

finish(await runJobs(await allJobs()));
