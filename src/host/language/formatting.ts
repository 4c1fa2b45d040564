/** Formats cells: a whole cell, the statements of a selection, and the statement that a semicolon ends. */

import * as vscode from 'vscode';
import type { Span } from '../../core/base/span';
import { languages } from '../ids';
import type { LanguageService } from './languageService';
import { languageOf } from './notebookText';
import { rangeOf, spanOf } from './spans';

export class Formatting
  implements
    vscode.DocumentFormattingEditProvider,
    vscode.DocumentRangeFormattingEditProvider,
    vscode.OnTypeFormattingEditProvider
{
  static register(service: LanguageService): vscode.Disposable {
    const formatting = new Formatting(service);
    const sql = { language: languages.sql };
    const cells = [sql, { language: languages.vegaLite }];
    return vscode.Disposable.from(
      vscode.languages.registerDocumentFormattingEditProvider(cells, formatting),
      vscode.languages.registerDocumentRangeFormattingEditProvider(cells, formatting),
      vscode.languages.registerOnTypeFormattingEditProvider(sql, formatting, ';'),
    );
  }

  private constructor(private readonly service: LanguageService) {}

  provideDocumentFormattingEdits(
    document: vscode.TextDocument,
    options: vscode.FormattingOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.TextEdit[]> {
    return this.edits({ document, range: null, tabSize: options.tabSize }, token);
  }

  provideDocumentRangeFormattingEdits(
    document: vscode.TextDocument,
    range: vscode.Range,
    options: vscode.FormattingOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.TextEdit[]> {
    return this.edits(
      { document, range: spanOf(document, range), tabSize: options.tabSize },
      token,
    );
  }

  provideOnTypeFormattingEdits(
    ...[document, position, , options, token]: Parameters<
      vscode.OnTypeFormattingEditProvider['provideOnTypeFormattingEdits']
    >
  ): Promise<vscode.TextEdit[]> {
    const at = Math.max(0, document.offsetAt(position) - 1);
    return this.edits({ document, range: { from: at, to: at }, tabSize: options.tabSize }, token);
  }

  private async edits(
    { document, range, tabSize }: Asked,
    token: vscode.CancellationToken,
  ): Promise<vscode.TextEdit[]> {
    const text = document.getText();
    const language = languageOf(document) ?? languages.sql;
    const { version } = document;
    const edits = await this.service.ask(
      process => process.format({ language, text, range, tabSize }, token),
      token,
    );
    return (document.version === version ? (edits ?? []) : []).map(
      edit => new vscode.TextEdit(rangeOf(document, edit.span), edit.text),
    );
  }
}

interface Asked {
  readonly document: vscode.TextDocument;
  /** Null: all of it. */
  readonly range: Span | null;
  readonly tabSize: number;
}
