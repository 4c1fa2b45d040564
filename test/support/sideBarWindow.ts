/** What window tests of the side bar share: a service on loopback, its window, and the rows of the views. */

import type { Locator } from 'playwright-core';
import { plainDateOfInstant } from '../../src/core/base/plainDate';
import {
  createSandbox,
  defaultSandboxConfig,
  listen,
  type SandboxServer,
} from '../../src/sandbox/sandbox';
import { tryPress, repeat } from './repeat';
import { until } from './until';
import { VsCodeWindow } from './vscodeWindow';

export interface LoopbackWindow {
  readonly service: SandboxServer;
  readonly window: VsCodeWindow;
  close(): Promise<void>;
}

/** Opens a window whose settings have the connection *Loopback* to a service that wants this token. */
export async function openLoopbackWindow(version: string, token: string): Promise<LoopbackWindow> {
  const config = defaultSandboxConfig(plainDateOfInstant(Date.UTC(2026, 5, 1)));
  const service = await listen(createSandbox({ ...config, token }), { port: 0 });
  const { quantUrl, dataUrl } = service;
  const connections = [{ name: 'Loopback', quantUrl, dataUrl }];
  try {
    const window = await VsCodeWindow.open(version, {
      settings: { 'signals.connections': connections },
    });
    const close = async (): Promise<void> => {
      await window.close();
      await service.close();
    };
    return { service, window, close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

export function paneOf({ page }: VsCodeWindow, view: string): Locator {
  return page.locator(`.pane:has(.pane-header[aria-label^="${view}"])`);
}

/** The visible rows of a view whose text contains this. */
export function rowsOf(window: VsCodeWindow, view: string, text: string | RegExp = ''): Locator {
  // A row whose own rows are scrolled past is drawn at the top once more.
  const row = '.monaco-list-row:not(.monaco-tree-sticky-row)';
  return paneOf(window, view).locator(row).filter({ hasText: text });
}

/** The first visible row of *Overlays* with a stock of this rank. @param rest What follows the rank, as a regular expression. */
export function stockRow(window: VsCodeWindow, rank: number, rest = String.raw`\S`): Locator {
  return rowsOf(window, 'Overlays', new RegExp(String.raw`^\s*${rank} {2}${rest}`)).first();
}

/** Picks an item of a row's menu. @param look Is called while the menu is open. */
export async function pickFromMenu(
  { page }: VsCodeWindow,
  row: Locator,
  item: string,
  look: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const offered = page.getByRole('menuitem', { name: item });
  await until(async () => {
    // A tab that just opened takes the focus, which closes the menu.
    await page.keyboard.press('Escape');
    await row.click({ button: 'right', timeout: 5_000 }).catch(() => undefined);
    await offered.waitFor({ timeout: 5_000 }).catch(() => undefined);
    if (!(await offered.isVisible())) {
      return false;
    }
    await look();
    return isPicked(offered);
  });
}

/** VS Code ignores a click that comes too soon after the menu, and closes the menu at one that it takes. */
async function isPicked(offered: Locator): Promise<boolean> {
  let isClicked = false;
  let isClosed = false;
  while (!isClosed) {
    isClicked = await tryPress(offered);
    // A second click on a menu that is slow to close would find none: the first would pass for one that was not taken.
    const closed = offered.waitFor({ state: 'hidden', timeout: 5_000 }).then(() => true);
    isClosed = await closed.catch(() => false);
  }
  // Without a click, the menu was closed by what took the focus.
  return isClicked;
}

/** Drags a row onto another with the mouse, as a hand does: VS Code needs several moves to take it as a drag. */
export async function dragOnto(
  { page }: VsCodeWindow,
  row: Locator,
  target: Locator,
): Promise<void> {
  await row.hover();
  await page.mouse.down();
  // A busy VS Code takes a drop only where it has seen the pointer before.
  const taken = target.and(page.locator('.drop-target'));
  // A row that is drawn anew while the button is down is not dragged, however long it is held.
  for (let move = 0; move < 20 && (await taken.count()) === 0; move++) {
    await target.hover();
    const box = await target.boundingBox();
    if (box) {
      await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 5 });
    }
  }
  await page.mouse.up();
}

/** Presses a row surely: one that is drawn anew while the button is down takes no press. */
export function pressRow(window: VsCodeWindow, row: Locator): Promise<void> {
  return window.pressSurely('.monaco-list-row', () => row.click());
}

/** The visible code cells of the notebook. */
export function codeCells({ page }: VsCodeWindow): Locator {
  return page.locator('.notebook-editor .code-cell-row').filter({ visible: true });
}

/**
 * Expands a row, and waits until one of the rows below it is there: those further down move at that moment. VS Code collapses
 * a row again that was expanded while it refreshed the whole view.
 */
export async function expandRow(row: Locator, below: Locator): Promise<void> {
  const expanded = row.and(row.page().locator('[aria-expanded="true"]'));
  // A row that is drawn anew while the button is down takes no click.
  await repeat(below, async () => {
    if ((await expanded.count()) === 0) {
      await row.click();
    }
  });
}

/** Expands a row that is collapsed, and collapses one that is expanded. */
export async function toggleRow(row: Locator): Promise<void> {
  const isExpanded = (await row.getAttribute('aria-expanded')) === 'true';
  const toggled = row.and(row.page().locator(`[aria-expanded="${!isExpanded}"]`));
  // A row that is drawn anew while the button is down takes no click.
  await repeat(toggled, async () => {
    if ((await toggled.count()) === 0) {
      await row.click();
    }
  });
}

/** Expands a ranked list, which requests it, and waits for its first stock. */
export async function expandList(window: VsCodeWindow, list: 'Bullish' | 'Bearish'): Promise<void> {
  await expandRow(rowsOf(window, 'Overlays', new RegExp(`^${list}`)), stockRow(window, 1));
}
