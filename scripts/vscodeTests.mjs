/**
 * Runs the extension-host tests in a real VS Code whose window is Chromium.
 *
 *   node scripts/vscodeTests.mjs [VERSION…]     default: every version that can be installed
 *
 * The extension is loaded from the project's folder: build it first. Prints `N passed, N failed`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { bundleHostTests } from './hostTestBundle.mjs';
import { followReport } from './hostTestReport.mjs';
import { copyNotebooks } from './notebooksCopy.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { startVsCode, writeSettings } from './vscodeProcess.mjs';
import { ensureVsCodeServer, vscodeVersions } from './vscodeServer.mjs';

const pollMs = 200;
/** Nothing reported for this long: the window or the extension host hangs. */
const silenceWatchdogMs = 180_000;

/**
 * @param {string} version
 * @param {{ extension?: string, settings?: Record<string, unknown> }} [options] `extension`: folder to load.
 * @returns {Promise<{ passed: number, failed: number }>}
 * @throws {Error} With VS Code's log when no test ran, the extension host died, or nothing happens any more.
 */
export async function runVsCodeTests(version, options = {}) {
  const { extension = process.cwd(), settings = {} } = options;
  const tests = await bundleHostTests();
  const server = await ensureVsCodeServer(version);
  const folder = await mkdtemp(path.join(tmpdir(), 'signals-host-'));
  const reportFile = path.join(folder, 'report.jsonl');
  const workspace = path.join(folder, 'workspace');
  await copyNotebooks(workspace);
  // In the browser VS Code saves by itself after a second, and then turns away a save that a test asks for.
  await writeSettings(folder, { 'files.autoSave': 'off', ...settings });
  const vscode = await startVsCode(server, folder, {
    // A newer VS Code takes tests from the payload only with this option, which code-server passes through.
    env: { SIGNALS_TEST_REPORT: reportFile, VSCODE_OPTIONS: 'enable-smoke-test-driver' },
    args: ['--disable-workspace-trust'],
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    const window = await openTestWindow(page, vscode, { extension, tests, workspace });
    return await awaitReport(reportFile, { window, vscode });
  } finally {
    await browser.close();
    await vscode.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens VS Code with the tests as its payload; they start by themselves. */
async function openTestWindow(page, vscode, { extension, tests, workspace }) {
  const window = { exitCode: undefined, log: [] };
  const remote = file => `vscode-remote://127.0.0.1:${vscode.port}${file}`;
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    window.log.push(`${type}: ${args.join(' ')}`);
  });
  await page.exposeFunction('codeAutomationExit', code => {
    window.exitCode = code;
  });
  page.on('crash', () => window.log.push('The page crashed.'));
  const payload = JSON.stringify([
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(tests)],
    ['skipWelcome', 'true'],
  ]);
  await page.goto(`${vscode.url}/?folder=${workspace}&payload=${encodeURIComponent(payload)}`);
  return window;
}

async function awaitReport(reportFile, { window, vscode }) {
  const report = followReport(reportFile);
  let lastSign = Date.now();
  const over = () => window.exitCode !== undefined || report.seen.ended;
  while (!over()) {
    await delay(pollMs);
    if (report.advance()) {
      lastSign = Date.now();
    }
    if (Date.now() - lastSign > silenceWatchdogMs) {
      throw new Error(`Nothing happened any more ${describe(report, window, vscode)}`);
    }
  }
  report.advance();
  const { passed, failed, ended } = report.seen;
  if (!ended || passed + failed === 0) {
    throw new Error(`The tests did not run to their end ${describe(report, window, vscode)}`);
  }
  return { passed, failed };
}

function describe({ seen }, window, vscode) {
  const log = [...window.log, vscode.log()].join('\n');
  return `(last test: ${seen.running || 'none'}; exit code: ${window.exitCode ?? 'none'}).\n${log}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2);
  const total = { passed: 0, failed: 0 };
  await ensurePrerequisites({ chromium: true });
  for (const version of asked.length > 0 ? asked : vscodeVersions) {
    console.log(`\nExtension host of VS Code ${version}`);
    const { passed, failed } = await runVsCodeTests(version);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);
}
