/** The cells of an open notebook with the values that they read, as an export takes them. */

import type * as vscode from 'vscode';
import type { JupyterSource } from '../../core/jupyter/jupyterNotebook';
import type { ResultOutput } from '../../core/protocol/output';
import { frontMatterContents } from '../notebook/frontMatter';
import { frontMatterOf } from '../notebook/notebookData';
import type { PageParts } from './pagePanels';
import { pageSource } from './pageSource';

/** @param held Adds the rows that the export holds to a result; absent: none are added. */
export async function jupyterSource(
  notebook: vscode.NotebookDocument,
  { staleness, values, portfolios }: PageParts,
  held: (output: ResultOutput) => Promise<ResultOutput> = output => Promise.resolve(output),
): Promise<JupyterSource> {
  return {
    ...(await pageSource(notebook, staleness, held)),
    frontMatter: frontMatterOf(notebook).raw,
    variables: values.inForce(notebook, await frontMatterContents(notebook)),
    portfolios: await portfolios.holdings(notebook),
  };
}
