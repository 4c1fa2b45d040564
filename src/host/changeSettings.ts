/** Changes the user's settings as they are now, also where another window has changed them. */

import * as vscode from 'vscode';
import { settingsSection } from './ids';

/** A language that nothing has: no settings are written for it. */
const noLanguage = { languageId: 'signals-none' };

/**
 * Changes one setting.
 *
 * @param change From the value that is written there, unchecked, to the next one.
 */
export async function changeSetting(
  key: string,
  change: (value: unknown) => unknown,
  place = vscode.ConfigurationTarget.Global,
): Promise<void> {
  await readSettingsAgain();
  const configuration = vscode.workspace.getConfiguration(settingsSection);
  const { globalValue, workspaceValue } = configuration.inspect<unknown>(key) ?? {};
  const before = place === vscode.ConfigurationTarget.Global ? globalValue : workspaceValue;
  await configuration.update(key, change(before), place);
}

/** Takes over what another window has written when this one gets the focus. */
export function readSettingsOnFocus(): vscode.Disposable {
  return vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) {
      void readSettingsAgain();
    }
  });
}

/**
 * VS Code in a browser does not follow the file of the user's settings, so that what another window wrote there is
 * unknown, and would be overwritten. It reads the file when it writes a setting: here, one is removed that is not there,
 * which leaves the file as it is.
 */
async function readSettingsAgain(): Promise<void> {
  if (vscode.env.uiKind !== vscode.UIKind.Web) {
    return;
  }
  try {
    await vscode.workspace
      .getConfiguration('editor', noLanguage)
      .update('wordWrap', undefined, vscode.ConfigurationTarget.Global, true);
  } catch {
    // A file that cannot be edited now: a change of it reports that.
  }
}
