/**
 * Asks whether to export the whole result or the rows as shown, if a grid is sorted, filtered or has hidden columns.
 */

import * as vscode from 'vscode';
import { uncancellable } from '../../core/base/cancellation';
import { isRecord } from '../../core/base/json';
import type { ExportedPart } from '../../core/protocol/exportRecord';
import { grouped, joined } from '../../core/base/text';
import { rowsText } from '../../core/protocol/footer';
import {
  filterTexts,
  isWhole,
  readShownRows,
  sortTexts,
  type ShownRows,
} from '../../core/protocol/shownRows';
import type { KernelSessions } from '../notebook/kernelSessions';
import type { ExportSource } from './exportSource';

/** The rows of the export, and which part of the result they are if not all of it. */
export interface ChosenPart {
  readonly rowCount: number;
  readonly part: ExportedPart | null;
}

interface PartItem extends vscode.QuickPickItem {
  readonly chosen: ChosenPart;
}

/**
 * @param argument With `shown`, what the grid shows; with `part`, an answer instead of the question.
 * @returns Undefined if the user cancelled.
 */
export async function askPart(
  argument: unknown,
  source: ExportSource,
  sessions: KernelSessions,
): Promise<ChosenPart | undefined> {
  const { rowCount } = source.subject;
  const whole = { rowCount, part: null };
  const shown = isRecord(argument) ? readShownRows(argument['shown']) : null;
  if (!shown || !isRecord(argument) || isWhole(shown, source.columns.length)) {
    return whole;
  }
  const asShown = await partOf(shown, source, sessions);
  if (argument['part'] !== undefined) {
    return argument['part'] === 'shown' ? asShown : whole;
  }
  const items: PartItem[] = [
    {
      label: vscode.l10n.t('As shown'),
      description: rowsText(asShown.rowCount),
      detail: shownText(shown, source),
      chosen: asShown,
    },
    {
      label: vscode.l10n.t('Whole result'),
      description: rowsText(rowCount),
      detail: vscode.l10n.t('Every row and column, in the order of the result.'),
      chosen: whole,
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Export Result'),
    placeHolder: vscode.l10n.t('What to export'),
    ignoreFocusOut: true,
  });
  return picked?.chosen;
}

async function partOf(
  shown: ShownRows,
  { notebook, resultId, columns, subject }: ExportSource,
  sessions: KernelSessions,
): Promise<ChosenPart> {
  const question = { resultId, offset: 0, limit: 0, arrangement: shown.arrangement };
  const { rowCount } = await sessions.of(notebook).ask('page', question, uncancellable);
  return { rowCount, part: { shown, columns, rowCount: subject.rowCount } };
}

function shownText({ arrangement, columns }: ShownRows, source: ExportSource): string {
  const names = source.columns.map(({ name }) => name);
  const filters = filterTexts(arrangement, names);
  const sort = sortTexts(arrangement, names);
  const { length } = source.columns;
  return [
    ...(filters.length > 0 ? [vscode.l10n.t('Rows where {0}', joined(filters))] : []),
    ...(sort.length > 0 ? [vscode.l10n.t('sorted by {0}', sort.join(', then '))] : []),
    ...(columns.length < length
      ? [vscode.l10n.t('{0} of {1} columns', grouped(columns.length), grouped(length))]
      : []),
  ].join(' · ');
}
