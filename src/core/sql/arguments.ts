/** From a call's evaluated arguments to what it asks of the service. */

import { assertNever } from '../base/assertNever';
import type { Json } from '../base/json';
import { addDays, parsePlainDate, type PlainDate } from '../base/plainDate';
import { canonicalKeyOf } from '../service/entityKey';
import type { SignalFunction } from '../service/functions';
import type { Parameter } from '../service/operations';
import type { ParameterValues } from '../service/request';
import { nearest } from '../base/nearest';

/** An argument after DuckDB has evaluated it; `value` as in results, `type` DuckDB's name. */
export interface EvaluatedArgument {
  /** Null for the positional one. */
  readonly name: string | null;
  readonly value: Json;
  readonly type: string;
}

/** What a call asks. Canonical keys; one text for one entity, an array for a list, null where none is taken. */
export interface CheckedCall {
  readonly function: SignalFunction;
  readonly entities: string | readonly string[] | null;
  readonly parameters: ParameterValues;
  readonly notes: readonly string[];
}

export interface ArgumentProblem {
  /** Index of the argument at fault; null for one that is missing. */
  readonly argument: number | null;
  /** A sentence that says what to write instead. */
  readonly message: string;
}

/** @returns What the call asks, or the first thing wrong with its arguments. */
export function checkArguments(
  called: SignalFunction,
  args: readonly EvaluatedArgument[],
): CheckedCall | ArgumentProblem {
  const byName = namedArguments(called, args);
  if ('message' in byName) {
    return byName;
  }
  const parameters: Record<string, string | readonly string[]> = {};
  for (const parameter of called.arguments) {
    const at = byName.get(parameter.name);
    const given = at === undefined ? undefined : args[at];
    if (at === undefined || !given || given.value === null) {
      continue; // Not written, or NULL: not sent.
    }
    const value = parameterValue(parameter, given);
    if ('message' in value) {
      return { argument: at, message: `${parameter.name} of ${called.name}: ${value.message}` };
    }
    parameters[parameter.name] = value.text;
  }
  const clash = rangeClash(called, parameters);
  if (clash !== null) {
    return { argument: byName.get(clash.name) ?? null, message: clash.message };
  }
  return withEntities(called, args, byName, inclusiveEnd(parameters));
}

function namedArguments(
  called: SignalFunction,
  args: readonly EvaluatedArgument[],
): Map<string, number> | ArgumentProblem {
  const known = [
    ...(called.first ? [called.first] : []),
    ...called.arguments.map(({ name }) => name),
  ];
  const byName = new Map<string, number>();
  for (const [index, { name }] of args.entries()) {
    if (name === null && (index > 0 || called.first === null)) {
      const rest =
        called.first === null
          ? 'takes named arguments alone'
          : `takes one argument without a name, ${called.first}`;
      return { argument: index, message: `${called.name} ${rest}: write name := value.` };
    }
    const key = name?.toLowerCase() ?? called.first ?? '';
    if (!known.includes(key)) {
      const meant = nearest(key, known);
      const hint = meant === null ? `It takes ${known.join(', ')}.` : `Did you mean ${meant}?`;
      return { argument: index, message: `${called.name} has no argument ${key}. ${hint}` };
    }
    if (byName.has(key)) {
      return { argument: index, message: `${called.name} is given ${key} twice: keep one.` };
    }
    byName.set(key, index);
  }
  return byName;
}

type Checked = { readonly text: string | readonly string[] } | { readonly message: string };

function parameterValue(parameter: Parameter, given: EvaluatedArgument): Checked {
  if (Array.isArray(given.value)) {
    return parameter.repeatable
      ? listOf(parameter, given.value as readonly Json[])
      : { message: 'takes one value, not a list.' };
  }
  const one = oneValue(parameter, given.value, given.type);
  return parameter.repeatable && 'text' in one ? { text: [one.text as string] } : one;
}

function listOf(parameter: Parameter, values: readonly Json[]): Checked {
  const texts: string[] = [];
  for (const value of values) {
    const one = oneValue(parameter, value, 'VARCHAR');
    if ('message' in one) {
      return one;
    }
    texts.push(one.text as string);
  }
  return { text: [...new Set(texts)] };
}

