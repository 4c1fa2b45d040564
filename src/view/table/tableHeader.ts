/** The header row: names, types, order and filters, and draggable edges. */

import { t } from '../../core/base/translations';
import { visibleText } from '../../core/base/visibleText';
import { element } from '../dom';
import { icon } from '../icon';
import type { Lifetime } from '../lifetime';
import { shownFilterTexts, sortStateOf } from './arranging';
import { dragEdge, dragHeader } from './columnDrag';
import { drawnColumns, type ColumnWindow } from './columnLayout';
import { isNumeric } from './columnRole';
import { withPinned } from './pinnedCells';
import type { ShownColumn, TableModel } from './tableModel';
import type { TableScroller } from './tableScroller';

export interface HeaderActions {
  /** Called while an edge is dragged. */
  readonly onResize: () => void;
  /** @param add Whether other columns keep their part in the order. */
  readonly onSort: (column: number, add: boolean) => void;
  readonly onMenu: (column: number) => void;
  /** Called when a header was dragged to the position of another. */
  readonly onMove: (from: number, to: number) => void;
  /** Called when an edge is double-clicked. */
  readonly onFit: (column: number) => void;
  /** The header's scroll position. */
  readonly scroller: TableScroller;
}

export class TableHeader {
  readonly node = element('div', {
    class: 'ms-header',
    attributes: { role: 'row', 'aria-rowindex': '1' },
  });
  private key = '';
  private dragged = false;

  constructor(
    private readonly model: TableModel,
    private readonly lifetime: Lifetime,
    private readonly actions: HeaderActions,
  ) {
    lifetime.listen(this.node, 'pointerdown', event => this.beginDrag(event));
    lifetime.listen(this.node, 'click', event => this.click(event));
    lifetime.listen(this.node, 'contextmenu', event => this.contextMenu(event));
    lifetime.listen(this.node, 'dblclick', ({ target }) => {
      if (target instanceof HTMLElement && target.dataset['column'] !== undefined) {
        this.actions.onFit(Number(target.dataset['column']));
      }
    });
  }

  paint(columns: ColumnWindow): void {
    const { active, layoutVersion } = this.model;
    const drawn = drawnColumns(columns, active.row === -1 ? active.column : -1);
    const key = [columns.pinned, ...drawn, layoutVersion].join();
    if (key !== this.key) {
      this.key = key;
      this.node.style.width = `${this.model.width}px`;
      const cells = drawn.flatMap(column => {
        const facts = this.model.columns[column];
        return facts ? [this.cell(facts, column)] : [];
      });
      this.node.replaceChildren(...withPinned(cells, columns.pinned, this.model));
    }
    this.mark();
  }

  cellAt(column: number): HTMLElement | undefined {
    return this.node.querySelector<HTMLElement>(`[aria-colindex="${column + 1}"]`) ?? undefined;
  }

  private cell(facts: ShownColumn, column: number): HTMLElement {
    const { sort, filters } = this.model.wanted;
    const state = sortStateOf(sort, facts.source);
    const own = filters.filter(filter => filter.column === facts.source);
    const kept = shownFilterTexts(own, this.model.allColumns);
    const edge = element('span', { class: 'ms-edge', attributes: { 'aria-hidden': 'true' } });
    edge.dataset['column'] = String(column);
    const cell = element(
      'div',
      {
        class: `ms-cell ms-head${isNumeric(facts.role) ? ' ms-number' : ''}`,
        title: visibleText(`${facts.name} · ${facts.type}`),
        attributes: {
          role: 'columnheader',
          'aria-colindex': String(column + 1),
          'aria-sort': state === undefined ? 'none' : state.descending ? 'descending' : 'ascending',
          'aria-haspopup': 'menu',
          'aria-keyshortcuts':
            'Enter Shift+Enter Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Delete',
          'aria-description': kept.length > 0 ? t('filtered: {0}', kept.join(', ')) : '',
        },
      },
      [
        element('span', { class: 'ms-text', text: visibleText(facts.name) }),
        ...(this.model.hasRoomForMark(column)
          ? [element('span', { class: 'ms-mark', text: facts.mark })]
          : []),
        ...(state === undefined ? [] : [sortMark(state, sort.length > 1)]),
        menuMark(kept),
        edge,
      ],
    );
    cell.style.left = `${this.model.edges[column] ?? 0}px`;
    cell.style.width = `${this.model.widthOf(column)}px`;
    return cell;
  }

  /** Updates the cells in place: a pressed cell must still exist when it is released. */
  private mark(): void {
    const { active } = this.model;
    for (const cell of this.node.querySelectorAll<HTMLElement>('[aria-colindex]')) {
      const column = Number(cell.getAttribute('aria-colindex')) - 1;
      const isActive = active.row === -1 && active.column === column;
      cell.tabIndex = isActive ? 0 : -1;
      cell.classList.toggle('ms-active', isActive);
    }
  }

  private click(event: MouseEvent): void {
    const { target } = event;
    const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
    if (!(target instanceof Element) || !cell || this.dragged) {
      this.dragged = false;
      return;
    }
    const column = Number(cell.getAttribute('aria-colindex')) - 1;
    if (target.closest('.ms-menu-mark')) {
      this.actions.onMenu(column);
    } else {
      this.actions.onSort(column, event.shiftKey);
    }
  }

  private contextMenu(event: MouseEvent): void {
    const cell = event.target instanceof Element ? event.target.closest('[aria-colindex]') : null;
    if (cell) {
      event.preventDefault();
      event.stopPropagation();
      this.actions.onMenu(Number(cell.getAttribute('aria-colindex')) - 1);
    }
  }

  /** An edge changes a width, the rest of a header its column's position. */
  private beginDrag(event: PointerEvent): void {
    const { target } = event;
    this.dragged = false;
    if (!(target instanceof Element) || event.button !== 0) {
      return;
    }
    const column = Number(target.closest('[aria-colindex]')?.getAttribute('aria-colindex')) - 1;
    if (target.classList.contains('ms-edge')) {
      event.preventDefault();
      event.stopPropagation();
      this.dragged = true;
      dragEdge(
        { model: this.model, onResize: this.actions.onResize },
        column,
        event,
        this.lifetime,
      );
    } else if (column >= 0 && !target.closest('.ms-menu-mark')) {
      const onMove = (to: number): void => this.actions.onMove(column, to);
      const onBegin = (): void => void (this.dragged = true);
      dragHeader(
        { header: this.node, scroller: this.actions.scroller, onBegin, onMove },
        column,
        event,
        this.lifetime,
      );
    }
  }
}

/** An arrow, and its number if several columns are sorted. `aria-sort` and the status describe it in words. */
function sortMark(
  { descending, place }: { readonly descending: boolean; readonly place: number },
  isOneOfSeveral: boolean,
): HTMLElement {
  return element('span', {
    class: 'ms-sort',
    text: `${descending ? '↓' : '↑'}${isOneOfSeveral ? place : ''}`,
    attributes: { 'aria-hidden': 'true' },
  });
}

/**
 * Opens the menu: an arrow, or a funnel if the column has filters. Only for the pointer: with the keyboard,
 * Alt+ArrowDown on the header does the same.
 *
 * @param kept The column's filters in words.
 */
function menuMark(kept: readonly string[]): HTMLElement {
  const isFiltered = kept.length > 0;
  const mark = element('span', {
    class: `ms-menu-mark${isFiltered ? ' ms-filtered' : ''}`,
    title: [...kept, t('Sort, filter, hide, move')].join('\n'),
    attributes: { 'aria-hidden': 'true' },
  });
  mark.append(isFiltered ? icon('filter') : '▾');
  return mark;
}
