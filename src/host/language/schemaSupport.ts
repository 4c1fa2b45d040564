/**
 * Has VS Code's JSON support check and complete `vega-lite` cells against the schema.
 *
 * It serves the language once it runs, but is started by files of JSON alone.
 */

import * as vscode from 'vscode';
import { languages } from '../ids';
import type { Log } from '../log';

const jsonSupport = 'vscode.json-language-features';

/** Starts it as soon as a cell needs it. */
export function registerSchemaSupport(log: Log): vscode.Disposable {
  const start = ({ languageId }: vscode.TextDocument): void => {
    const extension = vscode.extensions.getExtension(jsonSupport);
    if (languageId === languages.vegaLite && extension?.isActive === false) {
      extension.activate().then(undefined, (error: unknown) => log.error('JSON support', error));
    }
  };
  vscode.workspace.textDocuments.forEach(start);
  return vscode.workspace.onDidOpenTextDocument(start);
}
