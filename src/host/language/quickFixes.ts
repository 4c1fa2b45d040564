/** Offers the fixes of a cell's problems as quick fixes: edits of cells, or a cell that moves. */

import * as vscode from 'vscode';
import { problemPlace } from '../../core/language/documentation';
import type { Fix, Problem } from '../../core/language/problems';
import { commands, diagnosticSource, languages, moveCellCommand } from '../ids';
import { notebookWith, type Analysed, type NotebookAnalyses } from './analyses';
import { cellId, analysedCells } from './notebookText';
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
  const title = vscode.l10n.t(
    'Open the documentation of {0}',
    place.heading?.replaceAll('-', ' ') ?? place.page,
  );
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

/**
 * @param document The cell that has the problem.
 * @returns Undefined if a cell that it changes differs from the analysed one.
 */
function fixEdit(
  { edits }: Fix,
  document: vscode.TextDocument,
  analysed: Analysed,
): vscode.WorkspaceEdit | undefined {
  const edit = new vscode.WorkspaceEdit();
  for (const { span, text, cell } of edits) {
    const target = cell === undefined ? document : cellAt(analysed, cell)?.document;
    if (!target) {
      return undefined;
    }
    edit.replace(target.uri, rangeOf(target, span), text);
  }
  return edit;
}

/** A cell, by the URI of its text, that is moved above another. */
interface CellMove {
  readonly cell: string;
  readonly above: string;
}

/** @returns Undefined if one of the cells differs from the analysed one. */
function fixMove({ cell, above }: Required<Fix>['move'], analysed: Analysed): CellMove | undefined {
  const [from, to] = [cellAt(analysed, cell), cellAt(analysed, above)];
  return from && to ? { cell: cellId(from.document), above: cellId(to.document) } : undefined;
}

/**
 * Moves the cell with its outputs, as one step to undo.
 *
 * A command does this, since VS Code applies a quick fix's changes of texts, but not of the order of cells.
 */
async function moveCell(move: CellMove): Promise<void> {
  const cells = vscode.workspace.notebookDocuments.flatMap(notebook => notebook.getCells());
  const [from, to] = [move.cell, move.above].map(id =>
    cells.find(({ document }) => cellId(document) === id),
  );
  if (!from || from.notebook !== to?.notebook) {
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.set(from.notebook.uri, [
    vscode.NotebookEdit.deleteCells(new vscode.NotebookRange(from.index, from.index + 1)),
    vscode.NotebookEdit.insertCells(to.index, [dataOf(from)]),
  ]);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new Error(vscode.l10n.t('The cell could not be moved: is the notebook read-only?'));
  }
}

function dataOf(cell: vscode.NotebookCell): vscode.NotebookCellData {
  const { kind, document, metadata, outputs, executionSummary } = cell;
  const data = new vscode.NotebookCellData(kind, document.getText(), document.languageId);
  data.metadata = metadata;
  data.outputs = [...outputs];
  if (executionSummary) {
    data.executionSummary = executionSummary;
  }
  return data;
}

function cellAt({ notebook, text }: Analysed, index: number): vscode.NotebookCell | undefined {
  const wanted = text.cells[index];
  return analysedCells(notebook).find(
    ({ document }) => cellId(document) === wanted?.id && document.getText() === wanted.text,
  );
}
