/** Run With Upstream, Run This and Dependents, Run Stale Cells: which cells, and in which order. */

import * as vscode from 'vscode';
import { staleRun, withDependents, withUpstream } from '../../core/language/runPlans';
import type { Analysed, NotebookAnalyses } from '../language/analyses';
import { analysedCells, cellId } from '../language/notebookText';
import { notebookOf } from './activeNotebook';
import { cellOf, selectedCells } from './cellResults';
import { executeCells } from './executeCells';
import type { Staleness } from './staleness';

export interface PlanParts {
  readonly analyses: NotebookAnalyses;
  readonly staleness: Staleness;
}

/** @param argument A cell, or nothing for the selected ones. */
export async function runWithUpstream(argument: unknown, parts: PlanParts): Promise<void> {
  await runSelected(argument, parts, ({ analysis }, cells) => withUpstream(analysis.cells, cells));
}

/** @param argument A cell, or nothing for the selected ones. */
export async function runWithDependents(argument: unknown, parts: PlanParts): Promise<void> {
  await runSelected(argument, parts, ({ analysis }, cells) =>
    withDependents(analysis.cells, cells),
  );
}

/** @param argument The cell of the pressed status bar item; otherwise all stale cells of the notebook run. */
export async function runStale(argument: unknown, parts: PlanParts): Promise<void> {
  const cell = argument === undefined ? undefined : cellOf(argument);
  const isCell = cell !== undefined && cell === argument;
  const notebook = isCell ? cell.notebook : notebookOf(argument);
  if (notebook) {
    await runStaleOf(notebook, parts, isCell ? cell : undefined);
  }
}

/** @param cell With the stale cells that it needs; without it all stale cells run. */
export async function runStaleOf(
  notebook: vscode.NotebookDocument,
  parts: PlanParts,
  cell?: vscode.NotebookCell,
): Promise<void> {
  const analysed = await analysisOf(notebook, parts);
  if (analysed) {
    const cells = cell ? indicesOf(analysed, [cell]) : null;
    const plan = staleRun(await parts.staleness.stateOf(analysed), cells);
    if (plan.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No result of this notebook is stale.'),
      );
    }
    await runPlan(analysed, plan);
  }
}

async function runSelected(
  argument: unknown,
  parts: PlanParts,
  plan: (analysed: Analysed, cells: readonly number[]) => readonly number[],
): Promise<void> {
  const cells = selectedCells(argument);
  const [first] = cells;
  const analysed = first && (await analysisOf(first.notebook, parts));
  if (analysed) {
    await runPlan(analysed, plan(analysed, indicesOf(analysed, cells)));
  }
}

async function analysisOf(
  notebook: vscode.NotebookDocument,
  { analyses }: PlanParts,
): Promise<Analysed | undefined> {
  const analysed = await analyses.current(notebook);
  if (!analysed) {
    const sentence = vscode.l10n.t(
      'Dependencies are still being analysed: run the cells one by one, or try again.',
    );
    void vscode.window.showWarningMessage(sentence);
  }
  return analysed;
}

function indicesOf({ text }: Analysed, cells: readonly vscode.NotebookCell[]): number[] {
  const wanted = new Set(cells.map(({ document }) => cellId(document)));
  return text.cells.flatMap(({ id }, index) => (wanted.has(id) ? [index] : []));
}

/** Like the notebook's own Run: one after another in this order, up to the first that fails. */
export async function runPlan(
  { notebook, text }: Analysed,
  plan: readonly number[],
): Promise<void> {
  const cells = new Map(analysedCells(notebook).map(cell => [cellId(cell.document), cell]));
  const ranges = plan.flatMap(index => {
    const cell = cells.get(text.cells[index]?.id ?? '');
    return cell ? [new vscode.NotebookRange(cell.index, cell.index + 1)] : [];
  });
  if (ranges.length > 0) {
    await executeCells(notebook, ranges);
  }
}
