import type { Locator } from 'playwright-core';
import { repeat } from './repeat';

/** Puts the cursor into a cell's code. VS Code gives the editor the focus a while after the press: keys go to the cell until then. */
export async function enterCode(cell: Locator): Promise<void> {
  await repeat(cell.locator('.monaco-editor.focused'), () =>
    cell.locator('.view-lines').first().click(),
  );
}

/** Selects a cell by a press on its code, so that keys are of the cell and not of its text. */
export async function selectCell(cell: Locator): Promise<void> {
  const page = cell.page();
  await repeat(page.locator('.notebook-editor .monaco-list:focus'), async () => {
    await enterCode(cell);
    await page.keyboard.press('Escape');
  });
}
