/** The documentation in VS Code's Markdown preview. */

import { until } from './until';
import type { VsCodeWindow } from './vscodeWindow';

/** Waits until a preview shows the section with this heading, scrolled to it. */
export async function expectDocumentation(window: VsCodeWindow, heading: string): Promise<void> {
  const { page } = window;
  await page
    .locator('.tab', { hasText: /^Preview / })
    .first()
    .waitFor();
  await until(async () => {
    for (const frame of page.frames()) {
      const section = frame.locator('h2', { hasText: heading }).first();
      // A frame can go meanwhile.
      const isShown = await section.isVisible().catch(() => false);
      const box = isShown ? await section.boundingBox().catch(() => null) : null;
      if (box && box.y > 0 && box.y < (page.viewportSize()?.height ?? 0)) {
        return true;
      }
    }
    return false;
  });
}
