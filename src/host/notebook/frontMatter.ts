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

export async function frontMatterContents(
  notebook: vscode.NotebookDocument,
): Promise<FrontMatterContents> {
  const { raw } = frontMatterOf(notebook);
  if (raw.trim() === '') {
    return nothing;
  }
  const { readFrontMatter } = await import('../../core/notebook/frontMatter');
  return readFrontMatter(raw);
}
