/**
 * The strip below the header: a summary of each visible column, over the rows that match the filters of the others. A
 * press on a bar or a value keeps its rows, another one shows the others again.
 *
 * It is for the pointer: with the keyboard, the dialog of a column's filter has the same facts, values and ranges.
 */

import { t } from '../../core/base/translations';
import { grouped } from '../../core/base/text';
import { visibleText } from '../../core/base/visibleText';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary, ValueCount } from '../../core/protocol/columnSummary';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import type { Lifetime } from '../lifetime';
import type { RowArranger } from './arrangeRows';
import { binBars } from './binBars';
import { columnRole } from './columnRole';
import { endNumbers } from './factNumbers';
import { trueMinus } from './format';
import { CELL_PADDING, drawnColumns, type ColumnWindow } from './columnLayout';
import { withPinned } from './pinnedCells';
import type { ShownColumn, TableModel } from './tableModel';

/** In a narrower column the bars have no gaps, px. */
const ROOM_FOR_GAPS = 64;
/** The ratio of the strip's letters to those of the cells, as in the style sheet. */
const FONT_SHARE = 11 / 13;

interface Asked {
  /** The filters of the other columns, as JSON. */
  readonly filters: string;
  readonly asking: AbortController;
  answer?: ColumnSummary | Error;
  /** Differs between answers; absent: none came. */
  version?: number;
}

interface Drawn {
  /** What the cell was drawn of. */
  readonly key: string;
  readonly node: HTMLElement;
}

export interface OverviewActions {
  /** Called with a column's new filters. */
  readonly onFilter: (column: ShownColumn, own: readonly ColumnFilter[]) => void;
  /** Called when there is more to draw. */
  readonly onAnswer: () => void;
}

export class TableOverview {
  readonly node = element('div', { class: 'ms-overview', attributes: { 'aria-hidden': 'true' } });
  /** By the column's index in the result. */
  private readonly asked = new Map<number, Asked>();
  /** By the column's place. */
  private readonly drawn = new Map<number, Drawn>();
  /** Of the cells that are in the page, as JSON. */
  private places = '';
  private answers = 0;
  /** Whether a cell that shows something else now waits for the end of a press on it. */
  private isPressed = false;

  constructor(
    private readonly model: TableModel,
    private readonly rows: Pick<RowArranger, 'summary' | 'filtersBeside'>,
    lifetime: Lifetime,
    private readonly actions: OverviewActions,
  ) {
    lifetime.add(() => this.forget(() => true));
  }

  paint(window: ColumnWindow): void {
    this.node.hidden = !this.model.hasOverview;
    if (this.node.hidden) {
      return;
    }
    const seen = drawnColumns(window, -1);
    const sources = new Set(seen.map(column => this.model.columns[column]?.source));
    // Requests for columns that scrolled out of view are cancelled.
    this.forget((asked, source) => !sources.has(source) && asked.answer === undefined);
    sources.forEach(source => source !== undefined && this.ask(source));
    this.drawn.forEach((_, column) => seen.includes(column) || this.drawn.delete(column));
    const cells = seen.flatMap(column => {
      const shown = this.model.columns[column];
      return shown ? [this.drawnCell(shown, column)] : [];
    });
    const { pinned } = window;
    const { edges, width } = this.model;
    this.node.style.width = `${width}px`;
    const places = JSON.stringify([pinned, edges[pinned], seen]);
    if (places !== this.places) {
      this.places = places;
      this.node.replaceChildren(...withPinned(cells, pinned, this.model));
    }
  }

  /**
   * A cell that shows the same as before stays in the page, so that a press on it goes on when other cells change; and
   * one that is pressed stays until the press ends.
   */
  private drawnCell(shown: ShownColumn, column: number): HTMLElement {
    const { edges, arrangement } = this.model;
    const { source } = shown;
    const own = arrangement.filters.filter(filter => filter.column === source);
    const width = this.model.widthOf(column);
    const key = JSON.stringify([source, this.asked.get(source)?.version, own, width]);
    const before = this.drawn.get(column);
    if (before && before.key !== key && before.node.matches(':active')) {
      this.paintAfterPress();
      return before.node;
    }
    const node = before?.key === key ? before.node : this.cell(shown, width, own);
    node.style.left = `${edges[column] ?? 0}px`;
    if (node !== before?.node) {
      before?.node.replaceWith(node);
      this.drawn.set(column, { key, node });
    }
    return node;
  }

  private paintAfterPress(): void {
    if (!this.isPressed) {
      this.isPressed = true;
      const paint = (): void => {
        this.isPressed = false;
        this.actions.onAnswer();
      };
      // The click comes between.
      const end = (): unknown => setTimeout(paint);
      window.addEventListener('pointerup', end, { once: true });
    }
  }

