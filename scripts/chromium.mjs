/** The browsers that tests drive. */
import { chromium } from 'playwright-core';
import { findChromium, findHeadlessShell } from './prerequisites.mjs';

const args = [
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

/** @returns {Promise<import('playwright-core').Browser>} Chromium for pages of our own. Scroll bars are drawn. */
export function launchHeadlessShell() {
  const executablePath = findHeadlessShell() ?? 'chromium';
  return chromium.launch({ executablePath, ignoreDefaultArgs: ['--hide-scrollbars'], args });
}
