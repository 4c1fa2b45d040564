/** The tooltip of a chart's marks: names and values as text. */

import { t } from '../../core/base/translations';
import { element } from '../dom';
import { isColourText } from './colourText';
import { entriesOf, type LineTooltip, type TooltipEntry } from './lineTooltip';

const MAX_LINES = 20;
const GAP_PX = 12;

type PagePlace = Pick<MouseEvent, 'clientX' | 'clientY'>;

export class ChartTooltip {
  readonly node = element('div', { class: 'ms-tooltip', attributes: { role: 'tooltip' } });
  /** Whether the pointer is on a mark with a tooltip of its own. */
  isOnMark = false;

  constructor() {
    this.node.hidden = true;
  }

  /** Vega's tooltip handler. `value` is the mark's tooltip: a text, or names and values. */
  readonly handle = (_: unknown, event: MouseEvent, _item: unknown, value: unknown): void => {
    const entries = entriesOf(value);
    if (entries.length === 0) {
      this.hide();
      return;
    }
    this.isOnMark = true;
    this.show(event, entries.slice(0, MAX_LINES).map(lineOf));
  };

  /** Shows a mark's tooltip at a place on the page. */
  showAt(place: PagePlace, value: unknown): void {
    this.show(place, entriesOf(value).slice(0, MAX_LINES).map(lineOf));
  }

  /** Shows the full text of a truncated label. */
  showText(event: MouseEvent, text: string): void {
    this.show(event, [element('div', { text })]);
  }

  /** Shows the tooltip of a chart's lines at the pointer. */
  showLines(event: MouseEvent, { shared, series, others }: LineTooltip): void {
    this.show(event, [
      ...shared.slice(0, MAX_LINES).map(lineOf),
      ...series.map(entry => {
        const swatch = element('span', { class: 'ms-tooltip-swatch' });
        swatch.style.backgroundColor = colourOf(entry.colour) ?? 'transparent';
        const line = lineOf(entry);
        line.firstChild?.before(swatch);
        line.classList.toggle('ms-nearest', entry.isNearest);
        return line;
      }),
      ...(others > 0 ? [element('div', { text: t('and {0} more', others) })] : []),
    ]);
  }

  hide(): void {
    this.isOnMark = false;
    this.node.hidden = true;
  }

  private show(event: PagePlace, lines: readonly Node[]): void {
    this.node.replaceChildren(...lines);
    this.node.hidden = lines.length === 0;
    this.place(event);
  }

  /** Placed next to the pointer, within the chart. */
  private place({ clientX, clientY }: PagePlace): void {
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

/** @returns The text if it is a colour: Vega accepts any text as a mark's paint. */
export function colourOf(paint: unknown): string | undefined {
  return typeof paint === 'string' && isColourText(paint) ? paint : undefined;
}

function lineOf({ name, text }: TooltipEntry): HTMLElement {
  return name === ''
    ? element('div', { class: 'ms-tooltip-line' }, [element('span', { text })])
    : element('div', { class: 'ms-tooltip-line' }, [
        element('span', { class: 'ms-tooltip-name', text: name }),
        element('span', { text }),
      ]);
}
