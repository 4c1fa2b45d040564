/** VS Code's own dialog of files, `files.simpleDialog.enable`: under which name something is saved, or what is opened. */

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from './until';
import type { VsCodeWindow } from './vscodeWindow';

const pollMs = 100;
/** Looks until a key that is pressed once more: a dialog that still reads drops keys. */
const keyTurns = 30;

/** Takes the name that the dialog offers; it is put away then, or asks about the file that is there. */
export async function takeOffered({ page }: VsCodeWindow, file: string): Promise<void> {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('input[type=text]');
  const question = widget.getByText(/already exists/).first();
  await until(
    async () => (await input.isVisible()) && (await input.inputValue()).endsWith(file),
    async () => ((await input.isVisible()) ? input.inputValue() : 'no dialog'),
  );
  const isAnswered = async (): Promise<boolean> =>
    !(await input.isVisible()) || (await question.isVisible());
  await until(async () => {
    await page.keyboard.press('Enter');
    for (let turn = 0; turn < keyTurns && !(await isAnswered()); turn++) {
      await delay(pollMs);
    }
    return isAnswered();
  });
}

/** Takes the name that the dialog offers. @returns What was saved under it in the workspace. */
export async function savedUnder(window: VsCodeWindow, file: string): Promise<Buffer> {
  await takeOffered(window, file);
  const target = path.join(window.workspace, file);
  await until(() => existsSync(target));
  return readFileSync(target);
}

/** Names a file in the dialog that opens one. */
export async function openFile({ page }: VsCodeWindow, file: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type=text]');
  // It begins with a folder, which it has read when its name is there.
  await until(async () => (await input.isVisible()) && (await input.inputValue()).endsWith('/'));
  const isGone = async (): Promise<boolean> => !(await input.isVisible());
  await until(
    async () => {
      // On a busy machine the dialog writes the folder over a name that came while it read.
      await input.fill(file);
      await page.keyboard.press('Enter');
      for (let turn = 0; turn < keyTurns && !(await isGone()); turn++) {
        await delay(pollMs);
      }
      return isGone();
    },
    () => input.inputValue(),
  );
}