  private ask(source: number): void {
    const filters = JSON.stringify(this.rows.filtersBeside(source));
    const known = this.asked.get(source);
    if (known?.filters === filters) {
      return;
    }
    known?.asking.abort();
    const asking = new AbortController();
    // Until the new answer arrives, the old one is shown.
    const asked: Asked = {
      ...{ filters, asking },
      ...(known?.answer && { answer: known.answer }),
      ...(known?.version && { version: known.version }),
    };
    this.asked.set(source, asked);
    const take = (answer: ColumnSummary | Error): void => {
      if (!asking.signal.aborted) {
        asked.answer = answer;
        asked.version = ++this.answers;
        this.actions.onAnswer();
      }
    };
    this.rows
      .summary(source, asking.signal)
      .then(take, (error: unknown) =>
        take(error instanceof Error ? error : new Error(String(error))),
      );
  }

  private forget(isForgotten: (asked: Asked, source: number) => boolean): void {
    for (const [source, asked] of [...this.asked]) {
      if (isForgotten(asked, source)) {
        asked.asking.abort();
        this.asked.delete(source);
      }
    }
  }

  private cell(shown: ShownColumn, width: number, own: readonly ColumnFilter[]): HTMLElement {
    const { source } = shown;
    const answer = this.asked.get(source)?.answer;
    const cell = element('div', { class: 'ms-overview-cell' });
    cell.style.width = `${width}px`;
    cell.classList.toggle('ms-narrow', width < ROOM_FOR_GAPS);
    if (answer === undefined) {
      cell.textContent = '…';
    } else if (answer instanceof Error) {
      cell.textContent = '–';
      cell.title = answer.message;
    } else {
      const choose = (filters: readonly ColumnFilter[]): void =>
        this.actions.onFilter(shown, filters);
      cell.title = overviewTitle(answer);
      const hasRoom = (text: string): boolean =>
        this.model.textWidth(text) * FONT_SHARE <= width - CELL_PADDING;
      cell.append(...overviewCell(answer, own, { column: source, choose, hasRoom }));
    }
    return cell;
  }
}

/** How many of the most frequent values are shown: one less above missing ones. */
const VALUES_SHOWN = 3;
const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const shortestNumber = new Intl.NumberFormat('en', {
  notation: 'compact',
  maximumSignificantDigits: 2,
});
/** The most characters of a value in a tooltip. */
const MOST_LETTERS = 100;

/**
 * The content of one column's cell.
 *
 * @param own The column's filters.
 * @param choose Called with the column's new filters.
 */
function overviewCell(
  summary: ColumnSummary,
  own: readonly ColumnFilter[],
  {
    column,
    choose,
    hasRoom,
  }: {
    readonly column: number;
    readonly choose: (filters: ColumnFilter[]) => void;
    readonly hasRoom: (text: string) => boolean;
  },
): Node[] {
  const { bins, tops, nullCount } = summary;
  // The strip does not undo a condition on the text.
  const kept = own.filter(({ kind }) => kind === 'text');
  const press = (node: HTMLElement, filter: ColumnFilter): HTMLElement => {
    const isChosen = own.some(one => holds(one, filter));
    node.classList.toggle('ms-chosen', isChosen);
    node.classList.add('ms-presses');
    node.addEventListener('click', () => choose(isChosen ? kept : [...kept, filter]));
    return node;
  };
  const bars = binBars(bins).map((bar, at) => {
    const { from = null, to = null } = bins[at] ?? {};
    return from === null ? bar : press(bar, { kind: 'range', column, from, to });
  });
  const lasts =
    nullCount === 0
      ? []
      : [press(missingText(nullCount, hasRoom), { kind: 'missing', column, missing: true })];
  // The frequency of unique values is not informative.
  const frequent = tops.filter(({ count }) => count > 1).slice(0, VALUES_SHOWN - lasts.length);
  const values = frequent.map(value =>
    press(topValue(value, summary), { kind: 'values', column, values: [value.text] }),
  );
  if (values.length === 0 && lasts.length === 0) {
    const texts = rangeTexts(summary);
    // A number that is cut is another number.
    const text = texts.find(hasRoom) ?? (bars.length === 0 ? texts[0] : undefined);
    if (text !== undefined) {
      lasts.push(element('div', { class: 'ms-text', text }));
    }
  }
  return [
    element('div', { class: bars.length > 0 ? 'ms-overview-bins' : 'ms-overview-values' }, [
      ...bars,
      ...values,
    ]),
    element('div', { class: 'ms-text', text: distinctText(summary, hasRoom) }),
    ...lasts,
  ];
}

function missingText(nullCount: number, hasRoom: (text: string) => boolean): HTMLElement {
  return element('div', {
    class: 'ms-overview-missing',
    text: countText(nullCount, number => t('{0} missing', number), hasRoom),
  });
}

