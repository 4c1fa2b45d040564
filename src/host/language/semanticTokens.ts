/** Colours what a grammar cannot tell: functions of the service, their arguments and values, words of VISUALISE. */

import * as vscode from 'vscode';
import { semanticTokens, semanticTypes } from '../../core/language/semanticTokens';
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

function tokensOf(
  document: vscode.TextDocument,
  legend: vscode.SemanticTokensLegend,
): vscode.SemanticTokens {
  const builder = new vscode.SemanticTokensBuilder(legend);
  for (const { span, type } of semanticTokens(document.getText())) {
    builder.push(rangeOf(document, span), type);
  }
  return builder.build();
}
