/** The header row: names, types, and edges that can be dragged. */

import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { isNumeric, type ColumnFacts } from './columnRole';
import type { ColumnWindow } from './columnLayout';
import type { TableModel } from './tableModel';

export class TableHeader {
  readonly node = element('div', {
    class: 'ms-header',
    attributes: { role: 'row', 'aria-rowindex': '1' },
  });
  private key = '';

  /** @param onResize Called while an edge is dragged. */
  constructor(
    private readonly model: TableModel,
    private readonly lifetime: Lifetime,
    private readonly onResize: () => void,
  ) {
    lifetime.listen(this.node, 'pointerdown', event => this.beginResize(event));
  }

  paint(columns: ColumnWindow): void {
    const { active, layoutVersion } = this.model;
    const extra = active.row === -1 ? active.column : -1;
    const key = [columns.from, columns.to, layoutVersion, extra].join();
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.node.style.width = `${this.model.width}px`;
    const cells = this.model.columns.flatMap((facts, column) =>
      (column >= columns.from && column < columns.to) || column === extra
        ? [this.cell(facts, column)]
        : [],
    );
    this.node.replaceChildren(...cells);
  }

  cell(facts: ColumnFacts, column: number): HTMLElement {
    const edge = element('span', { class: 'ms-edge', attributes: { 'aria-hidden': 'true' } });
    edge.dataset['column'] = String(column);
    const isActive = this.model.active.row === -1 && this.model.active.column === column;
    const cell = element(
      'div',
      {
        class: `ms-cell ms-head${isNumeric(facts.role) ? ' ms-number' : ''}${isActive ? ' ms-active' : ''}`,
        title: `${facts.name} · ${facts.type}`,
        attributes: { role: 'columnheader', 'aria-colindex': String(column + 1) },
      },
      [
        element('span', { class: 'ms-text', text: facts.name }),
        element('span', { class: 'ms-mark', text: facts.mark }),
        edge,
      ],
    );
    cell.tabIndex = isActive ? 0 : -1;
    cell.style.left = `${this.model.edges[column] ?? 0}px`;
    cell.style.width = `${this.model.widthOf(column)}px`;
    return cell;
  }

  cellAt(column: number): HTMLElement | undefined {
    return this.node.querySelector<HTMLElement>(`[aria-colindex="${column + 1}"]`) ?? undefined;
  }

  private beginResize(event: PointerEvent): void {
    const edge = event.target;
    if (!(edge instanceof HTMLElement) || edge.dataset['column'] === undefined) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const column = Number(edge.dataset['column']);
    const startWidth = this.model.widthOf(column);
    const follow = (move: PointerEvent): void => {
      this.model.resize(column, startWidth + move.clientX - event.clientX);
      this.onResize();
    };
    const stop = (): void => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', stop);
      document.removeEventListener('pointercancel', stop);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerup', stop);
    document.addEventListener('pointercancel', stop);
    this.lifetime.add(stop);
  }
}
