/** Draws the visible rows and the active one. */

import { t } from '../../core/base/translations';
import { companyOfCell } from '../../core/protocol/entityLink';
import { button, element } from '../dom';
import { drawnColumns, type ColumnWindow } from './columnLayout';
import type { PageCache, RowState } from './pageCache';
import { withPinned } from './pinnedCells';
import type { RowWindow } from './rowScroll';
import { holds } from './selection';
import { tableCell } from './tableCell';
import { ROW_HEIGHT, type TableModel } from './tableModel';

/** Rows drawn above and below the visible ones. */
const OVERSCAN = 4;

interface DrawnRow {
  readonly node: HTMLElement;
  /** What the row was drawn from; the row is drawn again when it differs. */
  key: string;
}

export class TableRows {
  private readonly drawn = new Map<number, DrawnRow>();

  constructor(
    private readonly body: HTMLElement,
    private readonly model: TableModel,
    private readonly cache: PageCache,
    /** Whether companies lead to cells of a notebook. */
    private readonly hasLinks: boolean,
  ) {}

  paint(rows: RowWindow, columns: ColumnWindow): void {
    this.body.style.width = `${this.model.width}px`;
    const wanted = this.wantedRows(rows);
    for (const [index, { node }] of this.drawn) {
      if (!wanted.has(index)) {
        node.remove();
        this.drawn.delete(index);
      }
    }
    const failedPages = new Set<number>();
    for (const index of wanted) {
      const state = this.cache.row(index);
      const seen = index >= rows.from && index < rows.to;
      const speaks = state.kind === 'failed' && seen && !failedPages.has(state.page);
      if (speaks) {
        failedPages.add(state.page);
      }
      this.paintRow(index, state, columns, speaks);
      const node = this.drawn.get(index)?.node;
      if (node) {
        node.style.transform = `translateY(${rows.origin + index * ROW_HEIGHT}px)`;
      }
    }
  }

  /** The cell's element, if it is drawn. */
  cell(row: number, column: number): HTMLElement | undefined {
    const node = this.drawn.get(row)?.node;
    return node?.querySelector<HTMLElement>(`[aria-colindex="${column + 1}"]`) ?? undefined;
  }

  private wantedRows({ from, to }: RowWindow): Set<number> {
    const wanted = new Set<number>();
    const last = Math.min(this.model.rowCount, to + OVERSCAN);
    for (let index = Math.max(0, from - OVERSCAN); index < last; index++) {
      wanted.add(index);
    }
    const { row } = this.model.active;
    if (row >= 0 && row < this.model.rowCount) {
      wanted.add(row);
    }
    return wanted;
  }

  private paintRow(index: number, state: RowState, columns: ColumnWindow, speaks: boolean): void {
    const { active, layoutVersion } = this.model;
    // A pressed cell must still exist when it is released, so becoming active does not draw it again.
    const drawn = drawnColumns(columns, index === active.row ? active.column : -1);
    const key = [state.kind, columns.pinned, ...drawn, layoutVersion, speaks].join();
    let row = this.drawn.get(index);
    if (row === undefined) {
      row = { node: this.newRow(index), key: '' };
      this.drawn.set(index, row);
    }
    if (row.key !== key) {
      row.key = key;
      const cells = this.cells(state, drawn);
      row.node.replaceChildren(...withPinned(cells, columns.pinned, this.model));
      row.node.classList.toggle('ms-awaited', state.kind === 'awaited');
      if (speaks && state.kind === 'failed') {
        row.node.append(this.failure(state.page, state.message));
      }
    }
    this.mark(row.node, index);
  }

  private newRow(index: number): HTMLElement {
    const node = element('div', {
      class: 'ms-row',
      attributes: { role: 'row', 'aria-rowindex': String(index + 2) },
    });
    node.dataset['row'] = String(index);
    node.style.width = `${this.model.width}px`;
    this.body.append(node);
    return node;
  }

  private cells(state: RowState, columns: readonly number[]): HTMLElement[] {
    return columns.map(column => {
      const facts = this.model.columns[column];
      const cell =
        state.kind === 'here' && facts
          ? tableCell(state.values[facts.source] ?? null, facts, {
              isRaw: this.model.isRaw,
              isLink:
                this.hasLinks &&
                companyOfCell(this.model.allColumns, state.values, facts.source) !== null,
            })
          : element('div', { class: 'ms-cell', attributes: { role: 'gridcell' } });
      cell.setAttribute('aria-colindex', String(column + 1));
      cell.style.left = `${this.model.edges[column] ?? 0}px`;
      cell.style.width = `${this.model.widthOf(column)}px`;
      return cell;
    });
  }

  private failure(page: number, message: string): HTMLElement {
    const text = element('span', { text: t('These rows could not be read: {0} ', message) });
    const again = button(t('Try again'), 'ms-link', () => this.cache.retry(page));
    const alert = element('div', { attributes: { role: 'alert' } }, [text, again]);
    return element('div', { class: 'ms-row-failure', attributes: { role: 'gridcell' } }, [alert]);
  }

  private mark(node: HTMLElement, row: number): void {
    const { active, selection } = this.model;
    const several = selection.top !== selection.bottom || selection.left !== selection.right;
    node.style.width = `${this.model.width}px`;
    for (const cell of node.querySelectorAll<HTMLElement>('[aria-colindex]')) {
      const column = Number(cell.getAttribute('aria-colindex')) - 1;
      const isActive = row === active.row && column === active.column;
      cell.tabIndex = isActive ? 0 : -1;
      cell.classList.toggle('ms-active', isActive);
      const selected = several && holds(selection, { row, column });
      cell.classList.toggle('ms-selected', selected);
      cell.setAttribute('aria-selected', String(selected || isActive));
    }
  }
}
