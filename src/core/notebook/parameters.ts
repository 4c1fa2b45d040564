/** Parameters of a notebook: each becomes a variable of the session, `getvariable('name')`. */

import { parsePlainDate } from '../base/plainDate';

const parameterTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;

export type NotebookParameterType = (typeof parameterTypes)[number];

/** A date is its text, `YYYY-mm-dd`. */
export type NotebookParameterValue = string | number | boolean | null;

export interface NotebookParameter {
  readonly name: string;
  readonly type: NotebookParameterType;
  readonly default: NotebookParameterValue;
  /** The values that are offered; empty where any value of the type will do. */
  readonly choices: readonly NotebookParameterValue[];
}

const NAME = /^[A-Za-z_]\w*$/;
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
    report('"parameters" should be a list, each with a name and a default.');
    return [];
  }
  const parameters = new Map<string, NotebookParameter>();
  for (const item of value) {
    const parameter = readParameter(item);
    if (typeof parameter === 'string') {
      report(parameter);
    } else if (parameters.has(parameter.name)) {
      report(`The parameter "${parameter.name}" is there twice; the first one counts.`);
    } else {
      parameters.set(parameter.name, parameter);
    }
  }
  return [...parameters.values()];
}

/**
 * Reads a value that was typed, on the command line or in a box.
 *
 * @returns The value, or `undefined` where the text is none of that type.
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

/** @returns The parameter, or the sentence that says what is wrong with it. */
function readParameter(item: unknown): NotebookParameter | string {
  if (!(item instanceof Map)) {
    return 'A parameter should have a name and a default.';
  }
  const fields = item as ReadonlyMap<unknown, unknown>;
  const name = fields.get('name');
  if (typeof name !== 'string' || !NAME.test(name)) {
    return 'The name of a parameter should be letters, digits and underscores.';
  }
  const standard = fields.get('default') ?? null;
  const type = fields.get('type') ?? inferredType(standard);
  if (!isType(type)) {
    return `The type of the parameter "${name}" should be one of ${TYPE_NAMES}.`;
  }
  const choices: unknown = fields.get('choices') ?? [];
  if (!isValue(type, standard)) {
    return `The default of the parameter "${name}" is not of type ${type}.`;
  }
  if (!Array.isArray(choices) || !choices.every(choice => isValue(type, choice))) {
    return `The choices of the parameter "${name}" should be a list of values of type ${type}.`;
  }
  return { name, type, default: standard, choices };
}

function inferredType(value: unknown): unknown {
  if (typeof value === 'string') {
    return parsePlainDate(value) ? 'date' : 'text';
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
      return typeof value === 'string' && parsePlainDate(value) !== undefined;
  }
}

function safeInteger(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}
