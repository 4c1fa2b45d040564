/** The outline of cells, and their foldable ranges. */

import * as vscode from 'vscode';
import { foldsOf, outlineOf, type OutlineEntry } from '../../core/language/outline';
import { languages } from '../ids';
import { rangeOf } from './spans';

const kinds: Readonly<Record<OutlineEntry['kind'], vscode.SymbolKind>> = {
  table: vscode.SymbolKind.Struct,
  view: vscode.SymbolKind.Interface,
  macro: vscode.SymbolKind.Function,
  variable: vscode.SymbolKind.Variable,
  query: vscode.SymbolKind.Field,
  chart: vscode.SymbolKind.Object,
};

export function registerOutline(): vscode.Disposable {
  const cells = { language: languages.sql };
  return vscode.Disposable.from(
    vscode.languages.registerDocumentSymbolProvider(cells, {
      provideDocumentSymbols: document =>
        outlineOf(document.getText()).map(entry => symbolOf(document, entry)),
    }),
    vscode.languages.registerDocumentSymbolProvider(
      { language: languages.vegaLite },
      {
        provideDocumentSymbols: async document => {
          const { assistance } = await import('./assistance');
          const entries = assistance.specificationOutline(document.getText());
          return entries.map(entry => symbolOf(document, entry));
        },
      },
    ),
    vscode.languages.registerFoldingRangeProvider(cells, {
      provideFoldingRanges: document =>
        foldsOf(document.getText()).map(({ span, isComment }) => {
          const { start, end } = rangeOf(document, span);
          const kind = isComment ? vscode.FoldingRangeKind.Comment : undefined;
          return new vscode.FoldingRange(start.line, end.line, kind);
        }),
    }),
  );
}

function symbolOf(document: vscode.TextDocument, entry: OutlineEntry): vscode.DocumentSymbol {
  const { name, detail, kind, span, selection } = entry;
  const symbol = new vscode.DocumentSymbol(
    name,
    detail,
    kinds[kind],
    rangeOf(document, span),
    rangeOf(document, selection),
  );
  symbol.children = entry.children.map(child => symbolOf(document, child));
  return symbol;
}
