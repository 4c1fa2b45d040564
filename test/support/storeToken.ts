import { tryPress, repeat } from './repeat';
import type { VsCodeWindow } from './vscodeWindow';

/**
 * Chooses a connection with the palette.
 *
 * @param shown What the status bar shows then.
 */
export async function selectConnection(
  window: VsCodeWindow,
  connection: string,
  shown = connection,
): Promise<void> {
  const { page } = window;
  const choice = page.locator('.quick-input-list .monaco-list-row').getByText(connection).first();
  // The list is made of the settings as they are when it opens, and closes when something takes the focus late.
  await repeat(page.locator('.statusbar-item').getByText(shown).first(), async () => {
    await window.runCommand('Signals: Select Connection');
    await tryPress(choice);
  });
}

/** Chooses a connection and stores its token, as a person does with the palette. */
export async function storeToken(
  window: VsCodeWindow,
  connection: string,
  token: string,
): Promise<void> {
  const { page } = window;
  await selectConnection(window, connection);
  await window.runCommand('Signals: Set Token');
  const box = page.locator('.quick-input-widget input[type=password]');
  await box.fill(token);
  await box.press('Enter');
  // VS Code shows no more than three messages in a moment.
  const stored = page.getByText(`The token for ${connection} was stored.`).first();
  if (
    !(await stored.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    ))
  ) {
    await window.runCommand('Notifications: Show Notifications');
    await stored.waitFor();
    await window.runCommand('Notifications: Clear All Notifications');
  }
}
