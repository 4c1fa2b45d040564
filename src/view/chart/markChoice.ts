/** Chooses a mark of a drawing: with a click, or with the arrow keys and Enter. */

import { t } from '../../core/base/translations';
import type { ChartDataset } from '../../core/protocol/outcome';
import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { isMark, rowsOfItem, type PlacedMark } from './chosenMarks';
import type { Drawing } from './drawing';
import { statisticText } from '../table/format';
import { entriesOf } from './lineTooltip';
import { MarkRing } from './markRing';
import { datasetOfRows } from './readChartData';

/** The rows of a dataset that a mark draws. */
export interface MarkChoice {
  readonly resultId: string;
  readonly rows: readonly number[];
  /** The values of its tooltip. */
  readonly label: string;
  readonly byKeyboard: boolean;
}

export interface ChosenChart {
  /** The element with the keyboard's focus. */
  readonly canvas: HTMLElement;
  readonly datasets: readonly ChartDataset[];
  readonly drawing: () => Drawing | undefined;
  /** Called with the mark that the arrow keys reached, and null after they left it. */
  readonly onReach: (mark: PlacedMark | null) => void;
}

/** Called with null if no mark is chosen any more, and with `rowless` for one that was not drawn from rows. */
export type OnMark = (mark: MarkChoice | 'rowless' | null) => void;

/** A pointer that moved further was dragging, px. */
const dragPx = 4;
const mostLabelEntries = 4;
const mostLabelLength = 200;

export class MarkChooser {
  /** Says which mark the arrow keys reached. */
  readonly announcement = element('div', { class: 'ms-unseen', attributes: { role: 'status' } });
  private readonly ring = new MarkRing();
  private at = -1;
  private pressed: { readonly x: number; readonly y: number } | undefined;

  constructor(
    private readonly chart: ChosenChart,
    private readonly onMark: OnMark,
    lifetime: Lifetime,
  ) {
    const { canvas } = chart;
    canvas.setAttribute(
      'aria-description',
      t('Arrow keys go from mark to mark. Enter shows the rows of a mark.'),
    );
    lifetime.listen(canvas, 'pointerdown', ({ clientX: x, clientY: y }) => {
      this.pressed = { x, y };
      this.leave();
    });
    lifetime.listen(canvas, 'keydown', event => this.press(event));
    lifetime.listen(canvas, 'focus', () => this.showReached());
    lifetime.listen(canvas, 'blur', () => this.hideReached());
  }

  /** Forgets the mark of the arrow keys, for example since the chart was drawn again. */
  leave(): void {
    if (this.at >= 0) {
      this.at = -1;
      this.hideReached();
    }
  }

  /** @param item The item of Vega's scenegraph at the pointer. */
  click({ clientX, clientY }: MouseEvent, item: unknown): void {
    const drawing = this.chart.drawing();
    const { pressed } = this;
    const isDrag = pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > dragPx;
    if (!drawing || isDrag) {
      return;
    }
    const corner = drawing.place.getBoundingClientRect();
    // Vega knows a line as one item, so the row is that of the crosshair.
    const own = drawing.isPath(item) ? undefined : rowsOfItem(item).length > 0 ? item : undefined;
    const nearest = drawing.linesAt(clientX - corner.left, clientY - corner.top)?.nearest.item;
    this.choose(own ?? nearest ?? item, false);
  }

  private press(event: KeyboardEvent): void {
    const drawing = this.chart.drawing();
    const marks = drawing?.marks() ?? [];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const next = isPlain ? placeAfter(event.key, this.at, marks.length) : undefined;
    const current = marks[this.at];
    if (drawing && next !== undefined) {
      this.at = next;
      this.showReached();
      this.announcement.textContent = this.labelOf(marks[next]?.item);
    } else if (isPlain && (event.key === 'Enter' || event.key === ' ') && current) {
      this.choose(current.item, true);
    } else {
      return;
    }
    // The notebook would select another cell.
    event.preventDefault();
    event.stopPropagation();
  }

  private showReached(): void {
    const drawing = this.chart.drawing();
    const mark = drawing?.marks()[this.at];
    if (drawing && mark) {
      this.ring.show(drawing.place, mark);
      this.chart.onReach(mark);
    }
  }

  private hideReached(): void {
    this.ring.hide();
    this.chart.onReach(null);
  }

  private choose(item: unknown, byKeyboard: boolean): void {
    const found = datasetOfRows(this.chart.datasets, rowsOfItem(item));
    this.onMark(
      found
        ? {
            resultId: found.dataset.resultId,
            rows: found.rows,
            label: this.labelOf(item),
            byKeyboard,
          }
        : isMark(item)
          ? 'rowless'
          : null,
    );
  }

  private labelOf(item: unknown): string {
    const value =
      typeof item === 'object' && item ? this.chart.drawing()?.tooltipOf(item) : undefined;
    return entriesOf(value)
      .slice(0, mostLabelEntries)
      .map(({ name, text }) => `${name} ${shortNumber(text)}`.trim())
      .join(', ')
      .slice(0, mostLabelLength);
  }
}

/** @returns A number with decimals in few digits, since a sentence names it; the tooltip has all of them. */
function shortNumber(text: string): string {
  return /^[\u2212-]?\d+\.\d+$/.test(text)
    ? statisticText(Number(text.replace('\u2212', '-')))
    : text;
}

/** @returns The place of the mark that the key leads to; undefined if the key is another one. */
function placeAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) {
    return undefined;
  }
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(at + 1, count - 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(at - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
