/** Chromium without windows, as the browser that tests drive. */
import { chromium } from 'playwright-core';
import { findChromium } from './prerequisites.mjs';

/**
 * @param {import('playwright-core').LaunchOptions} [options] More than every browser has.
 * @returns {Promise<import('playwright-core').Browser>}
 */
export function launchChromium(options = {}) {
  return chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  });
}
