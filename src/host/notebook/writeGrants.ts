/**
 * Which notebooks may write files. A notebook is somebody else's program: the user is asked once per notebook, the
 * answer is stored for this workspace, and has no effect in Restricted Mode.
 */

import * as vscode from 'vscode';
import { activeNotebook } from './activeNotebook';

const stateKey = 'signals.writingAllowed';

export class WriteGrants implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  /** A notebook's permission to write changed. */
  readonly onDidChange = this.changed.event;
  /** Untitled notebooks: their names are reused, so nothing about them is stored. */
  private readonly untitled = new WeakSet<vscode.NotebookDocument>();

  constructor(private readonly state: vscode.Memento) {}

  has(notebook: vscode.NotebookDocument): boolean {
    return vscode.workspace.isTrusted && this.isGranted(notebook);
  }

  /** Asks for permission for the active notebook, or withdraws it if it was given. */
  async toggle(): Promise<void> {
    const notebook = activeNotebook();
    if (!notebook) {
      void vscode.window.showInformationMessage(vscode.l10n.t('Open a Signals notebook first.'));
    } else if (!vscode.workspace.isTrusted) {
      const sentence = vscode.l10n.t(
        'In Restricted Mode no notebook writes files. Trust the workspace first.',
      );
      void vscode.window.showWarningMessage(sentence);
    } else if (this.isGranted(notebook)) {
      await this.revoke(notebook);
    } else {
      await this.grant(notebook);
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async grant(notebook: vscode.NotebookDocument): Promise<void> {
    const allow = vscode.l10n.t('Allow');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Allow the cells of {0} to write files?', nameOf(notebook)),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Statements such as COPY … TO can then create and overwrite files in the workspace folders.',
        ),
      },
      allow,
    );
    if (answer !== allow) {
      return;
    }
    if (notebook.isUntitled) {
      this.untitled.add(notebook);
    } else {
      await this.state.update(stateKey, [...this.granted(), notebook.uri.toString()]);
    }
    this.changed.fire(notebook);
  }

  private async revoke(notebook: vscode.NotebookDocument): Promise<void> {
    this.untitled.delete(notebook);
    const rest = this.granted().filter(uri => uri !== notebook.uri.toString());
    await this.state.update(stateKey, rest);
    this.changed.fire(notebook);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The cells of {0} may no longer write files.', nameOf(notebook)),
    );
  }

  private isGranted(notebook: vscode.NotebookDocument): boolean {
    return this.untitled.has(notebook) || this.granted().includes(notebook.uri.toString());
  }

  private granted(): string[] {
    return this.state.get<string[]>(stateKey, []);
  }
}

function nameOf(notebook: vscode.NotebookDocument): string {
  return vscode.workspace.asRelativePath(notebook.uri);
}
