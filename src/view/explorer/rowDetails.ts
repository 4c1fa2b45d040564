/** Opens the details of the active row of a grid, and keeps them with the row. */

import { t } from '../../core/base/translations';
import type { ResultColumn } from '../../core/protocol/outcome';
import type { TableView } from '../table/tableView';
import { toolButton } from '../toolbar';
import { DetailsPanel, type DetailsSource } from './detailsPanel';

/** The grid that is shown, and its columns. */
interface ShownGrid {
  readonly view: TableView;
  readonly columns: readonly ResultColumn[];
}

export class RowDetails {
  readonly panel: DetailsPanel;
  readonly button = toolButton('details', t('Details of the row (Space)'), () => {
    if (this.panel.isOpen) {
      this.close();
    } else {
      this.open();
    }
  });

  constructor(
    source: DetailsSource,
    private readonly shown: () => ShownGrid,
  ) {
    this.panel = new DetailsPanel(source, () => this.close());
  }

  /** The rows of the grid have details from now on. */
  offer(view: TableView): void {
    view.onOpenRow = () => this.open();
    view.onActive = () => this.follow();
  }

  /** The row of the active cell, while details are open. */
  follow(): void {
    const { view, columns } = this.shown();
    const { model, cache } = view;
    const { row: number } = model.active;
    if (!this.panel.isOpen) {
      return;
    }
    if (number < 0 || number >= model.rowCount) {
      this.hide();
      return;
    }
    const state = cache.row(number);
    if (state.kind === 'here') {
      this.panel.show({ number, columns, values: state.values });
    } else {
      this.panel.await(number);
    }
  }

  /** Shows the row of the active cell, and gives it the keyboard. */
  private open(): void {
    const { view } = this.shown();
    const { model } = view;
    if (model.active.row < 0 && model.rowCount > 0) {
      view.moveTo({ row: 0, column: model.active.column }, false);
    }
    if (model.rowCount > 0) {
      this.panel.node.hidden = false;
      this.button.setAttribute('aria-pressed', 'true');
      this.follow();
      this.panel.node.focus();
    }
  }

  private close(): void {
    this.hide();
    this.shown().view.showActive();
  }

  private hide(): void {
    this.panel.close();
    this.button.setAttribute('aria-pressed', 'false');
  }
}
