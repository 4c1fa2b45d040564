/** What the strip under the header shows of one column. */

import { groupedInteger } from '../../core/base/groupedInteger';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary, ValueCount } from '../../core/protocol/columnSummary';
import { rowsText } from '../../core/protocol/footer';
import { element } from '../dom';
import { binBars } from './binBars';

/** Of the most frequent values, as many as have room. */
const VALUES_SHOWN = 2;

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
  }: { readonly column: number; readonly choose: (filters: ColumnFilter[]) => void },
): Node[] {
  const { bins, tops, nullCount } = summary;
  const press = (node: HTMLElement, filter: ColumnFilter): HTMLElement => {
    const isChosen = own.some(one => JSON.stringify(one) === JSON.stringify(filter));
    node.classList.toggle('ms-chosen', isChosen);
    node.classList.add('ms-presses');
    node.addEventListener('click', () => choose(isChosen ? [] : [filter]));
    return node;
  };
  const bars = binBars(bins).map((bar, at) => {
    const { count = 0, from = null, to = null } = bins[at] ?? {};
    return count === 0 ? bar : press(bar, { kind: 'range', column, from, to });
  });
  // Values that are all different say nothing by how frequent they are.
  const frequent = tops.filter(({ count }) => count > 1).slice(0, VALUES_SHOWN);
  const values = frequent.map(value =>
    press(topValue(value, summary), { kind: 'values', column, values: [value.text] }),
  );
  const missing = element('div', {
    class: 'ms-overview-missing',
    text: nullCount === 0 ? '' : `${groupedInteger(nullCount)} missing`,
  });
  return [
    element('div', { class: bars.length > 0 ? 'ms-overview-bins' : 'ms-overview-values' }, [
      ...bars,
      ...values,
    ]),
    element('div', { class: 'ms-text', text: distinctText(summary) }),
    nullCount === 0 ? missing : press(missing, { kind: 'missing', column, missing: true }),
  ];
}

/** Everything that the cell has room for in part. */
export function overviewTitle(summary: ColumnSummary): string {
  const { name, type, rowCount, nullCount, least, greatest } = summary;
  const share = rowCount === 0 ? 0 : (nullCount / rowCount) * 100;
  const missing = nullCount === 0 ? 'none missing' : `${groupedInteger(nullCount)} missing`;
  return [
    `${name} · ${type}`,
    `${rowsText(rowCount)}, ${missing}${nullCount === 0 ? '' : ` (${share.toFixed(1)} %)`}`,
    distinctText(summary),
    ...(least === null ? [] : [`from ${least} to ${greatest}`]),
  ].join('\n');
}

function distinctText({ distinctCount, isApproximate }: ColumnSummary): string {
  return `${isApproximate ? '≈' : ''}${groupedInteger(distinctCount)} distinct`;
}

/** The value on a bar that is as long as its share of the rows. */
function topValue({ text, count }: ValueCount, { rowCount }: ColumnSummary): HTMLElement {
  const node = element('div', { class: 'ms-top', title: `${text}: ${rowsText(count)}` }, [
    element('span', { class: 'ms-text', text: text === '' ? '(empty text)' : (text ?? 'null') }),
  ]);
  node.style.setProperty('--ms-share', `${(count / Math.max(1, rowCount)) * 100}%`);
  return node;
}
