/** Offers tables and columns of the session in `vega-lite` cells; VS Code itself offers what the schema has. */

import * as vscode from 'vscode';
import { visibleAt, type VisibleTable } from '../../core/language/catalogue';
import type { SpecificationOffer } from '../../core/language/specificationCompletion';
import { languages } from '../ids';
import { notebookWith, type NotebookAnalyses } from './analyses';
import { cellId } from './notebookText';
import { rangeOf } from './spans';

const kinds: Readonly<Record<SpecificationOffer['kind'], vscode.CompletionItemKind>> = {
  table: vscode.CompletionItemKind.Struct,
  column: vscode.CompletionItemKind.Field,
  snippet: vscode.CompletionItemKind.Snippet,
};

export class SpecificationCompletion implements vscode.CompletionItemProvider {
  static register(analyses: NotebookAnalyses): vscode.Disposable {
    return vscode.languages.registerCompletionItemProvider(
      { language: languages.vegaLite },
      new SpecificationCompletion(analyses),
      '"',
      ':',
    );
  }

  private constructor(private readonly analyses: NotebookAnalyses) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    const { assistance } = await import('./assistance');
    const offset = document.offsetAt(position);
    const tables = await this.tables(document);
    const offers = assistance.specificationCompletion(document.getText(), offset, tables);
    return offers.map((offer, index) => shown(document, offer, index));
  }

  private async tables(document: vscode.TextDocument): Promise<readonly VisibleTable[]> {
    const notebook = notebookWith(document);
    const analysed = notebook && (await this.analyses.current(notebook));
    const cell = analysed?.text.cells.findIndex(({ id }) => id === cellId(document)) ?? 0;
    return analysed ? visibleAt(analysed.text, analysed.analysis, cell, 0).tables : [];
  }
}

function shown(
  document: vscode.TextDocument,
  offer: SpecificationOffer,
  index: number,
): vscode.CompletionItem {
  const { kind, name, detail, doc, insert } = offer;
  const item = new vscode.CompletionItem({ label: name, description: detail }, kinds[kind]);
  item.insertText = kind === 'snippet' ? new vscode.SnippetString(insert) : insert;
  item.filterText = offer.filter;
  item.range = rangeOf(document, offer.span);
  // Before what the schema says of any string, in the table's own order.
  item.sortText = `0${String(index).padStart(5, '0')}`;
  if (doc !== null) {
    item.documentation = kind === 'snippet' ? new vscode.MarkdownString(doc) : doc;
  }
  return item;
}
