/** The cells of an open notebook, with their current outputs, as a page takes them. */

import { posix } from 'node:path';
import * as vscode from 'vscode';
import { staleSentence } from '../../core/language/staleReasons';
import type { PageCell, PageSource } from '../../core/page/pageCells';
import type { ResultOutput } from '../../core/protocol/output';
import { errorsOf, resultsOf } from '../notebook/cellResults';
import { frontMatterContents } from '../notebook/frontMatter';
import type { Staleness } from '../notebook/staleness';

/** @param held Adds the rows that the page holds to a result. */
export async function pageSource(
  notebook: vscode.NotebookDocument,
  staleness: Staleness,
  held: (output: ResultOutput) => Promise<ResultOutput>,
): Promise<PageSource> {
  const { title, description } = await frontMatterContents(notebook);
  const cells: PageCell[] = [];
  for (const cell of notebook.getCells()) {
    const results: ResultOutput[] = [];
    for (const output of resultsOf(cell)) {
      results.push(await held(output));
    }
    const { document, outputs, executionSummary } = cell;
    cells.push({
      kind: cell.kind === vscode.NotebookCellKind.Markup ? 'markdown' : 'code',
      language: document.languageId,
      text: document.getText(),
      results,
      errors: errorsOf(cell),
      staleReasons: results.length === 0 ? [] : staleness.of(cell).map(staleSentence),
      hasRun: outputs.length > 0 || executionSummary?.success !== undefined,
    });
  }
  return { title, description, fileName: posix.basename(notebook.uri.path), cells };
}
