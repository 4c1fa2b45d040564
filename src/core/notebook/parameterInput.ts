/** Values of parameters that the user enters, in a box or on the command line, and the values in effect. */

import { t } from '../base/translations';
import type { PlainDate } from '../base/plainDate';
import {
  parseParameterValue,
  relativeDays,
  valueOn,
  type NotebookParameter,
  type NotebookParameterValue,
} from './parameters';

/** A value, or the sentence that explains why the text is invalid. */
export type ParameterInput =
  | {
      /** As cells read it today. */
      readonly value: NotebookParameterValue;
      /** The text of a date that is counted from today, to be kept in its place. */
      readonly relative?: string;
    }
  | { readonly problem: string };

/** A parameter with the value that cells read. */
export interface ParameterInForce extends NotebookParameter {
  /** As cells read it today. */
  readonly value: NotebookParameterValue;
  /** As entered or as written in the front matter; a date may be relative to today. */
  readonly written: NotebookParameterValue;
  /** Whether cells read what they would without a value for this session. */
  readonly isDefault: boolean;
}

/** Choices that a sentence names before it counts the rest. */
const MOST_NAMED = 8;

/**
 * Reads a typed value of the parameter's type and among its choices. A date is `YYYY-mm-dd` or counted from today as in
 * SQL: `today`, `current_date - 30`.
 */
export function readParameterInput(
  { name, type, choices }: Pick<NotebookParameter, 'name' | 'type' | 'choices'>,
  text: string,
  today: PlainDate,
): ParameterInput {
  const typed = type === 'text' ? text : text.trim();
  const isRelative = type === 'date' && relativeDays(typed) !== undefined;
  const value = isRelative
    ? valueOn(today, { type, value: typed })
    : parseParameterValue(type, typed);
  if (value === undefined) {
    return { problem: wrongText(name, typed, type) };
  }
  const allowed = choices.map(choice => valueOn(today, { type, value: choice }));
  if (choices.length > 0 && !allowed.includes(value)) {
    return { problem: t('{0}: "{1}" is not among its choices: {2}.', name, typed, named(choices)) };
  }
  return isRelative ? { value, relative: typed } : { value };
}

/**
 * @param given Values for this session by the names of parameters, as they were typed. One that no longer fits its
 * parameter, since the front matter was changed, does not count.
 */
export function parametersInForce(
  parameters: readonly NotebookParameter[],
  given: ReadonlyMap<string, NotebookParameterValue>,
  today: PlainDate,
): ParameterInForce[] {
  return parameters.map(parameter => {
    const own = given.get(parameter.name);
    const fits = own !== undefined && isAllowed(parameter, own, today);
    const written = fits ? own : parameter.default;
    const [value, standard] = [written, parameter.default].map(each =>
      valueOn(today, { type: parameter.type, value: each }),
    );
    return { ...parameter, value: value ?? null, written, isDefault: value === standard };
  });
}

/** @returns `current_date - 30 (2026-02-08)`: the value as written, and its value today. */
export function shownParameter({
  value,
  written,
}: Pick<ParameterInForce, 'value' | 'written'>): string {
  return value === written ? shownValue(value) : `${shownValue(written)} (${shownValue(value)})`;
}

/** @returns Label, description and what a date is counted from, as sentences; null if there are none. */
export function parameterDoc(parameter: ParameterInForce): string | null {
  const { label, description, value, written } = parameter;
  const parts = [
    label,
    description,
    value === written ? undefined : t('It is {0}', shownValue(written)),
  ].flatMap(text => (text === undefined ? [] : /[.!?]$/.test(text) ? text : `${text}.`));
  return parts.length > 0 ? parts.join(' ') : null;
}

/** @returns The value as it is shown and typed; NULL if there is none. */
export function shownValue(value: NotebookParameterValue): string {
  return value === null ? 'NULL' : String(value);
}

function wrongText(name: string, typed: string, type: NotebookParameter['type']): string {
  const shown = typed === '' ? t('nothing') : `"${typed}"`;
  return {
    text: t('{0}: {1} is not text.', name, shown),
    integer: t('{0}: {1} is not a whole number, such as 20.', name, shown),
    number: t('{0}: {1} is not a number, such as 0.5.', name, shown),
    boolean: t('{0}: {1} is neither true nor false.', name, shown),
    date: t(
      '{0}: {1} is not a date: write YYYY-MM-DD, or count from today, such as today - 30.',
      ...[name, shown],
    ),
  }[type];
}

function isAllowed(
  { type, choices }: NotebookParameter,
  value: NotebookParameterValue,
  today: PlainDate,
): boolean {
  const own = valueOn(today, { type, value });
  const isTyped = own === null || parseParameterValue(type, String(own)) === own;
  const allowed = choices.map(choice => valueOn(today, { type, value: choice }));
  return isTyped && (choices.length === 0 || allowed.includes(own));
}

function named(choices: readonly NotebookParameterValue[]): string {
  const first = choices.slice(0, MOST_NAMED).map(shownValue).join(', ');
  const more = choices.length - MOST_NAMED;
  return more > 0 ? t('{0} and {1} more', first, more) : first;
}
