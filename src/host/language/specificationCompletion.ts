/** Offers tables and columns of the session in `vega-lite` cells; VS Code itself offers what the schema has. */

import * as vscode from 'vscode';
import { visibleAt } from '../../core/language/catalogue';
import type { SpecificationOffer } from '../../core/language/specificationCompletion';
import { languages } from '../ids';
import { notebookWith, type NotebookAnalyses } from './analyses';
import { cellId } from './notebookText';
import { rangeOf } from './spans';

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
    const notebook = notebookWith(document);
    const analysed = notebook && (await this.analyses.current(notebook));
    if (!analysed) {
      return [];
    }
    const { text, analysis } = analysed;
    const cell = text.cells.findIndex(({ id }) => id === cellId(document));
    const { tables } = visibleAt(text, analysis, cell, 0);
    const { assistance } = await import('./assistance');
    const offset = document.offsetAt(position);
    const offers = assistance.specificationCompletion(document.getText(), offset, tables);
    return offers.map((offer, index) => shown(document, offer, index));
  }
}

function shown(
  document: vscode.TextDocument,
  { kind, name, detail, doc, insert, span }: SpecificationOffer,
  index: number,
): vscode.CompletionItem {
  const { Struct, Field } = vscode.CompletionItemKind;
  const label = { label: name, description: detail };
  const item = new vscode.CompletionItem(label, kind === 'table' ? Struct : Field);
  item.insertText = insert;
  item.filterText = insert;
  item.range = rangeOf(document, span);
  // Before what the schema says of any string, in the table's own order.
  item.sortText = `0${String(index).padStart(5, '0')}`;
  if (doc !== null) {
    item.documentation = doc;
  }
  return item;
}