function oneValue(parameter: Parameter, value: Json, type: string): Checked {
  switch (parameter.type) {
    case 'date':
      return dateValue(value, type);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value)
        ? { text: String(value) }
        : { message: `takes a whole number, not ${shown(value)}.` };
    case 'enumeration':
      return enumerationValue(parameter, value);
    case 'text':
      return typeof value === 'string' && value !== ''
        ? { text: value }
        : { message: `takes a text, for example '1w', not ${shown(value)}.` };
    default:
      return assertNever(parameter.type);
  }
}

/** @returns The date as on the wire, or the end of a sentence that says what is wrong. */
export function dateValue(
  value: Json,
  type: string,
): { readonly text: string } | { readonly message: string } {
  if (typeof value === 'string') {
    const midnight = type.startsWith('TIMESTAMP')
      ? /^(.{10})T00:00:00(\.0+)?([+-]00:00|Z)?$/.exec(value)
      : null;
    const date = parsePlainDate(midnight?.[1] ?? value);
    if (date !== undefined) {
      return { text: date };
    }
  }
  const hint = type.startsWith('TIMESTAMP')
    ? 'Cast it: CAST(… AS DATE).'
    : "Write DATE '2026-01-31' or current_date - 30.";
  return { message: `takes a date, not ${shown(value)}. ${hint}` };
}

function enumerationValue(parameter: Parameter, value: Json): Checked {
  if (typeof value === 'string' && parameter.values.includes(value)) {
    return { text: value };
  }
  const text = String(value);
  const meant =
    parameter.values.find(allowed => allowed.toLowerCase() === text.toLowerCase()) ??
    (text.toLowerCase() === 'uk' && parameter.values.includes('gb')
      ? 'gb'
      : nearest(text, parameter.values));
  const few = parameter.values.length <= 20;
  const allowed = few ? `It is one of ${parameter.values.join(', ')}.` : '';
  const hint = meant === null ? allowed : `Did you mean '${meant}'?`;
  return { message: `${shown(value)} is not an allowed value. ${hint}`.trim() };
}

function rangeClash(
  called: SignalFunction,
  parameters: ParameterValues,
): { name: string; message: string } | null {
  const ends = ['date_to', 'date_through'].filter(name => name in parameters);
  if (ends.length === 2) {
    const message = `${called.name} is given both date_to and date_through: keep date_to for an end that is excluded, date_through for one that is included.`;
    return { name: 'date_through', message };
  }
  if (ends[0] !== undefined && 'default_time_back' in parameters) {
    const message = `${called.name} is given default_time_back and ${ends[0]}: the look-back applies only where no end date is given, so keep one of them.`;
    return { name: 'default_time_back', message };
  }
  return null;
}

/** The inclusive spelling becomes the one on the wire: `date_to` is the day after. */
function inclusiveEnd(parameters: ParameterValues): ParameterValues {
  const { date_through: through, ...rest } = parameters;
  return typeof through === 'string'
    ? { ...rest, date_to: addDays(through as PlainDate, 1) }
    : rest;
}

function withEntities(
  called: SignalFunction,
  args: readonly EvaluatedArgument[],
  byName: ReadonlyMap<string, number>,
  parameters: ParameterValues,
): CheckedCall | ArgumentProblem {
  if (called.first === null) {
    return { function: called, entities: null, parameters, notes: [] };
  }
  const at = byName.get(called.first);
  const value = at === undefined ? null : (args[at]?.value ?? null);
  if (at === undefined || value === null) {
    const message = `${called.name} needs ${called.first}: 'company:…' or a list of such keys${at === undefined ? '' : ', and is given NULL'}.`;
    return { argument: at ?? null, message };
  }
  if (typeof value === 'string' && value.trim() !== '') {
    return { function: called, entities: canonicalKeyOf(value), parameters, notes: [] };
  }
  const keys = Array.isArray(value) ? (value as readonly Json[]) : null;
  if (!keys?.every(key => key === null || (typeof key === 'string' && key.trim() !== ''))) {
    const message = `${called.first} of ${called.name} takes a key or a list of keys as text, not ${shown(value)}.`;
    return { argument: at, message };
  }
  const texts = keys.filter(key => typeof key === 'string');
  const dropped = keys.length - texts.length;
  const notes =
    dropped > 0
      ? [`${called.name}: ${dropped} NULL of ${keys.length} ${called.first} left out.`]
      : [];
  return { function: called, entities: [...new Set(texts.map(canonicalKeyOf))], parameters, notes };
}

/** @returns The value as a sentence shows it, shortened. */
export function shown(value: Json): string {
  const text = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
