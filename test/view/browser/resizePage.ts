/** Gives a page another size. */

import type { Page } from 'playwright-core';

/** Resolves once the page has drawn a frame in the new size after that in which its observers heard of it. */
export async function resizePage(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  );
  for (let frame = 0; frame < 3; frame++) {
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}
