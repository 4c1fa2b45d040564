/** Converts a call's evaluated arguments to a query of the service. */

import { t } from '../base/translations';
import type { Json } from '../base/json';
import { addDays, type PlainDate } from '../base/plainDate';
import { canonicalKeyOf } from '../service/entityKey';
import type { SignalFunction } from '../service/functions';
import type { ParameterValues } from '../service/request';
import { nearest } from '../base/nearest';
import { argumentProblem, type ArgumentProblem } from './argumentProblems';
import { elementType } from './argumentTypes';
import { checkedValue, shownValue } from './argumentValue';
import { isKey, keyAt, wrongKeys } from './entityKeys';

/** An argument after DuckDB has evaluated it; `value` as in results, `type` DuckDB's name. */
export interface EvaluatedArgument {
  /** Null for the positional one. */
  readonly name: string | null;
  readonly value: Json;
  readonly type: string;
}

/** The query of a call. Canonical keys; one text for one entity, an array for a list, null if none is taken. */
export interface CheckedCall {
  readonly function: SignalFunction;
  readonly entities: string | readonly string[] | null;
  readonly parameters: ParameterValues;
  readonly notes: readonly string[];
}

/** @returns The query of the call, or the first problem of its arguments. */
export function checkArguments(
  called: SignalFunction,
  args: readonly EvaluatedArgument[],
): CheckedCall | ArgumentProblem {
  const { byName, problems } = argumentNames(called, args);
  if (problems[0]) {
    return problems[0];
  }
  const parameters: Record<string, string | readonly string[]> = {};
  for (const parameter of called.arguments) {
    const at = byName.get(parameter.name);
    const given = at === undefined ? undefined : args[at];
    if (at === undefined || !given || given.value === null) {
      continue; // Not written, or NULL: not sent.
    }
    const owner = { function: called.name, parameter, argument: at };
    const value = checkedValue(owner, given);
    if ('problems' in value) {
      return value.problems[0];
    }
    parameters[parameter.name] = value.text;
  }
  const clash = rangeClash(called, name =>
    name in parameters ? (byName.get(name) ?? null) : null,
  );
  return clash ?? withEntities(called, args, byName, inclusiveEnd(parameters));
}

/** @returns The index of each argument by its name, and what is wrong with the names. */
export function argumentNames(
  called: SignalFunction,
  args: readonly { readonly name: string | null }[],
): { byName: ReadonlyMap<string, number>; problems: readonly ArgumentProblem[] } {
  const first = called.first;
  const known = [...(first ? [first] : []), ...called.arguments.map(({ name }) => name)];
  const byName = new Map<string, number>();
  const problems: ArgumentProblem[] = [];
  for (const [argument, { name }] of args.entries()) {
    const key = name?.toLowerCase() ?? first ?? '';
    const facts = { function: called.name, argument: key };
    if (name === null && (argument > 0 || first === null)) {
      const data = { function: called.name, first };
      problems.push(argumentProblem('unnamedArgument', { argument }, data));
    } else if (!known.includes(key)) {
      const data = { ...facts, near: nearest(key, known), known };
      problems.push(argumentProblem('unknownArgument', { argument }, data));
    } else if (byName.has(key)) {
      problems.push(argumentProblem('repeatedArgument', { argument }, facts));
    } else {
      byName.set(key, argument);
    }
  }
  return { byName, problems };
}

/**
 * @param indexOf The index of the argument where it is given and not NULL.
 * @returns Two ends, or an end and a look-back.
 */
export function rangeClash(
  called: SignalFunction,
  indexOf: (name: string) => number | null,
): ArgumentProblem | null {
  const [end, other] = ['date_to', 'date_through'].filter(name => indexOf(name) !== null);
  if (other !== undefined) {
    const data = { function: called.name };
    return argumentProblem('bothEnds', { argument: indexOf('date_through') }, data);
  }
  const back = indexOf('default_time_back');
  return end !== undefined && back !== null
    ? argumentProblem('endAndLookBack', { argument: back }, { function: called.name, end })
    : null;
}

/** Converts the inclusive `date_through` to `date_to`, which is the day after. */
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
    const facts = { function: called.name, first: called.first, isNull: at !== undefined };
    return argumentProblem('missingEntities', { argument: at ?? null }, facts);
  }
  const type = args[at]?.type ?? '';
  if (isKey(value, type)) {
    return { function: called, entities: canonicalKeyOf(value), parameters, notes: [] };
  }
  const [wrong] = wrongKeys(value, type);
  if (wrong !== undefined) {
    const shown = shownValue(keyAt(value, wrong), elementType(type));
    const data = { owner: t('{0} of {1}', called.first, called.name), value: shown };
    return argumentProblem('wrongEntities', { argument: at, element: wrong }, data);
  }
  const keys = Array.isArray(value) ? (value as readonly Json[]) : [];
  const texts = keys.filter(key => typeof key === 'string');
  const dropped = keys.length - texts.length;
  const notes =
    dropped > 0
      ? [t('{0}: {1} NULL of {2} {3} left out.', called.name, dropped, keys.length, called.first)]
      : [];
  return { function: called, entities: [...new Set(texts.map(canonicalKeyOf))], parameters, notes };
}
