import { tryPress } from './repeat';
import type { VsCodeWindow } from './vscodeWindow';

/** Presses a button of VS Code's latest message with it: a message hides after ten seconds, and is in a list then. */
export async function answerMessage(window: VsCodeWindow, button: string): Promise<void> {
  const shown = window.page.getByRole('button', { name: button }).last();
  if (!(await tryPress(shown))) {
    await window.runCommand('Notifications: Show Notifications');
    await shown.click();
  }
}
