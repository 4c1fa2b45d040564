/** Copy as Python, Copy as curl: the cell for those who work without the editor. */

import * as vscode from 'vscode';
import { plainDateOfInstant } from '../../core/base/plainDate';
import { emptySession } from '../../core/language/assist';
import { withUpstream } from '../../core/language/runPlans';
import { cellId } from '../language/notebookText';
import type { NotebookAnalyses } from '../language/analyses';
import { cellOf } from '../notebook/cellResults';
import { kernelSettings } from '../settings';
import { jupyterSource } from './jupyterSource';
import type { PageParts } from './pagePanels';

export type CopyParts = PageParts & { readonly analyses: NotebookAnalyses };

/** @param argument As for `cellOf`. The cells that it needs come along. */
export async function copyAsPython(argument: unknown, parts: CopyParts): Promise<void> {
  const cell = cellOf(argument);
  const analysed = cell && (await parts.analyses.current(cell.notebook));
  if (!cell || !analysed) {
    void vscode.window.showInformationMessage(nothingToCopy);
    return;
  }
  const ids = analysed.text.cells.map(({ id }) => id);
  const needed = withUpstream(analysed.analysis.cells, [ids.indexOf(cellId(cell.document))]);
  const wanted = new Set(needed.map(index => ids[index]));
  const source = await jupyterSource(cell.notebook, parts);
  const documents = cell.notebook.getCells().map(({ document }) => cellId(document));
  const cells = source.cells.filter((_, at) => wanted.has(documents[at]));
  const { pythonScript } = await import('../../core/jupyter/jupyterNotebook');
  await copied(pythonScript({ ...source, cells }));
}

/** @param argument As for `cellOf`. */
export async function copyAsCurl(argument: unknown, { analyses }: CopyParts): Promise<void> {
  const cell = cellOf(argument);
  const analysed = cell && (await analyses.current(cell.notebook));
  const { assistance } = await import('../language/assistance');
  const text = analysed
    ? assistance.curlCommands({
        ...{ text: cell.document.getText(), notebook: analysed.text, session: emptySession },
        ...{ limits: kernelSettings(), today: plainDateOfInstant(Date.now()) },
      })
    : '';
  if (text === '') {
    void vscode.window.showInformationMessage(nothingToCopy);
    return;
  }
  await copied(text);
}

const nothingToCopy = vscode.l10n.t(
  'There is nothing to copy: select a SQL cell that calls a signal function.',
);

async function copied(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Signals: copied; the token is not in it'), 3000);
}
