/** Definition, references, highlights and rename over the cells of a notebook. */

import * as vscode from 'vscode';
import {
  definitionOf,
  occurrences,
  symbolAt,
  type Occurrence,
} from '../../core/language/navigation';
import { languages } from '../ids';
import { notebookWith, type Analysed, type NotebookAnalyses } from './analyses';
import { analysedCells, cellId } from './notebookText';
import { rangeOf } from './spans';

/** A place in an analysis of the current text. */
interface Place extends Analysed {
  readonly cell: number;
  readonly offset: number;
}

export class Navigation
  implements
    vscode.DefinitionProvider,
    vscode.ReferenceProvider,
    vscode.DocumentHighlightProvider,
    vscode.RenameProvider
{
  static register(analyses: NotebookAnalyses): vscode.Disposable {
    const navigation = new Navigation(analyses);
    const cells = Object.values(languages).map(language => ({ language }));
    return vscode.Disposable.from(
      vscode.languages.registerDefinitionProvider(cells, navigation),
      vscode.languages.registerReferenceProvider(cells, navigation),
      vscode.languages.registerDocumentHighlightProvider(cells, navigation),
      vscode.languages.registerRenameProvider(cells, navigation),
    );
  }

  private constructor(private readonly analyses: NotebookAnalyses) {}

  async provideDefinition(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Location | undefined> {
    const place = await this.place(document, position);
    const symbol = place && symbolAt(place.analysis, place.cell, place.offset);
    const target = symbol && definitionOf(place.analysis, symbol);
    return target && locationOf(place, target);
  }

  async provideReferences(
    document: vscode.TextDocument,
    position: vscode.Position,
    { includeDeclaration }: vscode.ReferenceContext,
  ): Promise<vscode.Location[]> {
    const place = await this.place(document, position);
    return place
      ? found(place)
          .filter(({ isDefinition }) => includeDeclaration || !isDefinition)
          .flatMap(occurrence => locationOf(place, occurrence) ?? [])
      : [];
  }

  async provideDocumentHighlights(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.DocumentHighlight[]> {
    const place = await this.place(document, position);
    const { Read, Write } = vscode.DocumentHighlightKind;
    return (place ? found(place) : [])
      .filter(({ cell }) => cell === place?.cell)
      .map(
        ({ span, isDefinition }) =>
          new vscode.DocumentHighlight(rangeOf(document, span), isDefinition ? Write : Read),
      );
  }

  async prepareRename(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<{ range: vscode.Range; placeholder: string } | undefined> {
    const place = await this.place(document, position);
    if (!place) {
      return undefined;
    }
    const { assistance } = await import('./assistance');
    const answer = assistance.renamable(place.text, place.analysis, place);
    if ('refused' in answer) {
      throw new Error(answer.refused);
    }
    return { range: rangeOf(document, answer.span), placeholder: answer.name };
  }

  async provideRenameEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    name: string,
    token: vscode.CancellationToken,
  ): Promise<vscode.WorkspaceEdit | undefined> {
    const place = await this.place(document, position);
    if (!place) {
      return undefined;
    }
    const { assistance } = await import('./assistance');
    const answer = assistance.rename(place.text, place.analysis, place, name);
    if ('refused' in answer) {
      throw new Error(answer.refused);
    }
    const after = await this.analyses.imagined(
      assistance.editedNotebook(place.text, answer.edits),
      token,
    );
    const broken = after && assistance.brokenBy(place.analysis, after, answer.from);
    if (broken) {
      throw new Error(broken);
    }
    const edit = new vscode.WorkspaceEdit();
    for (const { cell, span, text } of answer.edits) {
      const target = documentOf(place, cell);
      if (target?.getText() !== place.text.cells[cell]?.text) {
        throw new Error(
          vscode.l10n.t('The notebook changed while the new name was checked. Rename again.'),
        );
      }
      if (target) {
        edit.replace(target.uri, rangeOf(target, span), text);
      }
    }
    return edit;
  }

  private async place(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<Place | undefined> {
    const { version } = document;
    const offset = document.offsetAt(position);
    const notebook = notebookWith(document);
    const analysed = notebook && (await this.analyses.current(notebook));
    const id = cellId(document);
    const cell = analysed?.text.cells.findIndex(other => other.id === id) ?? -1;
    const isAsAsked = document.version === version;
    return analysed && isAsAsked && cell >= 0 ? { ...analysed, cell, offset } : undefined;
  }
}

function found({ analysis, cell, offset }: Place): Occurrence[] {
  const symbol = symbolAt(analysis, cell, offset);
  return symbol ? occurrences(analysis, symbol) : [];
}

function documentOf({ notebook, text }: Analysed, cell: number): vscode.TextDocument | undefined {
  const id = text.cells[cell]?.id;
  return analysedCells(notebook).find(({ document }) => cellId(document) === id)?.document;
}

function locationOf(analysed: Analysed, { cell, span }: Occurrence): vscode.Location | undefined {
  const document = documentOf(analysed, cell);
  return document && new vscode.Location(document.uri, rangeOf(document, span));
}
