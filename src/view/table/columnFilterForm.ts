/** The form for the filters of one column. A row has to match all fields. */

import { t } from '../../core/base/translations';
import {
  textOperators,
  writtenNumber,
  type ColumnFilter,
  type TextOperator,
} from '../../core/protocol/arrangement';
import { operatorText } from '../../core/protocol/shownRows';
import { button, element } from '../dom';
import { isNumeric } from './columnRole';
import { typedMinus } from './format';
import type { ShownColumn } from './tableModel';

/** The most conditions of one column. */
const MOST_CONDITIONS = 8;

export interface FilterForm {
  readonly nodes: readonly Node[];
  /** The values of the fields. */
  read(): ColumnFilter[];
  /** @returns A sentence about the first field that is not valid, which then has the focus; null if all are. */
  check(): string | null;
}

/**
 * @param current The column's filters.
 * @param onGrow Called when the form's height changes.
 */
export function columnFilterForm(
  column: ShownColumn,
  current: readonly ColumnFilter[],
  onGrow: () => void,
): FilterForm {
  const isDay = column.role === 'date' || column.type.startsWith('TIMESTAMP');
  const isRange = isNumeric(column.role) || isDay;
  const fields = isRange
    ? rangeFields(column, current, isDay ? 'date' : 'text')
    : textFields(column, current, onGrow);
  const missing = missingField(column, current);
  return {
    nodes: [...fields.nodes, ...missing.nodes],
    read: () => [...fields.read(), ...missing.read()],
    check: () => fields.check(),
  };
}

function textFields(
  { source: column }: ShownColumn,
  current: readonly ColumnFilter[],
  onGrow: () => void,
): FilterForm {
  const list = element('div', { class: 'ms-conditions' });
  const reads: (() => { operator: TextOperator; text: string })[] = [];
  const add = (operator: TextOperator, text: string): HTMLInputElement => {
    const condition = conditionFields(operator, text);
    reads.push(condition.read);
    list.append(condition.node);
    more.hidden = reads.length >= MOST_CONDITIONS;
    return condition.input;
  };
  const more = button(t('Add condition'), 'ms-link', () => {
    const added = add('notContains', '');
    onGrow();
    added.focus();
  });
  const known = current.filter(filter => filter.kind === 'text');
  known.forEach(({ operator, text }) => add(operator, text));
  if (known.length === 0) {
    add('contains', '');
  }
  return {
    nodes: [list, more],
    read: () =>
      reads
        .map(read => read())
        .filter(({ text }) => text !== '')
        .map(condition => ({ kind: 'text', column, ...condition })),
    check: () => null,
  };
}

function conditionFields(operator: TextOperator, text: string) {
  const options = textOperators.map(value => [value, operatorText(value)] as const);
  const select = selectField(t('Condition'), options, operator);
  const field = inputField('text', text);
  field.setAttribute('aria-label', t('Text'));
  return {
    node: element('div', { class: 'ms-condition' }, [select, field]),
    input: field,
    read: () => ({
      operator: textOperators.find(known => known === select.value) ?? operator,
      text: field.value,
    }),
  };
}

function rangeFields(
  { source: column }: ShownColumn,
  current: readonly ColumnFilter[],
  type: 'text' | 'date',
): FilterForm {
  const range = current.find(filter => filter.kind === 'range') ?? { from: null, to: null };
  const from = inputField(type, range.from ?? '');
  const to = inputField(type, range.to ?? '');
  if (type === 'text') {
    from.inputMode = 'decimal';
    to.inputMode = 'decimal';
  }
  return {
    nodes: [labelled(t('From'), from), labelled(t('To'), to)],
    read: () => {
      const least = typedMinus(from.value.trim()) || null;
      const most = typedMinus(to.value.trim()) || null;
      return least || most ? [{ kind: 'range', column, from: least, to: most }] : [];
    },
    check: () => firstProblem([from, to]),
  };
}

function firstProblem(fields: readonly HTMLInputElement[]): string | null {
  const problems = fields.map(boundProblem);
  fields.forEach((field, index) =>
    field.setAttribute('aria-invalid', String(problems[index] !== null)),
  );
  const first = problems.findIndex(problem => problem !== null);
  fields[first]?.focus();
  return problems[first] ?? null;
}

function boundProblem({ type, value, validity }: HTMLInputElement): string | null {
  const text = typedMinus(value.trim());
  if (type === 'date') {
    return validity.badInput ? t('The date is not complete.') : null;
  }
  return text === '' || writtenNumber.test(text)
    ? null
    : t('“{0}” is not a number: write it as 0.25 or 1e6, without separators.', text);
}

function missingField({ source: column }: ShownColumn, current: readonly ColumnFilter[]) {
  const known = current.find(filter => filter.kind === 'missing');
  const options = [
    ['', t('any')],
    ['null', t('only null')],
    ['notNull', t('only not null')],
  ] as const;
  const chosen = known === undefined ? '' : known.missing ? 'null' : 'notNull';
  const select = selectField(null, options, chosen);
  return {
    nodes: [labelled(t('Null'), select)],
    read: (): ColumnFilter[] =>
      select.value === '' ? [] : [{ kind: 'missing', column, missing: select.value === 'null' }],
  };
}

function selectField(
  label: string | null,
  options: readonly (readonly [value: string, text: string])[],
  chosen: string,
): HTMLSelectElement {
  const select = element('select', {
    class: 'ms-field',
    attributes: label === null ? {} : { 'aria-label': label },
  });
  for (const [value, text] of options) {
    const option = element('option', { text, attributes: { value } });
    option.selected = value === chosen;
    select.append(option);
  }
  return select;
}

function inputField(type: 'text' | 'date', value: string): HTMLInputElement {
  const field = element('input', {
    class: 'ms-field',
    attributes: { type, spellcheck: 'false', ...(type === 'text' ? { maxlength: '1000' } : {}) },
  });
  field.value = value;
  return field;
}

function labelled(label: string, field: HTMLElement): HTMLElement {
  return element('label', { class: 'ms-labelled' }, [element('span', { text: label }), field]);
}
