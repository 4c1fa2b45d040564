/** Converts VS Code's notebooks to the form for the language process. */

import path from 'node:path';
import * as vscode from 'vscode';
import { parameterText, type CellText, type NotebookText } from '../../core/language/notebookText';
import { languages } from '../ids';
import { frontMatterContents } from '../notebook/frontMatter';
import type { ParameterValues } from '../notebook/parameterValues';
import type { WriteGrants } from '../notebook/writeGrants';
import type { KnownPortfolios } from '../portfolios/knownPortfolios';

/** What a notebook's cells can name or may do. */
export interface NameParts {
  readonly values: ParameterValues;
  readonly grants: WriteGrants;
  readonly portfolios: KnownPortfolios;
}

/**
 * @param session The tables of the notebook's kernel.
 * @param names The values of parameters in this session, which notebooks may write files, and the portfolios.
 * @returns The notebook's current code cells and names.
 */
export async function notebookText(
  notebook: vscode.NotebookDocument,
  session: NotebookText['session'],
  { values, grants, portfolios }: NameParts,
): Promise<NotebookText> {
  const contents = await frontMatterContents(notebook);
  return {
    id: notebook.uri.toString(),
    cells: analysedCells(notebook).map(cellText),
    parameters: values.inForce(notebook, contents).map(parameterText),
    portfolios: (await portfolios.of(notebook)).map(({ name }) => name),
    session,
    folder: folderOf(notebook),
    allowWriting: grants.has(notebook),
  };
}

/** @returns The cells that an analysis is about, in its order. */
export function analysedCells(notebook: vscode.NotebookDocument): vscode.NotebookCell[] {
  return notebook.getCells().filter(({ document }) => languageOf(document) !== undefined);
}

/** @returns The id of the cell in analyses. */
export function cellId(document: vscode.TextDocument): string {
  return document.uri.toString();
}

function cellText({ document }: vscode.NotebookCell): CellText {
  const language = languageOf(document) ?? languages.sql;
  return { id: cellId(document), language, text: document.getText() };
}

/** @returns Undefined for a cell of another language. */
export function languageOf({ languageId }: vscode.TextDocument): CellText['language'] | undefined {
  return Object.values(languages).find(language => language === languageId);
}

function folderOf({ uri, isUntitled }: vscode.NotebookDocument): string | null {
  return uri.scheme === 'file' && !isUntitled ? path.dirname(uri.fsPath) : null;
}
