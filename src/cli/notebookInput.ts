/** Notebooks as commands read them: the file, its parameters, and the form for the language process. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '../core/base/errorMessage';
import { plainDateOfInstant } from '../core/base/plainDate';
import type { Span } from '../core/base/span';
import { parameterText, type CellLanguage, type NotebookText } from '../core/language/notebookText';
import { firstConflict } from '../core/notebook/conflictMarkers';
import { readFrontMatter, type FrontMatterContents } from '../core/notebook/frontMatter';
import { openNotebook, type Notebook, type NotebookCell } from '../core/notebook/notebookFile';
import { parametersInForce } from '../core/notebook/parameterInput';
import { systemClock } from '../io/systemClock';
import { UsageError } from './usage';

export interface NotebookInput {
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  readonly notebook: Notebook;
  readonly front: FrontMatterContents;
  /** Its code cells: what people count. */
  readonly code: readonly NotebookCell[];
  /** The first mark of an unfinished merge, in the text of the file. */
  readonly conflict: Span | null;
}

/** @throws {UsageError} If the file cannot be read, or is not text. */
export async function readNotebookInput(file: string): Promise<NotebookInput> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${errorMessage(error)}`);
  }
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let text = '';
    const notebook = openNotebook(bytes, read => (text = decoder.decode(read)));
    const front = readFrontMatter(notebook.frontMatter.raw);
    const code = notebook.cells.filter(({ kind }) => kind === 'code');
    return { file, text, notebook, front, code, conflict: firstConflict(text) };
  } catch (error) {
    throw new UsageError(`${file}: ${errorMessage(error)}`);
  }
}

/**
 * Reads a notebook that a command line names.
 *
 * @throws {UsageError} If the file cannot be read, or has neither front matter nor a code cell: any text reads as prose.
 */
export async function readGivenNotebook(file: string): Promise<NotebookInput> {
  const input = await readNotebookInput(file);
  if (input.code.length === 0 && input.notebook.frontMatter.open === undefined) {
    const isJupyter = path.extname(file).toLowerCase() === '.ipynb';
    const remedy = isJupyter
      ? 'The command Open as Signals Notebook of VS Code opens a Jupyter notebook as one.'
      : 'It has no cell of SQL.';
    throw new UsageError(`${file} is no Signals notebook. ${remedy}`);
  }
  return input;
}

/** @returns What runs or checks the cell. */
export function languageOf({ language }: NotebookCell): CellLanguage {
  return language === 'vega-lite' ? 'vega-lite' : 'signals-sql';
}

/**
 * @param portfolios Names for `portfolio()`.
 * @returns The notebook for the language process; its cells are `code`, in that order.
 */
export function notebookText(
  { file, front, code }: NotebookInput,
  portfolios: readonly string[],
): NotebookText {
  const today = plainDateOfInstant(systemClock.now());
  const parameters = parametersInForce(front.parameters, new Map(), today).map(parameterText);
  return {
    id: file,
    cells: code.map((cell, index) => ({
      id: String(index),
      language: languageOf(cell),
      text: cell.text,
    })),
    parameters,
    portfolios,
    session: [],
    folder: path.resolve(path.dirname(file)),
  };
}
