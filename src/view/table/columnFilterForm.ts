/** The form that asks for a filter of one column. */

import type { ColumnFilter } from '../../core/protocol/arrangement';
import { element } from '../dom';
import { isNumeric, type ColumnFacts } from './columnRole';

export interface FilterForm {
  readonly nodes: readonly Node[];
  /** What the fields say; null: they are as empty as they were. */
  read(): ColumnFilter | null;
}

/** @param current The column's filter, if it has one. */
export function columnFilterForm(
  facts: ColumnFacts,
  column: number,
  current: ColumnFilter | undefined,
): FilterForm {
  const missing = missingField(current);
  const isRange = isNumeric(facts.role) || facts.role === 'date' || /^TIMESTAMP/.test(facts.type);
  const fields = isRange ? rangeFields(column, current, facts) : textField(column, current);
  return {
    nodes: [...fields.nodes, missing.node],
    read: () =>
      missing.value === null
        ? fields.read()
        : { kind: 'missing', column, missing: missing.value === 'null' },
  };
}

function textField(column: number, current: ColumnFilter | undefined): FilterForm {
  const field = input('Contains', current?.kind === 'contains' ? current.text : '');
  return {
    nodes: [field.node],
    read: () =>
      field.input.value === '' ? null : { kind: 'contains', column, text: field.input.value },
  };
}

function rangeFields(
  column: number,
  current: ColumnFilter | undefined,
  facts: ColumnFacts,
): FilterForm {
  const range = current?.kind === 'range' ? current : { from: null, to: null };
  const from = input('From', range.from ?? '');
  const to = input('To', range.to ?? '');
  for (const { input: field } of [from, to]) {
    field.placeholder = isNumeric(facts.role) ? 'number' : 'YYYY-MM-DD';
  }
  return {
    nodes: [from.node, to.node],
    read: () => {
      const [least, most] = [from, to].map(({ input: field }) => field.value.trim() || null);
      return least || most
        ? { kind: 'range', column, from: least ?? null, to: most ?? null }
        : null;
    },
  };
}

function missingField(current: ColumnFilter | undefined) {
  const select = element('select', { class: 'ms-field' });
  const chosen = current?.kind !== 'missing' ? '' : current.missing ? 'null' : 'notNull';
  for (const [value, text] of [
    ['', 'any'],
    ['null', 'only null'],
    ['notNull', 'only not null'],
  ] as const) {
    const option = element('option', { text, attributes: { value } });
    option.selected = value === chosen;
    select.append(option);
  }
  return {
    node: labelled('Null', select),
    get value() {
      return select.value || null;
    },
  };
}

function input(label: string, value: string) {
  const field = element('input', {
    class: 'ms-field',
    attributes: { type: 'text', spellcheck: 'false', maxlength: '1000' },
  });
  field.value = value;
  return { node: labelled(label, field), input: field };
}

function labelled(label: string, field: HTMLElement): HTMLElement {
  return element('label', { class: 'ms-labelled' }, [element('span', { text: label }), field]);
}
