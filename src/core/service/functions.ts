/**
 * The table functions of the SQL surface, derived from the operations.
 *
 * Three of them cover two operations: the one for a single entity and the one for a list.
 */

import type { Column } from './columns';
import { functionColumns } from './functionColumns';
import { operations } from './operations';
import type { FunctionName, Operation } from './operations';
import type { Parameter } from './parameters';

export interface SignalFunction {
  readonly name: FunctionName;
  /** The operation about one entity in the path; null if there is none. */
  readonly one: Operation | null;
  /** The operation about a list in the body; null if there is none. */
  readonly list: Operation | null;
  /** The operation about no entity; null if the function takes entities. */
  readonly none: Operation | null;
  /** Name of the first, positional argument. */
  readonly first: 'entities' | 'companies' | null;
  /** Named arguments: the parameters of its operations, and `date_through` after `date_to`. */
  readonly arguments: readonly Parameter[];
  readonly columns: readonly Column[];
  readonly doc: string;
}

/** The inclusive spelling of `date_to`: it is never sent, `date_to` is the day after it. */
export const dateThrough: Parameter = {
  name: 'date_through',
  type: 'date',
  repeatable: false,
  values: [],
  default: null,
  listed: false,
  doc: 'Last day of the range, included: date_to is sent as the day after it.',
};

const docs: Readonly<Record<FunctionName, string>> = {
  bull_bear_score_ts: 'Daily bull/bear scores of one stock or of a list of stocks.',
  bullish_stocks: 'The stocks with the most bullish scores, in the order of the service.',
  bearish_stocks: 'The stocks with the most bearish scores, in the order of the service.',
  trading_volume_ts:
    'Daily trading volume of one stock or of a list of stocks; only dates with data.',
  events_ts:
    'Daily counts of detected events of one company or of a list; a type that did not occur has no row.',
  company_events:
    'Rows of the global event detection dataset: one per detected mention of an event.',
};

/** The six signal functions, in the order of the operations. */
export const signalFunctions: readonly SignalFunction[] = [
  ...new Set(operations.map(operation => operation.function)),
].map(signalFunction);

const byName: ReadonlyMap<string, SignalFunction> = new Map(
  signalFunctions.map(each => [each.name, each]),
);

/** @returns The function of that name, which is compared as it is written on the wire: in lower case. */
export function signalFunctionNamed(name: string): SignalFunction | undefined {
  return byName.get(name);
}

function signalFunction(name: FunctionName): SignalFunction {
  const own = operations.filter(operation => operation.function === name);
  const about = (subject: Operation['subject']): Operation | null =>
    own.find(operation => operation.subject === subject) ?? null;
  return {
    name,
    one: about('entity'),
    list: about('list'),
    none: about('none'),
    first: firstArgument(name, about('none')),
    arguments: namedArguments(own),
    columns: functionColumns[name],
    doc: docs[name],
  };
}

function firstArgument(name: FunctionName, none: Operation | null): SignalFunction['first'] {
  if (none) {
    return null;
  }
  return name === 'company_events' ? 'companies' : 'entities';
}

function namedArguments(own: readonly Operation[]): readonly Parameter[] {
  const all = new Map<string, Parameter>();
  for (const parameter of own.flatMap(operation => operation.parameters)) {
    if (!all.has(parameter.name)) {
      all.set(parameter.name, parameter);
    }
    if (parameter.name === 'date_to') {
      all.set(dateThrough.name, dateThrough);
    }
  }
  return [...all.values()];
}
