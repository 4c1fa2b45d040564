/** One column's cell in the strip below the header. */

import { groupedInteger } from '../../core/base/groupedInteger';
import { visibleText } from '../../core/base/visibleText';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary, ValueCount } from '../../core/protocol/columnSummary';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import { binBars } from './binBars';

/** How many of the most frequent values are shown. */
const VALUES_SHOWN = 2;
const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** The most characters of a value in a tooltip. */
const MOST_LETTERS = 100;

/**
 * @param own The column's filters.
 * @param choose Called with the column's new filters.
 */
export function overviewCell(
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
  // The frequency of unique values is not informative.
  const frequent = tops.filter(({ count }) => count > 1).slice(0, VALUES_SHOWN);
  const values = frequent.map(value =>
    press(topValue(value, summary), { kind: 'values', column, values: [value.text] }),
  );
  const missing = element('div', {
    class: 'ms-overview-missing',
    text: nullCount === 0 ? '' : countText(nullCount, 'missing', hasRoom),
  });
  return [
    element('div', { class: bars.length > 0 ? 'ms-overview-bins' : 'ms-overview-values' }, [
      ...bars,
      ...values,
    ]),
    element('div', { class: 'ms-text', text: distinctText(summary, hasRoom) }),
    nullCount === 0 ? missing : press(missing, { kind: 'missing', column, missing: true }),
  ];
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
export function overviewTitle(summary: ColumnSummary): string {
  const { name, type, rowCount, nullCount, least, greatest } = summary;
  const share = rowCount === 0 ? 0 : (nullCount / rowCount) * 100;
  const missing = nullCount === 0 ? 'none missing' : `${groupedInteger(nullCount)} missing`;
  return [
    visibleText(`${name} · ${type}`),
    `${rowsText(rowCount)}, ${missing}${nullCount === 0 ? '' : ` (${share.toFixed(1)} %)`}`,
    distinctText(summary),
    ...(least === null ? [] : [`from ${shortText(least)} to ${shortText(greatest ?? '')}`]),
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
  return about + countText(distinctCount, 'distinct', text => hasRoom(about + text));
}

/** The number and the word; without room for both, only the number, if needed in short form. */
function countText(count: number, word: string, hasRoom: (text: string) => boolean): string {
  const [whole, short] = [groupedInteger(count), shortNumber.format(count).replace('K', 'k')];
  const texts = [`${whole} ${word}`, `${short} ${word}`, whole];
  return texts.find(hasRoom) ?? short;
}

/** The value on a bar whose length is its share of the rows. */
function topValue({ text, count }: ValueCount, { rowCount }: ColumnSummary): HTMLElement {
  const shown = text === '' ? '(empty text)' : shortText(text ?? 'null');
  const whole = text === null || text === '' ? shown : visibleText(text);
  const node = element('div', { class: 'ms-top', title: `${whole}: ${rowsText(count)}` }, [
    element('span', { class: 'ms-text', text: shown }),
  ]);
  node.style.setProperty('--ms-share', `${(count / Math.max(1, rowCount)) * 100}%`);
  return node;
}
