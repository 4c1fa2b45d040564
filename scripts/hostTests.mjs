/**
 * Runs the extension-host tests in a real VS Code whose window is Chromium.
 *
 *   node scripts/hostTests.mjs [PATH…]     only test files whose path contains one of the words
 *
 * The extension is loaded from the project's folder: build it first. `SIGNALS_VSCODE` names versions, separated by
 * commas, instead of the newest. Prints `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { bundleHostTests, hostTestFiles } from './hostTestBundle.mjs';
import { readHostReport } from './hostTestReport.mjs';
import { finish, pathWords, runJobs } from './jobs.mjs';
import { copyNotebooks } from './notebooksCopy.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { startVsCode, writeSettings } from './vscodeProcess.mjs';
import { ensureVsCodeServer, newestVsCode } from './vscodeServer.mjs';

const pollMs = 200;
/** VS Code does not draw what it does not show, and no one watches. */
const unseen = { width: 500, height: 300 };
/** Without a graphics card, animations are drawn by the processor. */
const still = '*, *::before, *::after { animation: none !important; transition: none !important; }';
/** Without a report for this long, the window or the extension host hangs. */
const silenceWatchdogMs = 180_000;
const shownLines = 60;

/**
 * @param {Promise<unknown>} [machine] Resolves when VS Code, Chromium and the built extension are there.
 * @param {readonly string[]} [words]
 * @returns {Promise<import('./jobs.mjs').Job[]>}
 */
export async function hostJobs(machine, words = []) {
  const files = hostTestFiles(words);
  if (files.length === 0) {
    return [];
  }
  const tests = await bundleHostTests(files);
  const versions = process.env.SIGNALS_VSCODE?.split(',') ?? [newestVsCode];
  return versions.map(version => ({
    stage: 'extension host of VS Code',
    name: `extension host of VS Code ${version}`,
    needs: machine,
    twice: true,
    run: () => runHostTests(version, tests),
  }));
}

/**
 * @param {string} version
 * @param {string} tests The bundle.
 * @returns {Promise<import('./testFiles.mjs').FileResult>}
 * @throws {Error} With VS Code's log when no test ran, the extension host died, or nothing happens any more.
 */
async function runHostTests(version, tests) {
  const startedAt = Date.now();
  const server = await ensureVsCodeServer(version);
  const folder = await mkdtemp(path.join(tmpdir(), 'signals-host-'));
  const reportFile = path.join(folder, 'report.jsonl');
  const workspace = path.join(folder, 'workspace');
  await copyNotebooks(workspace);
  // In the browser VS Code saves by itself after a second, and then turns away a save that a test asks for.
  await writeSettings(folder, { 'files.autoSave': 'off', 'git.enabled': false });
  const vscode = await startVsCode(server, folder, {
    // A newer VS Code takes tests from the payload only with this option, which code-server passes through.
    env: { SIGNALS_TEST_REPORT: reportFile, VSCODE_OPTIONS: 'enable-smoke-test-driver' },
    args: ['--disable-workspace-trust'],
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: unseen });
    const window = await openTestWindow(page, vscode, { tests, workspace });
    const results = await awaitReport(reportFile, { window, vscode });
    return { tests: results, output: lastLines(window, vscode), ms: Date.now() - startedAt };
  } finally {
    await browser.close();
    await vscode.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens VS Code with the tests as its payload; they start by themselves. */
async function openTestWindow(page, vscode, { tests, workspace }) {
  const window = { exitCode: undefined, log: [], isLost: false };
  page.setDefaultTimeout(silenceWatchdogMs);
  const remote = file => `vscode-remote://127.0.0.1:${vscode.port}${file}`;
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    window.log.push(`${type}: ${args.join(' ')}`);
  });
  await page.exposeFunction('codeAutomationExit', code => {
    window.exitCode = code;
  });
  const lost = how => () => {
    window.isLost = true;
    window.log.push(`The page ${how}.`);
  };
  page.on('crash', lost('crashed'));
  page.on('close', lost('was closed'));
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(process.cwd())],
    ['extensionTestsPath', remote(tests)],
    ['skipWelcome', 'true'],
  ]);
  await page.goto(`${vscode.url}/?folder=${workspace}&payload=${encodeURIComponent(payload)}`);
  await page.addStyleTag({ content: still });
  return window;
}

async function awaitReport(reportFile, { window, vscode }) {
  let lastSign = Date.now();
  let report = readHostReport(reportFile);
  while (window.exitCode === undefined && !report.ended) {
    await delay(pollMs);
    const { tests, running } = report;
    report = readHostReport(reportFile);
    if (report.tests.length > tests.length || report.running !== running) {
      lastSign = Date.now();
    }
    if (window.isLost || Date.now() - lastSign > silenceWatchdogMs) {
      throw new Error(`Nothing happened any more ${describe(report, window, vscode)}`);
    }
  }
  report = readHostReport(reportFile);
  if (!report.ended || report.tests.length === 0) {
    throw new Error(`The tests did not run to their end ${describe(report, window, vscode)}`);
  }
  return report.tests;
}

function describe({ running }, window, vscode) {
  return `(last test: ${running ?? 'none'}; exit code: ${window.exitCode ?? 'none'}).\n${lastLines(window, vscode)}`;
}

/** What the window and VS Code printed last: why a test failed that waits for either. */
function lastLines(window, vscode) {
  const last = lines => lines.slice(-shownLines);
  return [...last(window.log), ...last(vscode.log().split('\n'))].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensurePrerequisites({ chromium: true });
  const words = pathWords(process.argv.slice(2));
  finish(await runJobs(await hostJobs(undefined, words), 1), words);
}
