/** Reads a notebook's front matter. The YAML parser is only loaded if there is some. */

import type * as vscode from 'vscode';
import type { FrontMatterContents } from '../../core/notebook/frontMatter';
import { frontMatterOf } from './notebookData';

const nothing: FrontMatterContents = {
  version: null,
  title: null,
  description: null,
  connection: null,
  parameters: [],
  portfolios: {},
  problems: [],
};

/** @param notebook Undefined: there is none, and so nothing in it. */
export async function frontMatterContents(
  notebook: vscode.NotebookDocument | undefined,
): Promise<FrontMatterContents> {
  const raw = notebook ? frontMatterOf(notebook).raw : '';
  if (raw.trim() === '') {
    return nothing;
  }
  const { readFrontMatter } = await import('../../core/notebook/frontMatter');
  return readFrontMatter(raw);
}
