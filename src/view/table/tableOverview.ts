/**
 * The strip below the header: a summary of each visible column, over the rows that match the filters of the others. A
 * press on a bar or a value keeps its rows, another one shows the others again.
 *
 * It is for the pointer: with the keyboard, the dialog of a column's filter has the same facts, values and ranges.
 */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import type { RowArranger } from './arrangeRows';
import { drawnColumns, type ColumnWindow } from './columnLayout';
import { overviewCell, overviewTitle } from './overviewCell';
import { withPinned } from './pinnedCells';
import type { ShownColumn, TableModel } from './tableModel';

/** In a narrower column the bars have no gaps, px. */
const ROOM_FOR_GAPS = 64;
/** The ratio of the strip's letters to those of the cells, and its padding in px, as in the style sheet. */
const FONT_SHARE = 11 / 13;
const PADDING = 16;

interface Asked {
  /** The filters of the other columns, as JSON. */
  readonly filters: string;
  readonly asking: AbortController;
  answer?: ColumnSummary | Error;
}

export interface OverviewActions {
  /** Called with a column's new filters. */
  readonly onFilter: (column: ShownColumn, own: readonly ColumnFilter[]) => void;
  /** Called when there is more to draw. */
  readonly onAnswer: () => void;
}

export class TableOverview {
  readonly node = element('div', { class: 'ms-overview', attributes: { 'aria-hidden': 'true' } });
  /** By the column's index in the result. */
  private readonly asked = new Map<number, Asked>();
  private key = '';
  private answers = 0;

  constructor(
    private readonly model: TableModel,
    private readonly rows: Pick<RowArranger, 'summary' | 'filtersBeside'>,
    lifetime: Lifetime,
    private readonly actions: OverviewActions,
  ) {
    lifetime.add(() => this.forget(() => true));
  }

  paint(window: ColumnWindow): void {
    this.node.hidden = !this.model.hasOverview;
    if (this.node.hidden) {
      return;
    }
    const seen = drawnColumns(window, -1);
    const sources = new Set(seen.map(column => this.model.columns[column]?.source));
    // Requests for columns that scrolled out of view are cancelled.
    this.forget((asked, source) => !sources.has(source) && asked.answer === undefined);
    sources.forEach(source => source !== undefined && this.ask(source));
    const { layoutVersion, arrangement } = this.model;
    const { pinned } = window;
    const key = JSON.stringify([pinned, seen, layoutVersion, arrangement.filters, this.answers]);
    if (key !== this.key) {
      this.key = key;
      this.node.style.width = `${this.model.width}px`;
      const cells = seen.flatMap(column => {
        const shown = this.model.columns[column];
        return shown ? [this.cell(shown, column)] : [];
      });
      this.node.replaceChildren(...withPinned(cells, pinned, this.model));
    }
  }

  private ask(source: number): void {
    const filters = JSON.stringify(this.rows.filtersBeside(source));
    const known = this.asked.get(source);
    if (known?.filters === filters) {
      return;
    }
    known?.asking.abort();
    const asking = new AbortController();
    // Until the new answer arrives, the old one is shown.
    const asked: Asked = { filters, asking, ...(known?.answer && { answer: known.answer }) };
    this.asked.set(source, asked);
    const take = (answer: ColumnSummary | Error): void => {
      if (!asking.signal.aborted) {
        asked.answer = answer;
        this.answers++;
        this.actions.onAnswer();
      }
    };
    this.rows
      .summary(source, asking.signal)
      .then(take, (error: unknown) =>
        take(error instanceof Error ? error : new Error(String(error))),
      );
  }

  private forget(isForgotten: (asked: Asked, source: number) => boolean): void {
    for (const [source, asked] of [...this.asked]) {
      if (isForgotten(asked, source)) {
        asked.asking.abort();
        this.asked.delete(source);
      }
    }
  }

  private cell(shown: ShownColumn, column: number): HTMLElement {
    const { source } = shown;
    const answer = this.asked.get(source)?.answer;
    const cell = element('div', { class: 'ms-overview-cell' });
    cell.style.left = `${this.model.edges[column] ?? 0}px`;
    const width = this.model.widthOf(column);
    cell.style.width = `${width}px`;
    cell.classList.toggle('ms-narrow', width < ROOM_FOR_GAPS);
    if (answer === undefined) {
      cell.textContent = '…';
    } else if (answer instanceof Error) {
      cell.textContent = '–';
      cell.title = answer.message;
    } else {
      const own = this.model.arrangement.filters.filter(filter => filter.column === source);
      const choose = (filters: readonly ColumnFilter[]): void =>
        this.actions.onFilter(shown, filters);
      cell.title = overviewTitle(answer);
      const hasRoom = (text: string): boolean =>
        this.model.textWidth(text) * FONT_SHARE <= width - PADDING;
      cell.append(...overviewCell(answer, own, { column: source, choose, hasRoom }));
    }
    return cell;
  }
}
