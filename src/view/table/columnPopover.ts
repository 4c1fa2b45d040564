/** What a header opens: the column's filter. One at a time in a grid. */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import { button, element } from '../dom';
import type { Lifetime } from '../lifetime';
import type { ColumnSummary } from '../../core/protocol/columnSummary';
import { columnFilterForm } from './columnFilterForm';
import { SummaryPart } from './summaryPart';
import type { ColumnFacts } from './columnRole';

export interface PopoverSubject {
  readonly facts: ColumnFacts;
  readonly column: number;
  /** The column's filter, if it has one. */
  readonly filter: ColumnFilter | undefined;
  /** Asks what the column holds. */
  readonly summarise: () => Promise<ColumnSummary>;
  /** px from the left edge of the place it stands in. */
  readonly left: number;
}

export class ColumnPopover {
  private open_: HTMLElement | undefined;

  /**
   * @param place Where it stands: as high as it needs while it is open, since an output is cut at its edges.
   * @param onFilter Called with the column's new filter, or null for none.
   * @param onClose Called when the keyboard has to go back to where it was.
   */
  constructor(
    private readonly place: HTMLElement,
    lifetime: Lifetime,
    private readonly onFilter: (column: number, filter: ColumnFilter | null) => void,
    private readonly onClose: () => void,
  ) {
    lifetime.listen(document, 'pointerdown' as 'click', event => {
      const inside = this.open_ && event.composedPath().includes(this.open_);
      if (this.open_ && !inside) {
        this.close(false);
      }
    });
  }

  show(subject: PopoverSubject): void {
    this.close(false);
    const { facts, column } = subject;
    const form = columnFilterForm(facts, column, subject.filter);
    const apply = (filter: ColumnFilter | null): void => {
      this.close(true);
      this.onFilter(column, filter);
    };
    const summary = new SummaryPart(subject.summarise, {
      chosen: subject.filter?.kind === 'values' ? subject.filter.values : null,
      onChange: () => this.stretch(),
    });
    const buttons = element('div', { class: 'ms-popover-buttons' }, [
      element('button', {
        class: 'ms-button ms-primary',
        text: 'Apply',
        attributes: { type: 'submit' },
      }),
      button('Clear', 'ms-button', () => apply(null)),
    ]);
    const node = element(
      'form',
      {
        class: 'ms-popover',
        attributes: { role: 'dialog', 'aria-label': `Filter ${facts.name}`, novalidate: '' },
      },
      [
        element('div', { class: 'ms-popover-title', text: `${facts.name} · ${facts.type}` }),
        ...form.nodes,
        summary.node,
        buttons,
      ],
    );
    node.addEventListener('submit', event => {
      event.preventDefault();
      const values = summary.chosen;
      apply(form.read() ?? (values && { kind: 'values', column, values }));
    });
    node.addEventListener('keydown', event => this.press(event));
    this.open_ = node;
    this.stand(node, subject.left);
    node.querySelector<HTMLElement>('input, select')?.focus();
  }

  close(giveBack: boolean): void {
    if (!this.open_) {
      return;
    }
    this.open_.remove();
    this.open_ = undefined;
    this.place.style.minHeight = '';
    if (giveBack) {
      this.onClose();
    }
  }

  private stand(node: HTMLElement, left: number): void {
    this.place.append(node);
    const most = Math.max(0, this.place.clientWidth - node.offsetWidth);
    node.style.left = `${Math.max(0, Math.min(left, most))}px`;
    this.stretch();
  }

  private stretch(): void {
    const node = this.open_;
    if (!node) {
      return;
    }
    this.place.style.minHeight = `${node.offsetTop + node.offsetHeight + 4}px`;
  }

  /** The notebook has its own meaning for most keys. */
  private press(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      this.close(true);
    }
  }
}
