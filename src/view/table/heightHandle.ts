/** The lower edge of a grid, which changes the number of rows in view by dragging or with the keyboard. */

import { t } from '../../core/base/translations';
import { leastChosenRows, mostChosenRows } from '../../core/protocol/gridChoices';
import { element } from '../dom';
import { rememberGridChoices } from '../gridChoices';
import type { Lifetime } from '../lifetime';
import { followPointer } from './columnDrag';
import { ROW_HEIGHT, type TableModel } from './tableModel';

/** @param onChange Called when the number of rows in view changes. */
export function heightHandle(
  model: TableModel,
  lifetime: Lifetime,
  onChange: () => void,
): HTMLElement {
  const node = element('div', {
    class: 'ms-height',
    title: t('Drag to change the height'),
    attributes: {
      role: 'separator',
      tabindex: '0',
      'aria-orientation': 'horizontal',
      'aria-label': t('Rows in view'),
      'aria-valuemin': String(leastChosenRows),
      'aria-valuemax': String(Math.min(mostChosenRows, model.rowCount)),
    },
  });
  // Below the last row there is nothing to see.
  const most = Math.min(mostChosenRows, model.rowCount);
  const updateLabel = (): void =>
    node.setAttribute('aria-valuenow', String(Math.min(most, model.mostRowsInView)));
  const take = (rows: number | null): void => {
    const bounded =
      rows === null ? null : Math.max(leastChosenRows, Math.min(most, Math.round(rows)));
    if (bounded !== model.choices.rows) {
      model.choose({ rows: bounded });
      updateLabel();
      onChange();
    }
  };
  const remember = (): void => rememberGridChoices({ rows: model.choices.rows });
  updateLabel();
  lifetime.listen(node, 'pointerdown', start => {
    if (start.button !== 0) {
      return;
    }
    start.preventDefault();
    const { rows: chosen } = model.choices;
    const before = Math.min(most, model.mostRowsInView);
    followPointer(lifetime, {
      onMove: ({ clientY }) => take(before + (clientY - start.clientY) / ROW_HEIGHT),
      onEnd: isLetGo => (isLetGo ? remember() : take(chosen)),
    });
  });
  lifetime.listen(node, 'keydown', event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      event.stopPropagation();
      take(Math.min(most, model.mostRowsInView) + step);
      remember();
    }
  });
  return node;
}
