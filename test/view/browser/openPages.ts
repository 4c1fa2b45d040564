/** The pages of Chromium that tests have open. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchHeadlessShell } from '../../../scripts/chromium.mjs';
import { watchdogMs } from '../../support/until';

/** How long a page that is busy, or hangs, has to answer. */
const answerMs = 10_000;
const mostLetters = 5_000;

const open = new Set<Page>();

/** Opens a page in a Chromium of its own. */
export async function openPage(options: BrowserContextOptions): Promise<Page> {
  const browser = await launchHeadlessShell();
  const page = await browser.newPage(options);
  page.setDefaultTimeout(watchdogMs);
  open.add(page);
  page.on('close', () => open.delete(page));
  return page;
}

/** Ends the page's Chromium. */
export async function endPage(page: Page): Promise<void> {
  open.delete(page);
  await page.context().browser()?.close();
}

/** The texts, controls and charts of the open pages, as a screen reader reads them. */
export async function shownPages(): Promise<string[]> {
  return Promise.all(
    [...open].map(async page => {
      const body = page.locator('body');
      const shown = await body.ariaSnapshot({ timeout: answerMs }).catch(String);
      return `${page.url()}\n${shown.slice(0, mostLetters)}`;
    }),
  );
}
