import type { Locator } from 'playwright-core';
import { until } from './until';

/** How long what is asked for may take until it is asked for again, and how often. */
const shownMs = 6_000;
const turns = 10;
/** How long a button may take until it is there and can be pressed. */
const pressMs = 5_000;

/** @returns Whether a press was taken. Where not, the button is gone or covered, and the test has to lead to it again. */
export function tryPress(target: Locator): Promise<boolean> {
  return target.click({ timeout: pressMs }).then(
    () => true,
    () => false,
  );
}

/** Does once more what a person would where something that came late took a key, a click or what it had opened. */
export async function repeat(
  awaited: Locator,
  act: () => Promise<void>,
  state: 'visible' | 'detached' = 'visible',
): Promise<void> {
  for (let turn = 1; turn < turns; turn++) {
    await act();
    const isSo = awaited.waitFor({ state, timeout: shownMs }).then(() => true);
    if (await isSo.catch(() => false)) {
      return;
    }
  }
  await act();
  await awaited.waitFor({ state });
}

/**
 * Does something until a condition holds that no element of the page shows, at most every six seconds. Does nothing where it
 * holds already.
 */
export async function repeatUntil(
  isDone: () => Promise<boolean>,
  act: () => Promise<void>,
  state?: () => Promise<string>,
): Promise<void> {
  let next = 0;
  await until(async () => {
    if (await isDone()) {
      return true;
    }
    if (Date.now() >= next) {
      await act();
      next = Date.now() + shownMs;
    }
    return isDone();
  }, state);
}
