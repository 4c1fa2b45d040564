/** Changes the text of a cell. */

import * as vscode from 'vscode';
import type { Replacement } from '../../core/sql/composedText';
import { rangeOf } from '../language/spans';

/** A cell whose text was changed here, and the version of its document after that. */
export interface ChangedCell {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

const changes = new vscode.EventEmitter<Promise<ChangedCell>>();
/** Fires before the text changes; the promise is rejected if it does not. */
export const onWillChangeCell = changes.event;

/**
 * One undo step of the cell: VS Code keeps those of each cell apart, and the notebook's Ctrl+Z takes back none of them.
 * `ChangedCellUndo` lets it take back this one.
 *
 * @throws If the notebook cannot be edited.
 */
export async function changeCell(
  { document }: vscode.NotebookCell,
  replacements: readonly Replacement[],
): Promise<void> {
  const changed = replaceIn(document, replacements);
  changes.fire(changed);
  await changed;
}

async function replaceIn(
  document: vscode.TextDocument,
  replacements: readonly Replacement[],
): Promise<ChangedCell> {
  const edit = new vscode.WorkspaceEdit();
  for (const { span, text } of replacements) {
    edit.replace(document.uri, rangeOf(document, span), text);
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The cell could not be changed: is the notebook read-only?'));
  }
  return { document, version: document.version };
}
