import type { VsCodeWindow } from './vscodeWindow';

/** Presses a button of VS Code's latest message with it: a message hides after ten seconds, and is in a list then. */
export async function answerMessage(window: VsCodeWindow, button: string): Promise<void> {
  const shown = window.page.getByRole('button', { name: button }).last();
  const pressed = shown.click({ timeout: 5_000 }).then(() => true);
  if (!(await pressed.catch(() => false))) {
    await window.runCommand('Notifications: Show Notifications');
    await shown.click();
  }
}
