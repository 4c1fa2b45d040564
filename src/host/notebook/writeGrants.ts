/**
 * Which notebooks may write files. A notebook is somebody else's program: writing is asked for once a notebook, kept
 * for this workspace, and means nothing in Restricted Mode.
 */

import * as vscode from 'vscode';
import { activeNotebook } from './activeNotebook';

const stateKey = 'signals.writingAllowed';

export class WriteGrants implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  /** A notebook may write now, or may no longer. */
  readonly onDidChange = this.changed.event;
  /** Untitled notebooks: their names come back for others, so nothing of them is kept. */
  private readonly untitled = new WeakSet<vscode.NotebookDocument>();

  constructor(private readonly state: vscode.Memento) {}

  has(notebook: vscode.NotebookDocument): boolean {
    return vscode.workspace.isTrusted && this.isGranted(notebook);
  }

  /** Asks about the notebook in front, and takes the permission back where it was given. */
  async toggle(): Promise<void> {
    const notebook = activeNotebook();
    if (!notebook) {
      void vscode.window.showInformationMessage('Open a Signals notebook first.');
    } else if (!vscode.workspace.isTrusted) {
      const sentence = 'In Restricted Mode no notebook writes files. Trust the workspace first.';
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
    const allow = 'Allow';
    const answer = await vscode.window.showWarningMessage(
      `Allow the cells of ${nameOf(notebook)} to write files?`,
      {
        modal: true,
        detail:
          'Statements such as COPY … TO can then create and overwrite files in the workspace folders.',
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
      `The cells of ${nameOf(notebook)} may no longer write files.`,
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
