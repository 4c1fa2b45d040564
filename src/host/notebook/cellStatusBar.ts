/**
 * The status bar below each cell: what its run is waiting for, how long the last one took, and whether its result is
 * stale.
 */

import * as vscode from 'vscode';
import type { ParameterText } from '../../core/language/notebookText';
import { shownValue } from '../../core/notebook/parameterInput';
import type { RunProgress } from '../../core/protocol/kernelRpc';
import {
  progressText,
  summaryItems,
  type RunSummary,
  type SummaryItem,
} from '../../core/protocol/runSummary';
import { parametersRead, staleSentence, type StaleReason } from '../../core/language/staleReasons';
import { nameKey } from '../../core/sql/names';
import { commands, notebookType } from '../ids';
import type { Analysed, NotebookAnalyses } from '../language/analyses';
import { cellId } from '../language/notebookText';
import { priceItems } from './choosePriceFile';
import type { Staleness } from './staleness';
import { summaryOf } from './outputs';

/** Waiting is shown after this time, so that a quick cell does not flicker. */
const quietMs = 150;
const updateMs = 100;

/** Longer values are shortened; the tooltip shows them completely. */
const MOST_CHARACTERS = 24;

export class CellStatusBar implements vscode.NotebookCellStatusBarItemProvider, vscode.Disposable {
  private readonly waiting = new WeakMap<vscode.NotebookCell, RunProgress>();
  private readonly last = new WeakMap<vscode.NotebookCell, RunSummary>();
  /** The parameters that the cells of a notebook read, as shown. */
  private readonly parameters = new WeakMap<vscode.NotebookDocument, string>();
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly registration: vscode.Disposable;
  private timer: NodeJS.Timeout | undefined;
  readonly onDidChangeCellStatusBarItems = this.changed.event;

  constructor(
    private readonly staleness: Staleness,
    private readonly analyses: NotebookAnalyses,
  ) {
    this.registration = vscode.Disposable.from(
      vscode.notebooks.registerNotebookCellStatusBarItemProvider(notebookType, this),
      staleness.onDidChange(() => this.refresh()),
      analyses.onDidAnalyse(analysed => this.refreshParameters(analysed)),
    );
  }

  provideCellStatusBarItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
    const progress = this.waiting.get(cell);
    if (progress) {
      return [waitingItem(progress)];
    }
    const summary = this.last.get(cell) ?? summaryOf(cell.outputs);
    const reasons = this.staleness.of(cell);
    return [
      ...(reasons.length > 0 ? [staleItem(cell, reasons)] : []),
      ...(summary ? summaryItems(summary).map(statusItem) : []),
      ...priceItems(cell),
      ...parameterItems(cell, this.analyses.of(cell.notebook), this.staleness.ranWith(cell)),
    ];
  }

  /** @returns The listener for the run's progress, and a function that ends the display. */
  begin(cell: vscode.NotebookCell) {
    let latest: RunProgress = { done: 0, total: 0, rows: 0, what: 'kernel' };
    let shown = false;
    this.last.delete(cell);
    const timer = setTimeout(() => {
      shown = true;
      this.waiting.set(cell, latest);
      this.refresh();
    }, quietMs);
    return {
      onProgress: (progress: RunProgress) => {
        latest = progress;
        if (shown) {
          this.waiting.set(cell, progress);
          this.refresh();
        }
      },
      /** @param summary The summary of a run without an output to hold it; otherwise null. */
      end: (summary: RunSummary | null) => {
        clearTimeout(timer);
        this.waiting.delete(cell);
        if (summary) {
          this.last.set(cell, summary);
        }
        this.refresh();
      },
    };
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.registration.dispose();
    this.changed.dispose();
  }

  /** Only if the items changed, since VS Code redraws them. */
  private refreshParameters(analysed: Analysed): void {
    const { notebook, text, analysis } = analysed;
    const read = analysis.cells.map(cell => parametersRead(cell, text.parameters));
    const parameters = JSON.stringify(read);
    if (this.parameters.get(notebook) !== parameters) {
      this.parameters.set(notebook, parameters);
      this.refresh();
    }
  }

  private refresh(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed.fire();
    }, updateMs);
  }
}

function waitingItem(progress: RunProgress): vscode.NotebookCellStatusBarItem {
  const text = vscode.l10n.t('$(sync~spin) {0}', progressText(progress));
  const item = new vscode.NotebookCellStatusBarItem(
    text,
    vscode.NotebookCellStatusBarAlignment.Left,
  );
  item.command = { command: 'notebook.cancelExecution', title: vscode.l10n.t('Cancel') };
  item.tooltip = vscode.l10n.t('Cancel');
  return item;
}

function staleItem(
  cell: vscode.NotebookCell,
  reasons: readonly StaleReason[],
): vscode.NotebookCellStatusBarItem {
  const item = new vscode.NotebookCellStatusBarItem(
    vscode.l10n.t('$(sync) Stale: run again'),
    vscode.NotebookCellStatusBarAlignment.Left,
  );
  const title = vscode.l10n.t('Run the cell again, after the stale cells that it needs');
  item.command = { command: commands.runStale, title, arguments: [cell] };
  item.tooltip = [...reasons.map(staleSentence), vscode.l10n.t('Press to run it again.')].join(
    '\n',
  );
  item.priority = 1;
  return item;
}

function statusItem({ icon, text, tooltip }: SummaryItem): vscode.NotebookCellStatusBarItem {
  const item = new vscode.NotebookCellStatusBarItem(
    `$(${icon}) ${text}`,
    vscode.NotebookCellStatusBarAlignment.Left,
  );
  item.tooltip = tooltip;
  return item;
}

/**
 * The parameters that a cell reads, in the status bar below it.
 *
 * @param ran The parameters of the cell's result; empty if it has none of this session.
 */
function parameterItems(
  { document, notebook }: vscode.NotebookCell,
  analysed: Analysed | undefined,
  ran: readonly ParameterText[],
): vscode.NotebookCellStatusBarItem[] {
  const id = cellId(document);
  const cell = analysed?.analysis.cells.find(one => one.id === id);
  const read = cell ? parametersRead(cell, analysed?.text.parameters ?? []) : [];
  return read.map(({ name, type, value, doc }) => {
    const was = ran.find(one => nameKey(one.name) === nameKey(name))?.value ?? value;
    const isOther = was !== value;
    const item = new vscode.NotebookCellStatusBarItem(
      vscode.l10n.t(
        '$(symbol-parameter) {0} = {1}{2}',
        name,
        short(was),
        isOther ? vscode.l10n.t(', now {0}', short(value)) : '',
      ),
      vscode.NotebookCellStatusBarAlignment.Left,
    );
    const docLine = doc === undefined ? '' : `${doc}\n`;
    const now = isOther ? vscode.l10n.t(' in this result, and {0} now', shownValue(value)) : '';
    item.tooltip = vscode.l10n.t(
      '{0}The parameter {1} ({2}) is {3}{4}. Press to set it.',
      docLine,
      name,
      type,
      shownValue(was),
      now,
    );
    item.command = {
      command: commands.setParameter,
      title: vscode.l10n.t('Set {0}', name),
      arguments: [{ notebook: notebook.uri.toString(), name }],
    };
    return item;
  });
}

function short(value: ParameterText['value']): string {
  const whole = shownValue(value);
  return whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS)}…` : whole;
}
