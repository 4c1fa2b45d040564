/** The sessions of the open notebooks, and one of the window for statements that are in no notebook. */

import * as vscode from 'vscode';
import { LakeKernels } from '../overlays/lakeKernels';
import { KernelSession } from './kernelSession';
import { startNotebookKernel, type KernelParts } from './notebookKernel';

export class KernelSessions implements vscode.Disposable {
  private readonly sessions = new Map<vscode.NotebookDocument | undefined, KernelSession>();
  private readonly ended = new vscode.EventEmitter<vscode.NotebookDocument>();
  private readonly subscription: vscode.Disposable;
  /** The kernel of a notebook ended, so its tables and results are gone. */
  readonly onDidEnd = this.ended.event;
  private readonly changed = new vscode.EventEmitter<vscode.NotebookDocument>();
  /** A cell of the notebook has run, or its kernel ended, so its tables may have changed. */
  readonly onDidChangeTables = this.changed.event;

  /** For what is in no notebook. */
  readonly lakes: LakeKernels;

  constructor(private readonly parts: KernelParts) {
    this.lakes = new LakeKernels(directory =>
      startNotebookKernel(parts, {
        notebook: undefined,
        readableDirectories: [directory],
        ask: () => Promise.reject(new Error(vscode.l10n.t('No cell is running.'))),
      }),
    );
    this.subscription = vscode.workspace.onDidCloseNotebookDocument(
      notebook => void this.close(notebook),
    );
  }

  /** @param notebook Undefined: the window. */
  of(notebook: vscode.NotebookDocument | undefined): KernelSession {
    return this.sessions.get(notebook) ?? this.begin(notebook);
  }

  /** Ends every kernel. VS Code waits for it when the window closes. */
  async close(notebook?: vscode.NotebookDocument): Promise<void> {
    const closing = [...this.sessions].filter(([open]) => !notebook || open === notebook);
    closing.forEach(([open]) => this.sessions.delete(open));
    await Promise.all([
      notebook ? null : this.lakes.close(),
      ...closing.map(async ([, session]) => {
        try {
          await session.restart();
        } catch (error) {
          this.parts.log.error('A kernel could not be ended', error);
        }
      }),
    ]);
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
    this.ended.dispose();
    void this.close();
  }

  private begin(notebook: vscode.NotebookDocument | undefined): KernelSession {
    const session = new KernelSession(notebook, this.parts);
    if (notebook) {
      session.onDidRun(() => this.changed.fire(notebook));
      session.onDidEnd(() => {
        this.ended.fire(notebook);
        this.changed.fire(notebook);
      });
    }
    this.sessions.set(notebook, session);
    return session;
  }
}
