/** Values of parameters that a person gives, in a box or on the command line, and what is in force then. */

import { addDays, type PlainDate } from '../base/plainDate';
import {
  parseParameterValue,
  type NotebookParameter,
  type NotebookParameterValue,
} from './parameters';

/** A value, or the sentence that says why the text is none. */
export type ParameterInput =
  { readonly value: NotebookParameterValue } | { readonly problem: string };

/** A parameter with the value that cells read. */
export interface ParameterInForce extends NotebookParameter {
  readonly value: NotebookParameterValue;
}

/** What a sentence about choices names before it says how many more there are. */
const MOST_NAMED = 8;
const RELATIVE_DAY = /^(?:today|current_date)(?:\s*([+-])\s*(\d{1,5}))?$/i;

/**
 * Reads a typed value of the parameter's type and among its choices. A date is `YYYY-mm-dd` or counted from today:
 * `today`, `today - 30`.
 */
export function readParameterInput(
  { name, type, choices }: Pick<NotebookParameter, 'name' | 'type' | 'choices'>,
  text: string,
  today: PlainDate,
): ParameterInput {
  const typed = type === 'text' ? text : text.trim();
  const value = type === 'date' ? dateOf(typed, today) : parseParameterValue(type, typed);
  if (value === undefined) {
    return { problem: `${name}: ${typed === '' ? 'nothing' : `"${typed}"`} ${wrong[type]}` };
  }
  if (choices.length > 0 && !choices.includes(value)) {
    return { problem: `${name}: "${typed}" is not among its choices: ${named(choices)}.` };
  }
  return { value };
}

/**
 * @param given Values for this session by the names of parameters. One that no longer fits its parameter, since the
 * front matter was changed, does not count.
 */
export function parametersInForce(
  parameters: readonly NotebookParameter[],
  given: ReadonlyMap<string, NotebookParameterValue>,
): ParameterInForce[] {
  return parameters.map(parameter => {
    const value = given.get(parameter.name);
    const fits = value !== undefined && isAllowed(parameter, value);
    return { ...parameter, value: fits ? value : parameter.default };
  });
}

/** @returns The value as it is shown and typed; NULL where there is none. */
export function shownValue(value: NotebookParameterValue): string {
  return value === null ? 'NULL' : String(value);
}

const wrong = {
  text: 'is no text.',
  integer: 'is no whole number, such as 20.',
  number: 'is no number, such as 0.5.',
  boolean: 'is neither true nor false.',
  date: 'is no date: write YYYY-MM-DD, or count from today, such as today - 30.',
} as const;

function dateOf(text: string, today: PlainDate): NotebookParameterValue | undefined {
  const match = RELATIVE_DAY.exec(text);
  if (!match) {
    return parseParameterValue('date', text);
  }
  const [, sign, days = '0'] = match;
  return addDays(today, Number(days) * (sign === '-' ? -1 : 1));
}

function isAllowed({ type, choices }: NotebookParameter, value: NotebookParameterValue): boolean {
  const isTyped = value === null || parseParameterValue(type, String(value)) === value;
  return isTyped && (choices.length === 0 || choices.includes(value));
}

function named(choices: readonly NotebookParameterValue[]): string {
  const first = choices.slice(0, MOST_NAMED).map(shownValue).join(', ');
  const more = choices.length - MOST_NAMED;
  return more > 0 ? `${first} and ${more} more` : first;
}
