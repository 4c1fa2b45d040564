/** The `.signals` file in the editor: bytes ↔ cells. An unreadable file is an error, never an empty notebook. */

import * as vscode from 'vscode';
import { openNotebook, writeNotebook } from '../../core/notebook/notebookFile';
import type { OutputsSetting } from '../settings';
import { fromNotebookData, toNotebookData } from './notebookData';
import { restoredOutputs } from './outputs';
import type { OutputStore } from './outputStore';

export class SignalsSerializer implements vscode.NotebookSerializer {
  private readonly decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /** @param store Stores outputs on this computer; null if they are not stored. */
  constructor(
    private readonly outputs: OutputsSetting,
    private readonly store: OutputStore | null,
  ) {}

  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    const notebook = openNotebook(content, bytes => this.decoder.decode(bytes));
    const data = toNotebookData(notebook);
    const kept = (await this.store?.read(content)) ?? [];
    data.cells.forEach((cell, index) => {
      const bundles = kept[index];
      if (cell.kind === vscode.NotebookCellKind.Code && bundles && bundles.length > 0) {
        cell.outputs = restoredOutputs(bundles);
      }
    });
    return data;
  }

  serializeNotebook(data: vscode.NotebookData): Uint8Array {
    const notebook = fromNotebookData(data, this.outputs === 'file');
    return new TextEncoder().encode(writeNotebook(notebook));
  }
}
