/**
 * The timeline over the rows: a bar a day, week, month or year, stacked by a facet. A range of days is selected by
 * dragging, or with the arrow keys and Shift.
 */

import { t } from '../../core/base/translations';
import { counted, grouped } from '../../core/base/text';
import { dayOfPlainDate, parsePlainDate, plainDateOfDay } from '../../core/base/plainDate';
import { visibleText } from '../../core/base/visibleText';
import { barOf, barsBetween, nextBar, unitsFor } from '../../core/explorer/questionState';
import type { Exploration, Explored, TimelineUnit } from '../../core/protocol/exploration';
import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import { compactNumber, crisp, svgElement, svgText } from '../svg';
import { dayText, monthText } from './dayText';
import type { PartColours } from './partColours';

/** Days, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

interface TimelineSource {
  readonly time: NonNullable<Explored['time']>;
  readonly facets: Explored['facets'];
  readonly names: readonly string[];
  readonly colours: PartColours;
}

interface TimelineActions {
  /** A range begins to move. */
  readonly onBegin: () => void;
  readonly onMove: (range: DayRange | null) => void;
  readonly onBrush: (range: DayRange | null) => void;
  readonly onUnit: (unit: TimelineUnit) => void;
  readonly onStack: (column: number | null) => void;
}

export interface Drawn {
  readonly timeline: NonNullable<Exploration['timeline']>;
  readonly range: DayRange | null;
  readonly unit: TimelineUnit;
  readonly chosen: { readonly stack: number | null };
}

/** px. */
const HEIGHT = 96;
const AXIS_LEFT = 44;
const AXIS_BELOW = 18;
const TOP = 6;
/** Between two labels of days. */
const LABEL_ROOM = 110;
/** How near an edge of the range a press takes it. */
const GRIP = 5;
/** Facets with more values are not offered for the stack. */
const MOST_STACK_VALUES = 200;

const unitNames = (): Record<TimelineUnit, string> => ({
  day: t('Day'),
  week: t('Week'),
  month: t('Month'),
  year: t('Year'),
});

/** Places of the first and the last bar of a range. */
interface BarRange {
  readonly first: number;
  readonly last: number;
}

export class TimelineView {
  readonly node = element('section', {
    class: 'ms-x-timeline',
    attributes: { 'aria-label': t('Timeline') },
  });
  private readonly plot: HTMLElement;
  private readonly svg = svgElement('svg', { class: 'ms-x-plot' });
  private readonly readout = element('span', { class: 'ms-x-readout' });
  private readonly unitField = element('select', { class: 'ms-field' });
  private readonly stackField = element('select', { class: 'ms-field' });
  private drawn: Drawn | undefined;
  /** First days of all bars, and their counts. */
  private bars: readonly { readonly day: string; readonly counts: readonly number[] }[] = [];
  private width = 0;
  /** The bar that the keyboard or the pointer is on. */
  private at = 0;
  private anchor = 0;
  private range: BarRange | null = null;
  private drag: { readonly from: number; readonly kept: BarRange | null } | undefined;

  constructor(
    private readonly source: TimelineSource,
    private readonly actions: TimelineActions,
    lifetime: Lifetime,
  ) {
    this.plot = element(
      'div',
      {
        class: 'ms-x-plot-place',
        attributes: {
          role: 'slider',
          tabindex: '0',
          'aria-label': t('Timeline: arrow keys move, with Shift they select days, Escape clears'),
        },
      },
      [this.svg],
    );
    this.fillFields();
    this.node.append(
      element('div', { class: 'ms-x-timeline-head' }, [
        this.readout,
        labelled(t('Stack by'), this.stackField),
        labelled(t('Bars'), this.unitField),
      ]),
      this.plot,
    );
    lifetime.observeSize(this.plot, () => this.repaint());
    lifetime.listen(this.plot, 'pointerdown', event => this.press(event));
    lifetime.listen(this.plot, 'pointermove', event => this.move(event));
    lifetime.listen(this.plot, 'pointerup', event => this.release(event));
    lifetime.listen(this.plot, 'pointercancel', () => this.cancel());
    lifetime.listen(this.plot, 'pointerleave', () => this.read(null));
    lifetime.listen(this.plot, 'keydown', event => this.onKey(event));
    lifetime.listen(this.plot, 'keyup', event => {
      if (event.key === 'Shift' && this.drag) {
        this.finish();
      }
    });
    lifetime.listen(this.plot, 'focus', () => this.repaint());
    lifetime.listen(this.plot, 'blur', () => {
      this.read(null);
      this.repaint();
    });
  }

