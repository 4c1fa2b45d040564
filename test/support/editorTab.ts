import type { Frame } from 'playwright-core';
import { until } from './until';
import type { VsCodeWindow } from './vscodeWindow';

/** @returns The frame of an editor tab with a result, or with a notebook's page, once it shows what the selector names. */
export async function tabFrame({ page }: VsCodeWindow, selector: string): Promise<Frame> {
  const found: Frame[] = [];
  await until(async () => {
    for (const frame of page.frames()) {
      const shown = frame.locator(`body:is(.ms-tab, .ms-page) ${selector}`);
      // A frame that is replaced while it is asked shows nothing.
      if ((await shown.count().catch(() => 0)) > 0) {
        found.push(frame);
      }
    }
    return found.length > 0;
  });
  return found.at(-1) ?? page.mainFrame();
}
