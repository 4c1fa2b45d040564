/** The cells of pinned columns in a row, in a box that stays when the row is scrolled sideways. */

import { element } from '../dom';
import type { TableModel } from './tableModel';

/**
 * @param cells The cells of one row, those of the pinned columns first.
 * @returns The content of the row.
 */
export function withPinned(
  cells: readonly HTMLElement[],
  pinned: number,
  { edges }: Pick<TableModel, 'edges'>,
): readonly HTMLElement[] {
  if (pinned === 0) {
    return cells;
  }
  const box = element(
    'div',
    { class: 'ms-pinned', attributes: { role: 'presentation' } },
    cells.slice(0, pinned),
  );
  box.style.width = `${edges[pinned] ?? 0}px`;
  return [box, ...cells.slice(pinned)];
}