  paint(drawn: Drawn): void {
    this.drawn = drawn;
    const { unit, timeline, range } = drawn;
    const counts = new Map(timeline.bars.map(bar => [bar.day, bar.counts]));
    const from = parsePlainDate(this.source.time.from);
    const to = parsePlainDate(this.source.time.to);
    const days = from && to ? barsBetween(from, to, unit) : [];
    this.bars = days.map(day => ({ day, counts: counts.get(day) ?? [] }));
    this.at = Math.min(this.at, Math.max(0, days.length - 1));
    if (!this.drag) {
      this.range = range && this.barsOf(range);
    }
    this.unitField.value = unit;
    this.stackField.value = drawn.chosen.stack === null ? '' : String(drawn.chosen.stack);
    this.repaint();
  }

  repaint(): void {
    const { drawn } = this;
    this.width = this.plot.clientWidth;
    if (!drawn || this.width === 0) {
      return;
    }
    this.svg.setAttribute('width', String(this.width));
    this.svg.setAttribute('height', String(TOP + HEIGHT + AXIS_BELOW));
    const totals = this.bars.map(({ counts }) => sumOf(counts));
    const top = niceTop(Math.max(1, ...totals));
    const y = (value: number): number => TOP + HEIGHT - (value / top) * HEIGHT;
    // The selected days are behind the bars, their edges before them.
    const parts = [...this.axis(top, y), ...this.labels(), ...this.ground(), ...this.marks(y)];
    this.svg.replaceChildren(...parts, ...this.edges(), ...this.cursor());
    this.speak();
  }

  private axis(top: number, y: (value: number) => number): Element[] {
    return [0, top / 2, top].flatMap(value => [
      svgElement('line', {
        class: value === 0 ? 'ms-x-axis' : 'ms-x-grid',
        x1: AXIS_LEFT,
        x2: this.width,
        y1: crisp(y(value)),
        y2: crisp(y(value)),
      }),
      svgText(compactNumber(value), {
        class: 'ms-x-label',
        x: AXIS_LEFT - 6,
        y: y(value) + (value === top ? 7 : 3),
        'text-anchor': 'end',
      }),
    ]);
  }

  private labels(): Element[] {
    const step = Math.max(1, Math.ceil(LABEL_ROOM / this.step));
    const { length } = this.bars;
    return this.bars.flatMap(({ day }, index) => {
      if (index % step !== 0 || this.x(index) > this.width - LABEL_ROOM / 2) {
        return [];
      }
      const before = this.bars[index - step];
      const isNewYear = before === undefined || before.day.slice(0, 4) !== day.slice(0, 4);
      const x = Math.min(this.x(index) + (length === 1 ? 0 : this.step / 2), this.width);
      return [
        svgText(this.labelOf(day, isNewYear), {
          class: 'ms-x-label',
          x,
          y: TOP + HEIGHT + 13,
          'text-anchor': index === 0 ? 'start' : 'middle',
        }),
      ];
    });
  }

  private labelOf(day: string, withYear: boolean): string {
    const unit = this.drawn?.unit ?? 'day';
    if (unit === 'year') {
      return day.slice(0, 4);
    }
    const date = unit === 'month' ? monthText(day) : dayText(day);
    return withYear ? `${date} ${day.slice(0, 4)}` : date;
  }

  private marks(y: (value: number) => number): Element[] {
    const { colours } = this.source;
    const stack = this.drawn?.timeline.stack ?? null;
    const gap = this.step > 4 ? 1 : 0;
    return this.bars.flatMap(({ counts }, index) => {
      const isOut = this.range !== null && (index < this.range.first || index > this.range.last);
      let sum = 0;
      return counts.flatMap((count, part) => {
        const low = y(sum);
        sum += count;
        const value = stack?.values[part];
        const colour =
          stack === null
            ? colours.plain
            : value === undefined
              ? colours.others
              : (colours.of(stack.column, value) ?? colours.others);
        return count === 0
          ? []
          : [
              svgElement('rect', {
                class: isOut ? 'ms-x-mark ms-x-out' : 'ms-x-mark',
                x: this.x(index),
                y: y(sum),
                width: Math.max(0.5, this.step - gap),
                height: Math.max(0.5, low - y(sum)),
                fill: colour,
              }),
            ];
      });
    });
  }

