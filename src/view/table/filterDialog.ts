/** The dialog of one column: its filters, its values and its facts. */

import { t } from '../../core/base/translations';
import type { ColumnFilter } from '../../core/protocol/arrangement';
import type { ColumnSummary, ValueCounts } from '../../core/protocol/columnSummary';
import { button, element } from '../dom';
import { columnFilterForm } from './columnFilterForm';
import { isNumeric } from './columnRole';
import { SummaryPart } from './summaryPart';
import type { ShownColumn } from './tableModel';
import { ValuesPart } from './valuesPart';

export interface FilterSubject {
  readonly column: ShownColumn;
  /** The column's filters. */
  readonly filters: readonly ColumnFilter[];
  readonly summarise: () => Promise<ColumnSummary>;
  readonly values: (search: string, signal: AbortSignal) => Promise<ValueCounts>;
}

export interface FilterActions {
  /** Called with the column's new filters. */
  readonly onApply: (filters: readonly ColumnFilter[]) => void;
  /** Called when the dialog's height changes. */
  readonly onGrow: () => void;
}

/** @returns The dialog, a function that shows its facts, and one to call when it is closed; the caller closes it. */
export function filterDialog(
  { column, filters, summarise, values }: FilterSubject,
  { onApply, onGrow }: FilterActions,
): { readonly node: HTMLElement; readonly showFacts: () => void; readonly end: () => void } {
  const form = columnFilterForm(column, filters, onGrow);
  const chosen = filters.flatMap(filter => (filter.kind === 'values' ? filter.values : []));
  const list = new ValuesPart({ chosen, areNumbers: isNumeric(column.role), ask: values, onGrow });
  const submit = element('button', {
    class: 'ms-button ms-primary',
    text: t('Apply'),
    attributes: { type: 'submit' },
  });
  const clear = button(t('Clear'), 'ms-button', () => onApply([]));
  const problem = element('div', { class: 'ms-invalid', attributes: { role: 'alert' } });
  const summary = new SummaryPart(summarise, () => {
    onGrow();
    // In a small window the dialog scrolls, and the facts are its lowest part.
    node.scrollTop = summary.node.offsetTop;
  });
  const { name, type } = column;
  const node = element(
    'form',
    {
      class: 'ms-popover',
      attributes: { role: 'dialog', 'aria-label': t('Filter {0}', name), novalidate: '' },
    },
    [
      element('div', { class: 'ms-popover-title', text: `${name} · ${type}` }),
      ...form.nodes,
      problem,
      list.node,
      summary.node,
      element('div', { class: 'ms-popover-buttons' }, [submit, clear]),
    ],
  );
  node.addEventListener('submit', event => {
    event.preventDefault();
    const sentence = form.check();
    problem.textContent = sentence;
    if (sentence !== null) {
      onGrow();
      return;
    }
    const { chosen: kept } = list;
    const own = kept.length === 0 ? [] : [valuesFilter(column.source, kept)];
    // The form has no field for what an explorer leaves out.
    const excluded = filters.filter(({ kind }) => kind === 'exclude');
    onApply([...form.read(), ...own, ...excluded]);
  });
  return { node, showFacts: () => void summary.load(), end: () => list.end() };
}

function valuesFilter(column: number, values: readonly (string | null)[]): ColumnFilter {
  return { kind: 'values', column, values };
}
