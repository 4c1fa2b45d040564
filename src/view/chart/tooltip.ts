/** The tooltip of a chart's marks: names and values as text. */

import { element } from '../dom';
import { isRecord } from '../../core/base/json';

const MAX_LINES = 20;
const GAP_PX = 12;

export class ChartTooltip {
  readonly node = element('div', { class: 'ms-tooltip', attributes: { role: 'tooltip' } });

  constructor() {
    this.node.hidden = true;
  }

  /** Vega's tooltip handler. `value` is what the mark's tooltip gives: a text, or names and values. */
  readonly handle = (_: unknown, event: MouseEvent, _item: unknown, value: unknown): void => {
    if (value === null || value === undefined || value === '') {
      this.node.hidden = true;
      return;
    }
    this.node.replaceChildren(...lines(value));
    this.node.hidden = false;
    this.place(event);
  };

  hide(): void {
    this.node.hidden = true;
  }

  /** Beside the pointer, within the chart. */
  private place({ clientX, clientY }: MouseEvent): void {
    const area = this.node.parentElement?.getBoundingClientRect();
    if (!area) {
      return;
    }
    const { offsetWidth, offsetHeight } = this.node;
    const right = clientX - area.left + GAP_PX;
    const left =
      right + offsetWidth > area.width ? clientX - area.left - GAP_PX - offsetWidth : right;
    const top = Math.min(clientY - area.top + GAP_PX, area.height - offsetHeight);
    this.node.style.left = `${Math.max(0, left)}px`;
    this.node.style.top = `${Math.max(0, top)}px`;
  }
}

function lines(value: unknown): Node[] {
  if (!isRecord(value)) {
    return [element('div', { text: textOf(value) })];
  }
  return Object.entries(value)
    .slice(0, MAX_LINES)
    .map(([name, item]) =>
      element('div', { class: 'ms-tooltip-line' }, [
        element('span', { class: 'ms-tooltip-name', text: name }),
        element('span', { text: textOf(item) }),
      ]),
    );
}

function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) {
    return JSON.stringify(value);
  }
  return String(value);
}
