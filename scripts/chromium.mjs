/** The browsers that tests drive. */
import { chromium } from 'playwright-core';
import { findChromium, findHeadlessShell } from './prerequisites.mjs';

const quietArguments = [
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
  return chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: quietArguments,
  });
}

/**
 * @returns {Promise<import('playwright-core').Browser>} A page of Chromium without a browser around it, which takes two
 *   thirds of the processor's time; Chromium itself where the machine has no such build. Scroll bars are drawn.
 */
export function launchHeadlessShell() {
  return chromium.launch({
    executablePath: findHeadlessShell() ?? 'chromium',
    ignoreDefaultArgs: ['--hide-scrollbars'],
    args: quietArguments,
  });
}
