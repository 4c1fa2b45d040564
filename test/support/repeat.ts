import type { Locator } from 'playwright-core';

/** How long what is asked for may take until it is asked for again, and how often. */
const shownMs = 6_000;
const turns = 10;

/** Does once more what a person would where something that came late closed what it had opened. */
export async function repeat(shown: Locator, act: () => Promise<void>): Promise<void> {
  for (let turn = 1; turn < turns; turn++) {
    await act();
    const isThere = shown.waitFor({ timeout: shownMs }).then(() => true);
    if (await isThere.catch(() => false)) {
      return;
    }
  }
  await act();
  await shown.waitFor();
}
