/** Drives VS Code with the keyboard alone: nothing here points or clicks. */

import type { Locator } from 'playwright-core';
import { repeat } from './repeat';
import { paneOf, rowsOf } from './sideBarWindow';
import { until } from './until';
import type { VsCodeWindow } from './vscodeWindow';

export class Keyboard {
  constructor(private readonly window: VsCodeWindow) {}

  press(key: string): Promise<void> {
    return this.window.page.keyboard.press(key);
  }

  /** Enters a text at once, as an input method does: VS Code draws the palette anew after each letter that is typed. */
  type(text: string): Promise<void> {
    return this.window.page.keyboard.insertText(text);
  }

  /** Enters a text into the open input box in place of what it has, once the box takes keys. */
  async fill(text: string): Promise<void> {
    await until(
      async () => (await this.box.count()) > 0 && this.hasFocus(this.box),
      () => 'No input box has the focus',
    );
    await this.press('ControlOrMeta+a');
    await this.type(text);
  }

  /** Runs a command of the palette by its whole title. */
  async command(title: string): Promise<void> {
    const { page } = this.window;
    await this.pressUntil(
      'F1',
      async () => (await this.box.count()) > 0 && this.hasFocus(this.box),
    );
    await this.fill(`>${title}`);
    const chosen = page.locator('.quick-input-list .monaco-list-row.focused');
    const row = page.locator(`[aria-label="${title}"], [aria-label^="${title},"]`);
    await chosen.and(row).waitFor();
    await this.press('Enter');
    await chosen.and(row).waitFor({ state: 'hidden' });
  }

  /** Types into the list that is open until its only fitting item has the focus, and picks it. */
  async pick(text: string, label: RegExp): Promise<void> {
    await this.choice(/./).waitFor();
    if (text !== '') {
      await this.fill(text);
    }
    await this.choice(label).waitFor();
    await this.press('Enter');
  }

  /** Answers the input box that has this title. */
  async answer(title: string, text: string): Promise<void> {
    const shown = this.window.page.locator('.quick-input-title').getByText(title, { exact: true });
    await shown.waitFor();
    await this.fill(text);
    await this.press('Enter');
    await shown.waitFor({ state: 'hidden' });
  }

  /** Moves the focus into a view of the side bar, and to the first row with this text. */
  async goTo(view: string, text: RegExp): Promise<void> {
    const rows = rowsOf(this.window, view);
    const focused = rows.and(this.window.page.locator('.monaco-list:focus .focused'));
    // VS Code leaves the focus nowhere while it draws a view for the first time.
    await repeat(paneOf(this.window, view).locator('.monaco-list:focus'), () =>
      this.command(`Signals: Focus on ${view} View`),
    );
    await this.pressUntil('Home', async () => (await focused.count()) > 0);
    let before = '';
    await until(
      async () => {
        const now = (await focused.first().textContent()) ?? '';
        if (text.test(now)) {
          return true;
        }
        // From the last row to the first, since rows may have come meanwhile, or the key was lost.
        const isLast = now === before;
        await this.press(isLast ? 'Home' : 'ArrowDown');
        before = isLast ? '' : now;
        return false;
      },
      async () => (await rows.allInnerTexts()).join('\n'),
    );
  }

  /** Expands the row that has the focus, and waits for a row below it. */
  async expand(view: string, below: RegExp): Promise<void> {
    const focused = this.window.page.locator('.monaco-list:focus .focused[aria-expanded="true"]');
    const expanded = rowsOf(this.window, view).and(focused);
    // A row that is drawn again at that moment ignores the key. An expanded one would lose the focus to the first below.
    await repeat(rowsOf(this.window, view, below).first(), async () => {
      if ((await expanded.count()) === 0) {
        await this.press('ArrowRight');
      }
    });
  }

  /** Opens the menu of the row that has the focus. @returns Its entries. */
  async openMenu(): Promise<readonly string[]> {
    const labels = this.window.page.locator('.monaco-menu .action-label:not(.separator)');
    await this.pressUntil('Shift+F10', async () => (await labels.count()) > 0);
    return (await labels.allInnerTexts()).map(text => text.trim()).filter(Boolean);
  }

  /** Picks an entry of the menu that is open. */
  async pickFromMenu(entry: string): Promise<void> {
    const { page } = this.window;
    const items = page.locator('.monaco-menu .action-item');
    const chosen = items
      .and(page.locator('.focused'))
      .filter({ has: page.getByText(entry, { exact: true }) });
    await until(async () => {
      if ((await chosen.count()) > 0) {
        return true;
      }
      await this.press('ArrowDown');
      return false;
    });
    // VS Code ignores a key that comes too soon after the menu has opened.
    await this.pressUntil('Enter', async () => (await items.count()) === 0);
  }

  async closeMenu(): Promise<void> {
    const items = this.window.page.locator('.monaco-menu .action-item');
    await this.pressUntil('Escape', async () => (await items.count()) === 0);
  }

  /** The item of the open list that has the focus, if it has this text. */
  choice(text: RegExp): Locator {
    return this.window.page
      .locator('.quick-input-list .monaco-list-row.focused')
      .filter({ hasText: text, visible: true });
  }

  get box(): Locator {
    return this.window.page.locator('.quick-input-widget input').filter({ visible: true });
  }

  private hasFocus(element: Locator): Promise<boolean> {
    return element.first().evaluate(each => each === document.activeElement);
  }

  /** A key is lost while the focus moves: it is pressed again until the condition is met. */
  private async pressUntil(key: string, isDone: () => Promise<boolean>): Promise<void> {
    const patienceMs = 400;
    await until(
      async () => {
        await this.press(key);
        const deadline = Date.now() + patienceMs;
        while (Date.now() < deadline) {
          if (await isDone()) {
            return true;
          }
        }
        return false;
      },
      () => `${key} does nothing`,
    );
  }
}
