/** Parameters of a notebook: each becomes a variable of the session, `getvariable('name')`. */

import { t } from '../base/translations';
import { addDays, parsePlainDate, type PlainDate } from '../base/plainDate';
import { constantOf } from '../sql/constants';
import { tokenize } from '../sql/tokens';

const parameterTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;

export type NotebookParameterType = (typeof parameterTypes)[number];

/** A date is its text: `YYYY-mm-dd`, or where it is written for later, counted from the day that it is read: `current_date - 30`. */
export type NotebookParameterValue = string | number | boolean | null;

export interface NotebookParameter {
  readonly name: string;
  readonly type: NotebookParameterType;
  readonly default: NotebookParameterValue;
  /** The values that are offered; empty if any value of the type will do. */
  readonly choices: readonly NotebookParameterValue[];
  /** Its label in prompts; absent: its name. One line. */
  readonly label?: string;
  /** Its description; one line. */
  readonly description?: string;
}

const NAME = /^[A-Za-z_]\w*$/;
/** Longest label and description, in characters: they are shown in lists and tooltips. */
const longest = { label: 60, description: 300 } as const;
/** Days from today beyond which no data are. */
const MOST_DAYS = 99_999;
const TYPE_NAMES = parameterTypes.join(', ');

/**
 * Reads the value of the front matter's key `parameters`, a list of `name`, `type`, `default`, `choices`.
 *
 * @param value YAML with `Map`s for mappings.
 * @param report Called with a sentence for each parameter that cannot be used and is left out.
 */
export function readParameters(
  value: unknown,
  report: (message: string) => void,
): readonly NotebookParameter[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    report(t('"parameters" should be a list, each with a name and a default.'));
    return [];
  }
  const parameters = new Map<string, NotebookParameter>();
  for (const item of value) {
    const parameter = readParameter(item, report);
    if (typeof parameter === 'string') {
      report(parameter);
    } else if (parameters.has(parameter.name)) {
      report(t('The parameter "{0}" is defined twice; the first one is used.', parameter.name));
    } else {
      parameters.set(parameter.name, parameter);
    }
  }
  return [...parameters.values()];
}

/**
 * @param text As SQL counts days from today: `current_date - 30`, `today() + 1`, `current_date - INTERVAL 2 WEEKS`;
 * `today` needs no brackets.
 * @returns The days from today, or undefined if the text is no such day.
 */
export function relativeDays(text: string): number | undefined {
  const days = constantOf(
    tokenize(text.trim().replace(/^today\b(?!\s*\()/i, 'current_date')),
  )?.days;
  return days !== undefined && Math.abs(days) <= MOST_DAYS ? days : undefined;
}

/** @returns The value as of today: a relative date becomes a day. */
export function valueOn(
  today: PlainDate,
  { type, value }: { readonly type: NotebookParameterType; readonly value: NotebookParameterValue },
): NotebookParameterValue {
  const days = type === 'date' && typeof value === 'string' ? relativeDays(value) : undefined;
  return days === undefined ? value : addDays(today, days);
}

/**
 * Reads a value that was typed, on the command line or in a box.
 *
 * @returns The value, or `undefined` if the text is none of that type.
 */
export function parseParameterValue(
  type: NotebookParameterType,
  text: string,
): NotebookParameterValue | undefined {
  switch (type) {
    case 'text':
      return text;
    case 'integer':
      return /^[+-]?\d+$/.test(text) ? safeInteger(Number(text)) : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'date':
      return parsePlainDate(text);
  }
}

/** @returns The parameter, or the sentence that explains why it cannot be used. */
function readParameter(
  item: unknown,
  report: (message: string) => void,
): NotebookParameter | string {
  if (!(item instanceof Map)) {
    return t('A parameter should have a name and a default.');
  }
  const fields = item as ReadonlyMap<unknown, unknown>;
  const name = fields.get('name');
  if (typeof name !== 'string' || !NAME.test(name)) {
    return t('The name of a parameter should be letters, digits and underscores.');
  }
  const standard = fields.get('default') ?? null;
  const type = fields.get('type') ?? inferredType(standard);
  if (!isType(type)) {
    return t('The type of the parameter "{0}" should be one of {1}.', name, TYPE_NAMES);
  }
  const choices: unknown = fields.get('choices') ?? [];
  if (!isValue(type, standard)) {
    return type === 'date'
      ? t(
          'The default of the parameter "{0}" is not of type date: write YYYY-MM-DD or current_date - 30.',
          name,
        )
      : t('The default of the parameter "{0}" is not of type {1}.', name, type);
  }
  if (!Array.isArray(choices) || !choices.every(choice => isValue(type, choice))) {
    return t(
      'The choices of the parameter "{0}" should be a list of values of type {1}.',
      name,
      type,
    );
  }
  return { name, type, default: standard, choices, ...readTexts(name, fields, report) };
}

/** A text that cannot be shown is left out, and the parameter is there without it. */
function readTexts(
  name: string,
  fields: ReadonlyMap<unknown, unknown>,
  report: (message: string) => void,
): Pick<NotebookParameter, 'label' | 'description'> {
  const texts: { label?: string; description?: string } = {};
  for (const key of ['label', 'description'] as const) {
    const value = fields.get(key) ?? null;
    if (typeof value === 'string' && isLine(value) && value.length <= longest[key]) {
      texts[key] = value.trim();
    } else if (value !== null) {
      report(
        t(
          'The {0} of the parameter "{1}" should be one line of at most {2} characters.',
          key,
          name,
          longest[key],
        ),
      );
    }
  }
  return texts;
}

function isLine(text: string): boolean {
  return text.trim() !== '' && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text.trim());
}

function inferredType(value: unknown): unknown {
  if (typeof value === 'string') {
    const isDate = parsePlainDate(value) !== undefined || /^current_date\b/i.test(value);
    return isDate ? 'date' : 'text';
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? 'integer' : 'number';
  }
  return typeof value === 'boolean' ? 'boolean' : 'text';
}

function isType(value: unknown): value is NotebookParameterType {
  return parameterTypes.some(type => type === value);
}

function isValue(type: NotebookParameterType, value: unknown): value is NotebookParameterValue {
  if (value === null) {
    return true;
  }
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return (
        typeof value === 'string' &&
        (parsePlainDate(value) !== undefined || relativeDays(value) !== undefined)
      );
  }
}

function safeInteger(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}
