/** The toolbar of a result: its buttons depend on whether the chart or the table is shown. */

import { t } from '../core/base/translations';
import { outputResultId, outputRowCount, type ResultOutput } from '../core/protocol/output';
import type { ResultTable } from '../core/protocol/outcome';
import type { RendererMessage } from '../core/protocol/rendererMessage';
import type { LeftGrid, ShownRows } from '../core/protocol/shownRows';
import type { ChartView } from './chart/chartView';
import { chartFileTools } from './chartFiles';
import { copyCells, copyMarkdown, type CopyTask } from './copyCells';
import { gridChoices } from './gridChoices';
import type { HostChannel, Messaging } from './hostChannel';
import type { Lifetime } from './lifetime';
import type { StatusLine } from './statusLine';
import type { SuggestionCards } from './suggestions';
import { canBeSummarised } from './table/tableModel';
import type { TableView } from './table/tableView';
import { dialogButton, toolButton } from './toolbar';

/** A narrower notebook is not split, px: both halves would cut their tables. A window of 1,440 px is not split. */
const leastToHalve = 1_500;

/** Reports to the host, now and when it changes, whether a tab beside the notebook would be too narrow. */
export function reportRoom(messaging: Messaging): void {
  const narrow = matchMedia(`(width < ${leastToHalve}px)`);
  const report = (): void =>
    messaging.postMessage?.({ type: 'room', isNarrow: narrow.matches } satisfies RendererMessage);
  narrow.addEventListener('change', report);
  report();
}

export interface ResultParts {
  readonly output: ResultOutput;
  readonly channel: HostChannel;
  /** Whether a kernel has the result. */
  readonly live: boolean;
  readonly chart: ChartView | null;
  /** The grid, after it was first shown. */
  readonly grid: () => TableView | undefined;
  readonly status: StatusLine;
  readonly suggestions: SuggestionCards | null;
  readonly lifetime: Lifetime;
  /** Whether the result may be opened in a tab: false if it is in one. */
  readonly canOpenBeside: boolean;
}

export interface FaceTools {
  readonly chart: readonly HTMLElement[];
  readonly table: readonly HTMLElement[];
  readonly both: readonly HTMLElement[];
  /** Called after the grid is created. */
  readonly followGrid: (grid: TableView) => void;
}

export function resultTools(parts: ResultParts): FaceTools {
  const { output, chart, channel, status, live, canOpenBeside } = parts;
  const { table, provenance, notes, copyright } = output;
  const resultId = outputResultId(output) ?? '';
  const rowCount = outputRowCount(output);
  const subject = { provenance, notes, copyright, rowCount };
  const overview = live && table && canBeSummarised(table) ? overviewButton(parts) : null;
  const explore = table && table.columns.length > 0 ? [exploreButton(channel, table)] : [];
  const beside = live && canOpenBeside ? [...explore, openButton(parts, resultId)] : [];
  return {
    chart: chart ? chartFileTools({ chart, resultId, subject, channel, status }) : [],
    table:
      table && table.columns.length > 0
        ? [...(overview ? [overview] : []), ...tableTools(parts, table)]
        : [],
    both: [
      ...chartTools(output, channel, parts.suggestions),
      ...(table && table.columns.length > 0 && live ? [exportButton(parts, table)] : []),
      ...beside,
    ],
    followGrid: view => view.onOverview(isShown => overview && press(overview, isShown)),
  };
}

/**
 * The buttons of a result for charts; the host knows the cell.
 *
 * @param suggestions Null if there is no table to draw, or no host that knows its cell.
 */
function chartTools(
  { table, chart, provenance }: ResultOutput,
  channel: HostChannel,
  suggestions: SuggestionCards | null,
): HTMLElement[] {
  if (table === null || suggestions === null) {
    return [];
  }
  const about = { resultId: table.id, fetchedAt: provenance.fetchedAt };
  const edit = (): void => channel.cellCommand({ command: 'editAsVegaLite', ...about });
  return [
    suggestions.button,
    ...(chart === null ? [] : [toolButton('edit', t('Edit as Vega-Lite'), edit)]),
  ];
}

/** The buttons of the grid of another relation than the result. */
export function otherTableTools(parts: ResultParts, table: ResultTable): HTMLElement[] {
  return [
    ...tableTools(parts, table),
    ...(outputResultId(parts.output) === table.id ? [exportButton(parts, table)] : []),
  ];
}

function tableTools(parts: ResultParts, table: ResultTable): HTMLElement[] {
  const { status, output, channel, live, grid, lifetime } = parts;
  const ending = new AbortController();
  lifetime.add(() => ending.abort());
  const task = (): CopyTask => {
    const view = grid();
    return {
      table,
      shown: view ? shownOf(view) : wholeOf(table),
      rowCount: view?.model.rowCount ?? table.rowCount,
      channel: live ? channel : null,
      signal: ending.signal,
    };
  };
  return [
    toolButton('copy', t('Copy all cells'), () => status.showResultOf(copyCells(task()))),
    toolButton('markdown', t('Copy as Markdown'), () =>
      status.showResultOf(copyMarkdown(task(), output.provenance)),
    ),
  ];
}

/** Toggles the strip below the header of the grid, and of new grids. */
function overviewButton({ grid }: ResultParts): HTMLElement {
  const button = toolButton('overview', t('Show column overviews'), () => {
    const view = grid();
    view?.showOverview(!view.model.hasOverview);
  });
  press(button, gridChoices().overview);
  return button;
}

function press(button: HTMLElement, isPressed: boolean): void {
  button.setAttribute('aria-pressed', String(isPressed));
}

function exportButton({ channel, grid }: ResultParts, table: ResultTable): HTMLElement {
  return dialogButton('export', t('Export result…'), () => {
    const view = grid();
    channel.exportResult(table.id, view && shownOf(view));
  });
}

function exploreButton(channel: HostChannel, table: ResultTable): HTMLElement {
  return toolButton('explore', t('Explore result'), () => {
    channel.explore(table.id);
  });
}

function openButton({ channel, grid }: ResultParts, resultId: string): HTMLElement {
  return toolButton('beside', t('Open in editor tab'), () => {
    const view = grid();
    channel.openBeside({ resultId, ...(view && { shown: leftOf(view) }) });
  });
}

function shownOf({ model }: TableView): ShownRows {
  return { arrangement: model.arrangement, columns: model.order };
}

function leftOf(view: TableView): LeftGrid {
  const { pinnedCount, chosenWidths: widths } = view.model;
  return { ...shownOf(view), pinnedCount, widths };
}

function wholeOf({ columns }: ResultTable): ShownRows {
  return { arrangement: { sort: [], filters: [] }, columns: columns.map((_, index) => index) };
}