  private ground(): Element[] {
    if (!this.range) {
      return [];
    }
    const left = this.x(this.range.first);
    const width = Math.max(1, this.x(this.range.last + 1) - left);
    const place = { x: left, y: TOP - 2, width, height: HEIGHT + 2 };
    return [svgElement('rect', { class: 'ms-x-range', ...place })];
  }

  private edges(): Element[] {
    const ends = this.range ? [this.range.first, this.range.last + 1] : [];
    return ends.map(end => {
      const x = this.x(end);
      const place = { x1: x, x2: x, y1: TOP - 2, y2: TOP + HEIGHT };
      return svgElement('line', { class: 'ms-x-edge', ...place });
    });
  }

  private cursor(): Element[] {
    if (!this.plot.matches(':focus-visible')) {
      return [];
    }
    const place = { x: this.x(this.at), y: TOP, width: Math.max(2, this.step), height: HEIGHT };
    return [svgElement('rect', { class: 'ms-x-cursor', ...place })];
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.bars.length === 0) {
      return;
    }
    this.plot.setPointerCapture(event.pointerId);
    const index = this.indexAt(event);
    const kept = this.range;
    const x = event.clientX - this.plot.getBoundingClientRect().left;
    // A press at an edge moves that edge: the other end stays.
    const fixed =
      kept && Math.abs(x - this.x(kept.first)) <= GRIP
        ? kept.last
        : kept && Math.abs(x - this.x(kept.last + 1)) <= GRIP
          ? kept.first
          : index;
    this.at = index;
    this.anchor = fixed;
    this.begin(kept);
    if (fixed === index) {
      this.range = null;
    }
  }

  private move(event: PointerEvent): void {
    const index = this.indexAt(event);
    this.read(index);
    if (this.drag && index !== this.at) {
      this.at = index;
      this.extend();
    }
  }

  private release(event: PointerEvent): void {
    if (!this.drag) {
      return;
    }
    const { kept } = this.drag;
    if (this.range === null) {
      // A click selects a bar, and clears the range where that is all it was.
      const index = this.indexAt(event);
      const isOnly = kept?.first === index && kept.last === index;
      this.range = isOnly ? null : { first: index, last: index };
    }
    this.finish();
  }

  private cancel(): void {
    if (this.drag) {
      this.range = this.drag.kept;
      this.finish();
    }
  }

  private begin(kept: BarRange | null): void {
    this.drag = { from: this.at, kept };
    this.actions.onBegin();
  }

  private extend(): void {
    this.range = { first: Math.min(this.anchor, this.at), last: Math.max(this.anchor, this.at) };
    this.repaint();
    this.actions.onMove(this.daysOf(this.range));
  }

  private finish(): void {
    this.drag = undefined;
    this.repaint();
    this.actions.onBrush(this.range && this.daysOf(this.range));
  }

  private onKey(event: KeyboardEvent): void {
    const last = this.bars.length - 1;
    const next = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: last }[event.key];
    if (next !== undefined && !event.altKey) {
      event.preventDefault();
      if (event.shiftKey && !this.drag) {
        this.anchor = this.at;
        this.begin(this.range);
      }
      this.at = Math.max(0, Math.min(last, next));
      this.read(this.at);
      if (event.shiftKey) {
        this.extend();
      } else {
        this.repaint();
      }
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.range = { first: this.at, last: this.at };
      this.finish();
    } else if (event.key === 'Escape' && this.range) {
      event.preventDefault();
      this.range = null;
      this.finish();
    }
  }

  /** Shows what a bar has; null: of the whole range. */
  private read(index: number | null): void {
    const bar = index === null ? undefined : this.bars[index];
    this.readout.textContent = bar ? this.textOf(bar) : '';
  }

  private textOf({ day, counts }: (typeof this.bars)[number]): string {
    const unit = this.drawn?.unit ?? 'day';
    const stack = this.drawn?.timeline.stack ?? null;
    const total = sumOf(counts);
    const parts = counts
      .map((count, part) => {
        const value = stack?.values[part];
        const name =
          value === undefined ? t('others') : value === null ? t('missing') : visibleText(value);
        return { count, text: `${name} ${grouped(count)}` };
      })
      .filter(({ count }) => count > 0);
    const when =
      unit === 'week'
        ? t('week of {0}', day)
        : unit === 'day'
          ? day
          : day.slice(0, unit === 'month' ? 7 : 4);
    const detail =
      stack === null || parts.length === 0 ? '' : `: ${parts.map(({ text }) => text).join(', ')}`;
    return `${when} · ${counted(total, 'row')}${detail}`;
  }

  private speak(): void {
    const bar = this.bars[this.at];
    const { plot } = this;
    plot.setAttribute('aria-valuemin', '0');
    plot.setAttribute('aria-valuemax', String(Math.max(0, this.bars.length - 1)));
    plot.setAttribute('aria-valuenow', String(this.at));
    const range = this.range && this.daysOf(this.range);
    const selected = range ? t(', selected from {0} to {1}', range.from, range.to) : '';
    plot.setAttribute('aria-valuetext', bar ? `${this.textOf(bar)}${selected}` : t('no bars'));
  }

  private get step(): number {
    return (this.width - AXIS_LEFT) / Math.max(1, this.bars.length);
  }

  private x(index: number): number {
    return AXIS_LEFT + index * this.step;
  }

  private indexAt({ clientX }: PointerEvent): number {
    const x = clientX - this.plot.getBoundingClientRect().left - AXIS_LEFT;
    return Math.max(0, Math.min(this.bars.length - 1, Math.floor(x / this.step)));
  }

  private barsOf({ from, to }: DayRange): BarRange | null {
    const unit = this.drawn?.unit ?? 'day';
    const place = (text: string): number => {
      const day = parsePlainDate(text);
      const bar = day === undefined ? '' : barOf(day, unit);
      const index = this.bars.findLastIndex(each => each.day <= bar);
      return Math.max(0, index);
    };
    return { first: place(from), last: place(to) };
  }

  /** From the first day of the first bar to the last day of the last one, within the days of the rows. */
  private daysOf({ first, last }: BarRange): DayRange {
    const { time } = this.source;
    const unit = this.drawn?.unit ?? 'day';
    const from = this.bars[first]?.day ?? time.from;
    const bar = parsePlainDate(this.bars[last]?.day ?? '');
    const to = bar ? plainDateOfDay(dayOfPlainDate(nextBar(bar, unit)) - 1) : time.to;
    return { from: from < time.from ? time.from : from, to: to > time.to ? time.to : to };
  }

  private fillFields(): void {
    const { time, facets, names } = this.source;
    const from = parsePlainDate(time.from);
    const to = parsePlainDate(time.to);
    const days = from && to ? dayOfPlainDate(to) - dayOfPlainDate(from) + 1 : 1;
    for (const unit of unitsFor(days).units) {
      this.unitField.append(
        element('option', { text: unitNames()[unit], attributes: { value: unit } }),
      );
    }
    this.stackField.append(element('option', { text: t('nothing'), attributes: { value: '' } }));
    for (const { column } of facets.filter(each => each.distinctCount <= MOST_STACK_VALUES)) {
      const text = visibleText(names[column] ?? '');
      this.stackField.append(element('option', { text, attributes: { value: String(column) } }));
    }
    this.unitField.addEventListener('change', () =>
      this.actions.onUnit(this.unitField.value as TimelineUnit),
    );
    this.stackField.addEventListener('change', () => {
      const { value } = this.stackField;
      this.actions.onStack(value === '' ? null : Number(value));
    });
  }
}

function labelled(label: string, field: HTMLElement): HTMLElement {
  return element('label', {}, [element('span', { text: label }), field]);
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The next number from which half is a short number too. */
function niceTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 5, 6, 8, 10].find(factor => factor * unit >= most) ?? 10;
  return Math.max(2, step * unit);
}