/** @returns The least and the greatest value, in shorter and shorter forms. */
export function rangeTexts(summary: ColumnSummary): string[] {
  const { least, greatest, moments } = summary;
  if (least === null || greatest === null) {
    return [];
  }
  // A year or an id has all its digits.
  const compact = columnRole(summary) === 'plainInteger' ? [] : [shortNumber, shortestNumber];
  const forms: ((end: string) => string)[] =
    moments === null
      ? [shortText]
      : [endNumbers(summary), ...compact.map(form => (end: string) => compactText(end, form))];
  if (isDay(least) && isDay(greatest)) {
    forms.push(
      end => end.slice(0, 10),
      end => end.slice(0, 7),
      least.slice(0, 4) === greatest.slice(0, 4) ? end => end.slice(5, 10) : end => end.slice(0, 4),
    );
  }
  if (least === greatest) {
    return forms.map(form => form(least));
  }
  const ends = forms
    .map(form => [form(least), form(greatest)] as const)
    .filter(([from, to]) => from !== to);
  return [
    ...ends.map(([from, to]) => t('{0} to {1}', from, to)),
    ...ends.map(ofBoth => ofBoth.join('…')),
  ];
}

/** @returns The number in the form; an end that is not finite stays unchanged. */
function compactText(end: string, form: Intl.NumberFormat): string {
  const number = Number(end);
  if (!Number.isFinite(number)) {
    return end;
  }
  const text = form.format(number).replace('K', 'k');
  return trueMinus(number !== 0 && Number(text) === 0 ? number.toExponential(1) : text);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d/.test(text);
}

/**
 * Whether a filter of the column keeps everything that the other one would: bins change with the filters of other
 * columns.
 */
function holds(own: ColumnFilter, pressed: ColumnFilter): boolean {
  if (own.kind === 'range' && pressed.kind === 'range') {
    const isWithin = (one: string | null, other: string | null, side: number): boolean =>
      one === null || other === null || compared(other, one) * side >= 0;
    return isWithin(own.from, pressed.from, 1) && isWithin(own.to, pressed.to, -1);
  }
  if (own.kind === 'values' && pressed.kind === 'values') {
    return pressed.values.every(value => own.values.includes(value));
  }
  return own.kind === 'missing' && pressed.kind === 'missing' && own.missing === pressed.missing;
}

/** Numbers, or days as `YYYY-MM-DD`. */
function compared(one: string, other: string): number {
  const difference = Number(one) - Number(other);
  return Number.isNaN(difference) ? (one < other ? -1 : Number(one > other)) : difference;
}

/** The full text, of which the cell shows a part. */
function overviewTitle(summary: ColumnSummary): string {
  const { name, type, rowCount, nullCount, least, greatest, moments } = summary;
  const end = (text: string): string => (moments === null ? shortText(text) : trueMinus(text));
  const share = rowCount === 0 ? 0 : (nullCount / rowCount) * 100;
  const missing = nullCount === 0 ? t('none missing') : t('{0} missing', grouped(nullCount));
  return [
    visibleText(`${name} · ${type}`),
    `${rowsText(rowCount)}, ${missing}${nullCount === 0 ? '' : ` (${share.toFixed(1)} %)`}`,
    distinctText(summary),
    ...(least === null ? [] : [t('from {0} to {1}', end(least), end(greatest ?? ''))]),
  ].join('\n');
}

function shortText(text: string): string {
  return visibleText(text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
}

function distinctText(
  { distinctCount, isApproximate }: ColumnSummary,
  hasRoom = (_text: string): boolean => true,
): string {
  const about = isApproximate ? '≈' : '';
  const words = (number: string): string => t('{0} distinct', number);
  return about + countText(distinctCount, words, text => hasRoom(about + text));
}

/** The number and the word; without room for both, only the number, if needed in short form. */
function countText(
  count: number,
  words: (number: string) => string,
  hasRoom: (text: string) => boolean,
): string {
  const [whole, short] = [grouped(count), shortNumber.format(count).replace('K', 'k')];
  const texts = [words(whole), words(short), whole];
  return texts.find(hasRoom) ?? short;
}

/** The value on a bar whose length is its share of the rows. */
function topValue({ text, count }: ValueCount, { rowCount }: ColumnSummary): HTMLElement {
  const shown = text === '' ? t('(empty text)') : shortText(text ?? 'null');
  const whole = text === null || text === '' ? shown : visibleText(text);
  const node = element('div', { class: 'ms-top', title: `${whole}: ${rowsText(count)}` }, [
    element('span', { class: 'ms-text', text: shown }),
  ]);
  node.style.setProperty('--ms-share', `${(count / Math.max(1, rowCount)) * 100}%`);
  return node;
}
