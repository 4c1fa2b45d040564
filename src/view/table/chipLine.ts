/**
 * The line below a grid: the number of filtered rows, and its order and filters, each with a button that removes it.
 */

import { t } from '../../core/base/translations';
import { grouped } from '../../core/base/text';
import { rowsText } from '../../core/protocol/footer';
import { button, element } from '../dom';
import type { Lifetime } from '../lifetime';

/** Work that takes longer is shown. */
const PATIENCE_MS = 200;

export interface Chip {
  readonly text: string;
  readonly onRemove: () => void;
}

export class ChipLine {
  readonly node = element('div', { class: 'ms-filters' });
  /** The order and the number of rows, for screen readers. */
  readonly announcement = element('div', { class: 'ms-unseen', attributes: { role: 'status' } });
  private readonly count = element('span');
  private readonly list = element('ul', { class: 'ms-chips' });
  private readonly clear: HTMLElement;
  private readonly waiting = element('span', {
    class: 'ms-sorting',
    attributes: { role: 'status' },
  });
  private patience: ReturnType<typeof setTimeout> | undefined;
  private seconds: ReturnType<typeof setInterval> | undefined;

  /** @param wholeCount Rows of the result without filters. */
  constructor(
    private readonly wholeCount: number,
    private readonly actions: { readonly onClear: () => void; readonly onStop: () => void },
    lifetime: Lifetime,
  ) {
    this.clear = button(t('Clear all'), 'ms-link', actions.onClear);
    this.node.append(this.count, this.list, this.clear, this.waiting);
    this.update();
    lifetime.add(() => this.wait(false));
  }

  /** @param order The order in words, if it changed. */
  show(rowCount: number, chips: readonly Chip[], order: string): void {
    const isFiltered = rowCount !== this.wholeCount;
    const fitting =
      rowCount === 0
        ? t('No row of {0} fits the filters', rowsText(this.wholeCount))
        : t('{0} of {1}', grouped(rowCount), rowsText(this.wholeCount));
    this.count.textContent = isFiltered ? fitting : '';
    this.list.replaceChildren(...chips.map(chipNode));
    this.update();
    this.announcement.textContent = [order, isFiltered ? `${fitting}.` : ''].join(' ').trim();
  }

  /** Shows after a moment that rows are awaited, and for how long, with a button to stop. */
  wait(isWaiting: boolean): void {
    clearTimeout(this.patience);
    clearInterval(this.seconds);
    this.waiting.replaceChildren();
    if (isWaiting) {
      this.patience = setTimeout(() => this.sayWaiting(), PATIENCE_MS);
    }
    this.update();
  }

  private sayWaiting(): void {
    const passed = element('span', { attributes: { 'aria-hidden': 'true' } });
    const begun = performance.now();
    this.waiting.append(
      element('span', { class: 'ms-progress', attributes: { 'aria-hidden': 'true' } }),
      t('Arranging {0}…', rowsText(this.wholeCount)),
      passed,
      button(t('Stop'), 'ms-link', this.actions.onStop),
    );
    this.seconds = setInterval(() => {
      passed.textContent = `${Math.round((performance.now() - begun + PATIENCE_MS) / 1000)} s`;
    }, 1000);
    this.update();
  }

  private update(): void {
    this.list.hidden = !this.list.hasChildNodes();
    this.clear.hidden = this.list.hidden;
    this.count.hidden = this.count.textContent === '';
    this.waiting.hidden = !this.waiting.hasChildNodes();
    this.node.hidden = this.list.hidden && this.count.hidden && this.waiting.hidden;
  }
}

function chipNode({ text, onRemove }: Chip): HTMLElement {
  const remove = button('×', 'ms-chip-remove', onRemove);
  remove.setAttribute('aria-label', t('Remove: {0}', text));
  remove.title = t('Remove: {0}', text);
  const label = element('span', { class: 'ms-text', text, title: text });
  return element('li', { class: 'ms-chip' }, [label, remove]);
}
