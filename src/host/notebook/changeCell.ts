/** Changes the text of a cell. */

import * as vscode from 'vscode';
import type { Replacement } from '../../core/sql/composedText';
import { rangeOf } from '../language/spans';

/**
 * One undo step.
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
}
