/** Changes the text of a cell. */

import * as vscode from 'vscode';
import type { Replacement } from '../../core/sql/composedText';
import { rangeOf } from '../language/spans';

/** A cell whose text was changed here, and the version of its document after that. */
export interface ChangedCell {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

const changes = new vscode.EventEmitter<ChangedCell>();
export const onDidChangeCell = changes.event;

/**
 * One undo step of the cell: VS Code keeps those of each cell apart, and the notebook's Ctrl+Z takes back none of them.
 * `NotebookContext` lets it take back this one.
 *
 * @throws If the notebook cannot be edited.
 */
export async function changeCell(
  { document }: vscode.NotebookCell,
  replacements: readonly Replacement[],
): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { span, text } of replacements) {
    edit.replace(document.uri, rangeOf(document, span), text);
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The cell could not be changed: is the notebook read-only?'));
  }
  changes.fire({ document, version: document.version });
}
