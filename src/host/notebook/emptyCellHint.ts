/** A hint in empty SQL cells, in the colour of placeholders. */

import * as vscode from 'vscode';
import { languages, notebookType } from '../ids';

const hint = vscode.l10n.t('Type FROM for data, chart for a chart');

export class EmptyCellHint implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({
    after: { contentText: hint, color: new vscode.ThemeColor('editorGhostText.foreground') },
  });
  private readonly disposable = vscode.Disposable.from(
    this.decoration,
    vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(this.show)),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      vscode.window.visibleTextEditors
        .filter(editor => editor.document === document)
        .forEach(this.show),
    ),
  );

  constructor() {
    vscode.window.visibleTextEditors.forEach(this.show);
  }

  dispose(): void {
    this.disposable.dispose();
  }

  private readonly show = (editor: vscode.TextEditor): void => {
    const { document } = editor;
    if (document.languageId === languages.sql) {
      const isEmpty = document.getText() === '' && isInNotebook(document);
      editor.setDecorations(this.decoration, isEmpty ? [new vscode.Range(0, 0, 0, 0)] : []);
    }
  };
}

function isInNotebook(document: vscode.TextDocument): boolean {
  return vscode.workspace.notebookDocuments.some(
    notebook =>
      notebook.notebookType === notebookType &&
      notebook.getCells().some(cell => cell.document === document),
  );
}
