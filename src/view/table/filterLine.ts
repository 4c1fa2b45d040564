/** Says below a grid how many rows its filters leave, and offers to take them away. */

import { groupedInteger, rowsText } from '../../core/protocol/footer';
import { button, element } from '../dom';

export class FilterLine {
  readonly node = element('div', { class: 'ms-filters' });
  /** The same, and the order, for those who do not see it. */
  readonly announcement = element('div', { class: 'ms-unseen', attributes: { role: 'status' } });
  private readonly text = element('span');

  /** @param wholeCount Rows of the result without filters. */
  constructor(
    private readonly wholeCount: number,
    onClear: () => void,
  ) {
    this.node.append(this.text, ' · ', button('Clear filters', 'ms-link', onClear));
    this.node.hidden = true;
  }

  /** @param order The order in words, where it changed. */
  show(rowCount: number, isFiltered: boolean, order: string): void {
    const fitting =
      rowCount === 0
        ? `No row of ${rowsText(this.wholeCount)} fits the filters`
        : `${groupedInteger(rowCount)} of ${rowsText(this.wholeCount)}`;
    this.text.textContent = fitting;
    this.node.hidden = !isFiltered;
    this.announcement.textContent = [order, isFiltered ? `${fitting}.` : ''].join(' ').trim();
  }
}
