/** Reports what was saved, and offers to open it and to reveal it. */

import { errorMessage } from '../../core/base/errorMessage';
import * as vscode from 'vscode';

interface Step {
  readonly title: string;
  readonly take: () => Thenable<unknown>;
}

/** The caller does not wait for the answer. */
export function offerSaved(sentence: string, file: vscode.Uri): void {
  void answered(sentence, [openStep(file), ...revealSteps(file)]);
}

async function answered(sentence: string, steps: readonly Step[]): Promise<void> {
  try {
    const step = await vscode.window.showInformationMessage(sentence, ...steps);
    await step?.take();
  } catch (error) {
    void vscode.window.showErrorMessage(errorMessage(error));
  }
}

/** VS Code shows pictures and texts; a workbook opens in the computer's own program. */
function openStep(file: vscode.Uri): Step {
  const isElsewhere = file.path.endsWith('.xlsx') && hasDesktop(file);
  return {
    title: vscode.l10n.t('Open'),
    take: () =>
      isElsewhere
        ? vscode.env.openExternal(file)
        : vscode.commands.executeCommand('vscode.open', file),
  };
}

/** Revealed in the computer's file manager if VS Code runs on it, otherwise in VS Code's Explorer. */
function revealSteps(file: vscode.Uri): Step[] {
  const reveal = (title: string, command: string): Step => ({
    title,
    take: () => vscode.commands.executeCommand(command, file),
  });
  if (hasDesktop(file)) {
    return [
      reveal(
        desktopTitles[process.platform] ?? vscode.l10n.t('Open Containing Folder'),
        'revealFileInOS',
      ),
    ];
  }
  const isShown = vscode.workspace.getWorkspaceFolder(file) !== undefined;
  return isShown ? [reveal(vscode.l10n.t('Reveal in Explorer View'), 'revealInExplorer')] : [];
}

/** VS Code's own name of the command. */
const desktopTitles: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: vscode.l10n.t('Reveal in Finder'),
  win32: vscode.l10n.t('Reveal in File Explorer'),
};

function hasDesktop(file: vscode.Uri): boolean {
  return (
    file.scheme === 'file' &&
    vscode.env.uiKind === vscode.UIKind.Desktop &&
    vscode.env.remoteName === undefined
  );
}
