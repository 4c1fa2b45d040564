/** Completion in `vega-lite` cells: tables and columns of the session, keys and values of the schema. */

import * as vscode from 'vscode';
import type { VisibleTable } from '../../core/language/catalogue';
import type { SpecificationOffer } from '../../core/language/specificationHelp';
import { languages } from '../ids';
import { notebookWith, type NotebookAnalyses } from './analyses';
import type { LanguageService } from './languageService';
import { cellId } from './notebookText';
import { AskedText } from './spans';

const kinds: Readonly<Record<SpecificationOffer['kind'], vscode.CompletionItemKind>> = {
  table: vscode.CompletionItemKind.Struct,
  column: vscode.CompletionItemKind.Field,
  snippet: vscode.CompletionItemKind.Snippet,
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
};

/** A key without a value. */
const OPEN_KEY = /: \$1,?$/;

export class SpecificationCompletion implements vscode.CompletionItemProvider {
  static register(service: LanguageService, analyses: NotebookAnalyses): vscode.Disposable {
    return vscode.languages.registerCompletionItemProvider(
      { language: languages.vegaLite },
      new SpecificationCompletion(service, analyses),
      '"',
      ':',
    );
  }

  private constructor(
    private readonly service: LanguageService,
    private readonly analyses: NotebookAnalyses,
  ) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[]> {
    const text = document.getText();
    const offset = document.offsetAt(position);
    const { assistance } = await import('./assistance');
    const asked = this.service.ask(
      language => language.specificationOffers({ text, offset }, token),
      token,
    );
    const own = assistance.specificationCompletion(text, offset, await this.tables(document));
    // The session's own names first, each list in its own order.
    const offers = [...own, ...((await asked) ?? [])];
    const written = new AskedText(text);
    return offers.map((offer, index) => shown(written, offer, index));
  }

  private async tables(document: vscode.TextDocument): Promise<readonly VisibleTable[]> {
    const notebook = notebookWith(document);
    const analysed = notebook && (await this.analyses.current(notebook));
    const cell = analysed?.text.cells.findIndex(({ id }) => id === cellId(document)) ?? 0;
    const { assistance } = await import('./assistance');
    return analysed ? assistance.visibleAt(analysed.text, analysed.analysis, cell, 0).tables : [];
  }
}

function shown(
  written: AskedText,
  offer: SpecificationOffer,
  index: number,
): vscode.CompletionItem {
  const { kind, name, detail, doc, insert } = offer;
  const item = new vscode.CompletionItem({ label: name, description: detail }, kinds[kind]);
  const isPlain = kind === 'table' || kind === 'column';
  item.insertText = isPlain ? insert : new vscode.SnippetString(insert);
  item.filterText = offer.filter;
  item.range = written.rangeOf(offer.span);
  item.sortText = String(index).padStart(5, '0');
  if (doc !== null) {
    item.documentation = isPlain ? doc : new vscode.MarkdownString(doc);
  }
  if (kind === 'key' && OPEN_KEY.test(insert)) {
    item.command = { title: vscode.l10n.t('Suggest'), command: 'editor.action.triggerSuggest' };
  }
  return item;
}
