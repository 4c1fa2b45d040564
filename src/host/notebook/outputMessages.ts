/** Handles the messages of a page of outputs: a notebook's renderer, or the tab of one result. */

import * as vscode from 'vscode';
import { errorMessage } from '../../core/base/errorMessage';
import { parsePlainDate } from '../../core/base/plainDate';
import type { AppearanceMessage } from '../../core/protocol/appearance';
import { linkSql } from '../../core/protocol/entityLink';
import type { GridChoicesMessage } from '../../core/protocol/gridChoices';
import type { SentToPage } from '../../core/protocol/hostMessage';
import type { OutputAction } from '../../core/protocol/output';
import {
  readRendererMessage,
  type RendererMessage,
  type RendererMessageOf,
} from '../../core/protocol/rendererMessage';
import { resultOfTable } from '../../core/protocol/resultNames';
import { eventsAroundKey } from '../../core/sidebar/writtenCells';
import { exportSource, type ExportSource } from '../export/exportSource';
import { saveChart } from '../export/saveChart';
import { commands } from '../ids';
import type { Log } from '../log';
import { exportColoursSetting, paletteSetting } from '../settings';
import { cellOf } from './cellResults';
import { insertBelow } from './cellsBelow';
import { executeIfTrusted } from './executeCells';
import type { GridMemory } from './gridMemory';
import type { KernelSessions } from './kernelSessions';
import { OutputAnswers, type AnswerPorts, type AskingPage } from './outputAnswers';
import { useSuggestion } from './suggestCharts';

/** The page that sends messages and gets answers. */
export interface OutputPage extends AskingPage {
  /** The only result that it shows, in a tab whose notebook may no longer show it. */
  readonly source?: ExportSource;
  readonly post: (
    message: SentToPage | AppearanceMessage | GridChoicesMessage,
  ) => Thenable<boolean>;
}

/** The page never sends the name of a command. */
const actionCommands: Record<OutputAction, string> = {
  setToken: commands.setToken,
  selectConnection: commands.selectConnection,
  editConnection: commands.editConnection,
  runAgain: 'notebook.cell.execute',
  restartKernel: commands.restartKernel,
  manageTrust: 'workbench.trust.manage',
  allowWriting: commands.allowWriting,
  choosePriceFile: commands.choosePriceFile,
  showLog: commands.showLog,
};

/** Messages whose failure is shown as a notification, since they get no answer that the page could show. */
const notifiedTypes: readonly RendererMessage['type'][] = [
  'saveChart',
  'follow',
  'eventsAround',
  'useSuggestion',
  'writeSql',
  'resume',
];

export class OutputMessages {
  private readonly answers: OutputAnswers;
  private readonly narrow = new WeakMap<vscode.NotebookDocument, boolean>();

  constructor(
    sessions: KernelSessions,
    private readonly grids: GridMemory,
    private readonly log: Log,
    ports: AnswerPorts,
  ) {
    this.answers = new OutputAnswers(sessions, ports);
  }

  /** Whether a tab beside the notebook would be too narrow, as its outputs last reported. */
  isNarrow(notebook: vscode.NotebookDocument): boolean {
    return this.narrow.get(notebook) ?? false;
  }

  async receive(page: OutputPage, message: unknown): Promise<void> {
    const read = readRendererMessage(message);
    if (!read) {
      this.log.warn('An output sent a message that is not understood.');
      return;
    }
    try {
      await this.carryOut(page, read);
    } catch (error) {
      this.log.error('An output could not be answered', error);
      if (notifiedTypes.includes(read.type)) {
        void vscode.window.showErrorMessage(errorMessage(error));
      }
    }
  }

