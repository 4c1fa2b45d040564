/** The commands about notebooks as pages. */

import type * as vscode from 'vscode';
import { exportNotebook } from './exportNotebook';
import { copyAsCurl, copyAsPython, type CopyParts } from './copyCell';
import { PagePanels } from './pagePanels';

export interface NotebookPages extends vscode.Disposable {
  export(argument: unknown): Promise<void>;
  open(argument: unknown): void;
  copyAsPython(argument: unknown): Promise<void>;
  copyAsCurl(argument: unknown): Promise<void>;
}

export function notebookPages(parts: CopyParts): NotebookPages {
  const panels = new PagePanels(parts);
  return {
    export: argument => exportNotebook(argument, parts),
    open: argument => panels.open(argument),
    copyAsPython: argument => copyAsPython(argument, parts),
    copyAsCurl: argument => copyAsCurl(argument, parts),
    dispose: () => panels.dispose(),
  };
}
