/** The commands about notebooks as pages. */

import type * as vscode from 'vscode';
import type { Log } from '../log';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { OutputMessages } from '../notebook/outputMessages';
import { exportNotebook } from './exportNotebook';
import { PagePanels } from './pagePanels';

export interface PageParts {
  readonly extensionUri: vscode.Uri;
  readonly sessions: KernelSessions;
  readonly messages: OutputMessages;
  readonly log: Log;
}

export interface NotebookPages {
  export(argument: unknown): Promise<void>;
  open(argument: unknown): void;
}

export function notebookPages({ extensionUri, sessions, messages, log }: PageParts): NotebookPages {
  const panels = new PagePanels(extensionUri, messages, log);
  return {
    export: argument => exportNotebook(argument, sessions, extensionUri),
    open: argument => panels.open(argument),
  };
}