  private async carryOut(page: OutputPage, read: RendererMessage): Promise<void> {
    const { source } = page;
    switch (read.type) {
      case 'ask':
        if (this.answers.waits(page, read.question)) {
          void page.post({ type: 'waits', requestId: read.requestId });
        }
        await page.post(await this.answers.answer(page, read));
        break;
      case 'cancel':
        this.answers.cancel(page, read.requestId);
        break;
      case 'follow':
        await insertBelowResult(page, read.resultId, linkSql(read.link, read.key));
        break;
      case 'eventsAround': {
        const day = parsePlainDate(read.day);
        if (day !== undefined) {
          await insertBelowResult(page, read.resultId, eventsAroundKey(read.key, day));
        }
        break;
      }
      case 'export': {
        const { resultId, shown } = read;
        await vscode.commands.executeCommand(commands.exportResult, { resultId, shown, source });
        break;
      }
      case 'useSuggestion':
        await useSuggestion(page.notebook, read);
        break;
      case 'saveChart':
        await saveChart(page.notebook, read);
        break;
      case 'openBeside': {
        const { resultId, shown } = read;
        await vscode.commands.executeCommand(commands.openResult, { resultId, shown });
        break;
      }
      case 'explore': {
        const { resultId } = read;
        await vscode.commands.executeCommand(commands.exploreResult, { resultId });
        break;
      }
      case 'room':
        this.narrow.set(page.notebook, read.isNarrow);
        break;
      case 'writeSql':
        await writeSql(page, read);
        break;
      case 'cellCommand': {
        const { command, resultId, fetchedAt } = read;
        await vscode.commands.executeCommand(commands[command], { resultId, fetchedAt });
        break;
      }
      case 'resume': {
        const cell = cellOf({ resultId: read.resultId, fetchedAt: read.fetchedAt });
        if (!cell) {
          throw new Error(vscode.l10n.t('The cell of this result is gone. Run the query again.'));
        }
        await executeIfTrusted(cell.notebook, new vscode.NotebookRange(cell.index, cell.index + 1));
        break;
      }
      case 'changes': {
        const { resultId, choose } = read;
        const command = choose ? commands.compareWith : commands.whatChanged;
        await vscode.commands.executeCommand(command, { resultId });
        break;
      }
      case 'appearance':
        await page.post(appearanceMessage());
        break;
      case 'gridChoices':
        await page.post(this.grids.message());
        break;
      case 'rememberGrid':
        await this.grids.remember(read.choices);
        break;
      case 'action':
        await vscode.commands.executeCommand(actionCommands[read.action]);
    }
  }
}

export function appearanceMessage(): AppearanceMessage {
  return {
    type: 'appearance',
    palette: paletteSetting(),
    exportColours: exportColoursSetting(),
    translations: vscode.l10n.bundle ?? {},
  };
}

/** Writes the SQL of the shown rows, made of the query of the cell that returned them. */
async function writeSql(
  page: OutputPage,
  { resultId, arrangement, what, target }: RendererMessageOf<'writeSql'>,
): Promise<void> {
  const { cell, columns } = page.source ?? exportSource({ resultId }) ?? {};
  if (!cell || !columns || cell.notebook.isClosed || cell.index < 0) {
    throw new Error(vscode.l10n.t('The cell of this result is gone. Run the query again.'));
  }
  const { exploredCell } = await import('../../core/explorer/exploredCell');
  const text = exploredCell({ text: cell.document.getText(), columns }, arrangement, what);
  if (target === 'clipboard') {
    await vscode.env.clipboard.writeText(text);
  } else {
    await executeIfTrusted(page.notebook, await insertBelow(cell, [{ text }]));
  }
}

/**
 * Runs a new cell with the text below the cell of the result.
 *
 * @throws If no cell has the result any more, or the notebook cannot be edited.
 */
async function insertBelowResult(
  { notebook, source: shown }: OutputPage,
  resultId: string,
  text: string,
): Promise<void> {
  // Rows that no cell shows are followed at the end of the notebook.
  const isOfNoCell = shown !== undefined && shown.cell === undefined;
  const source = exportSource({ resultId }) ?? exportSource({ resultId: resultOfTable(resultId) });
  const cell = isOfNoCell ? notebook.getCells().at(-1) : source?.cell;
  if (!cell || cell.notebook !== notebook) {
    throw new Error(vscode.l10n.t('The cell of this result is gone. Run the query again.'));
  }
  await executeIfTrusted(notebook, await insertBelow(cell, [{ text }]));
}
