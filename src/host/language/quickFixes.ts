/** Offers the fixes of a cell's problems as quick fixes. */

import * as vscode from 'vscode';
import { problemPlace } from '../../core/language/documentation';
import type { Fix, Problem } from '../../core/language/problems';
import { commands, diagnosticSource, languages, moveCellCommand } from '../ids';
import { notebookWith, type Analysed, type NotebookAnalyses } from './analyses';
import { fixEdit, fixMove, moveCell, type CellMove } from './fixEdit';
import { cellId } from './notebookText';
import { rangeOf } from './spans';

export class QuickFixes implements vscode.CodeActionProvider {
  constructor(private readonly analyses: NotebookAnalyses) {}

  static register(analyses: NotebookAnalyses): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.commands.registerCommand(moveCellCommand, (move: CellMove) => moveCell(move)),
      vscode.languages.registerCodeActionsProvider(
        Object.values(languages).map(language => ({ language })),
        new QuickFixes(analyses),
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const analysed = analysedWith(document, this.analyses);
    const problems = analysed ? problemsOf(document, analysed) : [];
    return diagnostics
      .filter(({ source }) => source === diagnosticSource)
      .flatMap(diagnostic => {
        const problem = problems.find(
          ({ code, span }) =>
            code === diagnostic.code && rangeOf(document, span).isEqual(diagnostic.range),
        );
        const fixes = (problem?.fixes ?? []).flatMap((fix, index) => {
          const made = analysed && action(fix, document, analysed);
          return made
            ? [Object.assign(made, { diagnostics: [diagnostic], isPreferred: index === 0 })]
            : [];
        });
        return [...fixes, ...(problem ? documentation(problem, diagnostic) : [])];
      });
  }
}

/** After the fixes: the page about the broken rule. */
function documentation(problem: Problem, diagnostic: vscode.Diagnostic): vscode.CodeAction[] {
  const place = problemPlace(problem);
  if (place === null) {
    return [];
  }
  const title = `Open the documentation of ${place.heading?.replaceAll('-', ' ') ?? place.page}`;
  const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  made.diagnostics = [diagnostic];
  made.command = { title, command: commands.openDocumentation, arguments: [place] };
  return [made];
}

function analysedWith(
  document: vscode.TextDocument,
  analyses: NotebookAnalyses,
): Analysed | undefined {
  const notebook = notebookWith(document);
  return notebook && analyses.of(notebook);
}

/** None if the text differs from the analysed one, since its places would be wrong. */
function problemsOf(
  document: vscode.TextDocument,
  { text, analysis }: Analysed,
): readonly Problem[] {
  const id = cellId(document);
  const cell = text.cells.find(other => other.id === id);
  return cell?.text === document.getText()
    ? (analysis.cells.find(other => other.id === id)?.problems ?? [])
    : [];
}

function action(
  fix: Fix,
  document: vscode.TextDocument,
  analysed: Analysed,
): vscode.CodeAction | undefined {
  const made = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  if (fix.move) {
    const move = fixMove(fix.move, analysed);
    made.command = { command: moveCellCommand, title: fix.title, arguments: [move] };
    return move && made;
  }
  const edit = fixEdit(fix, document, analysed);
  return edit && Object.assign(made, { edit });
}
