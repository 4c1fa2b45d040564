/** The lower edge of a grid: dragged, or moved with the keyboard, it changes how many rows are in view. */

import { leastRowsInView, mostRowsInView } from '../../core/protocol/gridChoices';
import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { followPointer } from './columnDrag';
import { ROW_HEIGHT, type TableModel } from './tableModel';

/** @param onChange Called when the model has another number of rows in view. */
export function heightHandle(
  model: TableModel,
  lifetime: Lifetime,
  onChange: () => void,
): HTMLElement {
  const node = element('div', {
    class: 'ms-height',
    title: 'Drag to change the height',
    attributes: {
      role: 'separator',
      tabindex: '0',
      'aria-orientation': 'horizontal',
      'aria-label': 'Rows in view',
      'aria-valuemin': String(leastRowsInView),
      'aria-valuemax': String(mostRowsInView),
    },
  });
  const say = (): void => node.setAttribute('aria-valuenow', String(model.mostRowsInView));
  const take = (rows: number): void => {
    const bounded = Math.max(leastRowsInView, Math.min(mostRowsInView, Math.round(rows)));
    if (bounded !== model.mostRowsInView) {
      model.choose({ rows: bounded });
      say();
      onChange();
    }
  };
  say();
  lifetime.listen(node, 'pointerdown', start => {
    if (start.button !== 0) {
      return;
    }
    start.preventDefault();
    const before = model.mostRowsInView;
    followPointer(lifetime, {
      onMove: ({ clientY }) => take(before + (clientY - start.clientY) / ROW_HEIGHT),
      onEnd: isLetGo => !isLetGo && take(before),
    });
  });
  lifetime.listen(node, 'keydown', event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      event.stopPropagation();
      take(model.mostRowsInView + step);
    }
  });
  return node;
}
