/** Offers the fixes of a cell's problems as quick fixes. */

import * as vscode from 'vscode';
import type { Fix, Problem } from '../../core/language/problems';
import { diagnosticSource, languages } from '../ids';
import { notebookWith, type NotebookAnalyses } from './analyses';
import { cellId } from './notebookText';
import { rangeOf } from './spans';

export class QuickFixes implements vscode.CodeActionProvider {
  constructor(private readonly analyses: NotebookAnalyses) {}

  static register(analyses: NotebookAnalyses): vscode.Disposable {
    return vscode.languages.registerCodeActionsProvider(
      { language: languages.sql },
      new QuickFixes(analyses),
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    );
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const problems = this.problems(document);
    return diagnostics
      .filter(({ source }) => source === diagnosticSource)
      .flatMap(diagnostic => {
        const problem = problems.find(
          ({ code, span }) =>
            code === diagnostic.code && rangeOf(document, span).isEqual(diagnostic.range),
        );
        return (problem?.fixes ?? []).map((fix, index) =>
          action(document, fix, { diagnostic, isPreferred: index === 0 }),
        );
      });
  }

  /** None where the text is another than the one that was analysed: its places would be wrong. */
  private problems(document: vscode.TextDocument): readonly Problem[] {
    const notebook = notebookWith(document);
    const analysed = notebook && this.analyses.of(notebook);
    const id = cellId(document);
    const cell = analysed?.text.cells.find(other => other.id === id);
    return cell?.text === document.getText()
      ? (analysed?.analysis.cells.find(other => other.id === id)?.problems ?? [])
      : [];
  }
}

function action(
  document: vscode.TextDocument,
  { title, edits }: Fix,
  { diagnostic, isPreferred }: { diagnostic: vscode.Diagnostic; isPreferred: boolean },
): vscode.CodeAction {
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.edit = new vscode.WorkspaceEdit();
  made.edit.set(
    document.uri,
    edits.map(({ span, text }) => new vscode.TextEdit(rangeOf(document, span), text)),
  );
  made.diagnostics = [diagnostic];
  made.isPreferred = isPreferred;
  return made;
}
