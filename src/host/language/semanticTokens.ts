/**
 * Colours what a TextMate grammar cannot recognise: functions of the service, their arguments and values, words of
 * VISUALISE.
 */

import * as vscode from 'vscode';
import { semanticTypes } from '../../core/language/semanticTypes';
import { languages } from '../ids';
import { rangeOf } from './spans';

export function registerSemanticTokens(): vscode.Disposable {
  const legend = new vscode.SemanticTokensLegend([...semanticTypes]);
  return vscode.languages.registerDocumentSemanticTokensProvider(
    { language: languages.sql },
    { provideDocumentSemanticTokens: document => tokensOf(document, legend) },
    legend,
  );
}

async function tokensOf(
  document: vscode.TextDocument,
  legend: vscode.SemanticTokensLegend,
): Promise<vscode.SemanticTokens> {
  const { assistance } = await import('./assistance');
  const text = document.getText();
  const builder = new vscode.SemanticTokensBuilder(legend);
  for (const { span, type } of assistance.semanticTokens(text)) {
    builder.push(rangeOf(document, span), type);
  }
  return builder.build();
}
