/** Undo and redo, in the list of cells, of a change that a command made to the text of one. */

import * as vscode from 'vscode';
import { contextKeys, stepCommands } from '../ids';
import { onWillChangeCell, type ChangedCell } from './changeCell';

type Step = keyof typeof stepCommands;

/**
 * The keys of undo and redo come here while such a change is known or on its way. What they do is decided here, since a
 * context key that said so would arrive later than the next key of a fast person.
 */
export class ChangedCellUndo implements vscode.Disposable {
  private changed: (ChangedCell & { readonly isUndone: boolean }) | undefined;
  /** The changes that VS Code has not made yet. */
  private pending = 0;
  /** The steps so far: one begins when the one before has ended. */
  private steps: Promise<void> = Promise.resolve();
  private readonly subscription: vscode.Disposable;

  constructor() {
    // An extension host that ended leaves its context keys.
    this.showKeys();
    this.subscription = vscode.Disposable.from(
      onWillChangeCell(changing => {
        this.steps = this.follow(changing, this.steps);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
        if (document === this.changed?.document && document.version !== this.changed.version) {
          this.know(afterStep(this.changed, reason));
        }
      }),
      vscode.workspace.onDidCloseTextDocument(document => {
        if (document === this.changed?.document) {
          this.know(undefined);
        }
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        if (contentChanges.length > 0) {
          // Undo takes back the cells that were added, deleted or moved since.
          this.know(undefined);
        }
      }),
      ...(['undo', 'redo'] as const).map(step =>
        vscode.commands.registerCommand(stepCommands[step], () => this.take(step)),
      ),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async follow(changing: Promise<ChangedCell>, before: Promise<void>): Promise<void> {
    this.pending++;
    this.showKeys();
    try {
      this.changed = { ...(await changing), isUndone: false };
    } catch {
      // Whoever changes the cell reports it.
    }
    this.pending--;
    this.showKeys();
    await before;
  }

  private know(changed: typeof this.changed): void {
    this.changed = changed;
    this.showKeys();
  }

  private showKeys(): void {
    const isThere = this.changed !== undefined || this.pending > 0;
    void vscode.commands.executeCommand('setContext', contextKeys.hasChangedCell, isThere);
  }

  private async take(step: Step): Promise<void> {
    const editor = vscode.window.activeNotebookEditor;
    const own = this.steps.then(async () => {
      if (vscode.window.activeNotebookEditor !== editor) {
        // The key was for the notebook that had the focus.
        return;
      }
      await (this.isNext(step)
        ? vscode.commands.executeCommand('runCommands', {
            commands: ['notebook.cell.edit', step, 'notebook.cell.quitEdit'],
          })
        : vscode.commands.executeCommand(step));
    });
    this.steps = own.catch(() => undefined);
    await own;
  }

  /** Whether the only selected cell is as a command changed it last, or as it was before that and an undo. */
  private isNext(step: Step): boolean {
    const { notebook, selections = [] } = vscode.window.activeNotebookEditor ?? {};
    const selected = selections.flatMap(range => notebook?.getCells(range) ?? []);
    const [only] = selected.length === 1 ? selected : [];
    const { document, version, isUndone } = this.changed ?? {};
    return (
      document !== undefined &&
      only?.document === document &&
      document.version === version &&
      isUndone === (step === 'redo')
    );
  }
}

/** @returns The same change undone, or done again, if that is what happened to its cell. */
function afterStep<Change extends ChangedCell & { readonly isUndone: boolean }>(
  change: Change,
  reason: vscode.TextDocumentChangeReason | undefined,
): Change | undefined {
  const { document, version, isUndone } = change;
  const { Undo, Redo } = vscode.TextDocumentChangeReason;
  return document.version === version + 1 && reason === (isUndone ? Redo : Undo)
    ? { ...change, version: document.version, isUndone: !isUndone }
    : undefined;
}
