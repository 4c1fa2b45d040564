/** The browsers that tests drive. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium, findHeadlessShell } from './prerequisites.mjs';

/** As Playwright turns them off: Chromium reads the last list of its command line only. */
const playwrightsDisabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];
export const disabledFeatures = [
  ...playwrightsDisabledFeatures,
  // With this feature, Chromium does not use its code cache.
  'BackgroundResourceFetch',
  // Two pages for an address bar that no test sees: half of what Chromium takes to start.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

const args = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {Promise<import('playwright-core').Browser>} Chromium as the window of VS Code's browser build. */
export function launchChromium() {
  return chromium.launch({ executablePath: findChromium() ?? 'chromium', args });
}

/**
 * Chromium as the window of VS Code's browser build, for a new user. VS Code's scripts take half of what a window takes to
 * open, so that windows that open one after another share what Chromium fetched and compiled, and nothing else.
 *
 * @param {string} folder Of the profile: its caches are kept, the rest is deleted.
 * @param {import('playwright-core').ViewportSize | null} viewport
 * @returns {Promise<{ browser: import('playwright-core').Browser, page: import('playwright-core').Page }>} The page is of
 *   that user; further pages of the browser are of others.
 */
export async function launchWithCaches(folder, viewport) {
  await removeAllBut(folder, ['Default']);
  await removeAllBut(path.join(folder, 'Default'), ['Cache', 'Code Cache']);
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium() ?? 'chromium',
    args,
    viewport,
  });
  return { browser: context.browser(), page: context.pages()[0] };
}

async function removeAllBut(folder, kept) {
  const names = await readdir(folder).catch(() => []);
  const others = names.filter(name => !kept.includes(name));
  await Promise.all(
    others.map(name => rm(path.join(folder, name), { recursive: true, force: true })),
  );
}

/** @returns {Promise<import('playwright-core').Browser>} Chromium for pages of our own. Scroll bars are drawn. */
export function launchHeadlessShell() {
  const executablePath = findHeadlessShell() ?? 'chromium';
  return chromium.launch({ executablePath, ignoreDefaultArgs: ['--hide-scrollbars'], args });
}
