/** Callables: signal functions, analyses, `overlay_changes` and macros, in one format. */

import { analyses } from '../analyses/analyses';
import { overlayChanges } from '../overlays/overlayChanges';
import { signalFunctions, type SignalFunction } from '../service/functions';
import type { Parameter } from '../service/parameters';
import { referenceTables } from '../service/referenceTables';
import { changesFunction, changesLists } from '../sql/changesArguments';
import { nameKey } from '../sql/names';
import type { Catalogue, VisibleMacro } from './catalogue';

/** What an argument takes. */
export type ArgumentKind =
  | 'entities'
  | 'portfolio'
  | 'table'
  | 'column'
  | 'date'
  | 'values'
  | 'integer'
  | 'any';

export interface AllowedValue {
  /** As on the wire. */
  readonly value: string;
  /** A readable name; null if none is known. */
  readonly label: string | null;
}

export interface CallableArgument {
  readonly name: string;
  readonly kind: ArgumentKind;
  readonly doc: string | null;
  readonly values: readonly AllowedValue[];
  readonly repeatable: boolean;
  /** SQL, or the service's own words; null if the argument is required, or nothing is known of it. */
  readonly default: string | null;
  /** Whether a call without it is an error. */
  readonly required: boolean;
}

export interface Callable {
  readonly kind: 'signal' | 'analysis' | 'macro';
  readonly name: string;
  readonly doc: string | null;
  readonly arguments: readonly CallableArgument[];
  /** How many of them may be passed by position. */
  readonly positional: number;
  /** The columns of its rows; null if they are not known. */
  readonly columns:
    | readonly { readonly name: string; readonly type: string; readonly doc: string }[]
    | null;
  /** The signal function, where it is one. */
  readonly signal: SignalFunction | null;
}

/** @returns The allowed values of a parameter with their names, in the order of the specification. */
function allowedValues(parameter: Parameter): readonly AllowedValue[] {
  const table = referenceTables.find(each => each.parameter === parameter.name)?.table;
  const labels = new Map(
    table?.values[0]?.map((value, row) => [value, table.values.at(-1)?.[row] ?? null]),
  );
  return parameter.values.map(value => {
    const label = labels.get(value);
    return { value, label: typeof label === 'string' ? label : null };
  });
}

const builtIn: readonly Callable[] = [
  ...signalFunctions.map(signalCallable),
  ...analyses().map(({ name, doc, parameters, columns }) => ({
    kind: 'analysis' as const,
    name,
    doc,
    arguments: parameters.map(analysisArgument),
    positional: parameters.length,
    columns,
    signal: null,
  })),
  changesCallable(),
];

const byName = new Map(builtIn.map(callable => [callable.name, callable]));

/** @returns The callable of that name, macros of the catalogue included, or undefined. */
export function callableNamed(name: string, { macros }: Catalogue): Callable | undefined {
  const key = nameKey(name);
  const macro = macros.find(each => nameKey(each.name) === key);
  return macro ? macroCallable(macro) : byName.get(key);
}

/** Every callable but macros. */
export const builtInCallables: readonly Callable[] = builtIn;

/** @returns The argument by its name, or the one at the place `index` of a call. */
export function argumentOf(
  callable: Callable,
  { name, index }: { readonly name: string | null; readonly index: number },
): CallableArgument | undefined {
  if (name !== null) {
    return callable.arguments.find(each => nameKey(each.name) === nameKey(name));
  }
  return index < callable.positional ? callable.arguments[index] : undefined;
}

function signalCallable(signal: SignalFunction): Callable {
  const { name, doc, first, columns } = signal;
  return {
    kind: 'signal',
    name,
    doc,
    arguments: [
      ...(first === null ? [] : [entitiesArgument(first)]),
      ...signal.arguments.map(signalArgument),
    ],
    positional: first === null ? 0 : 1,
    columns,
    signal,
  };
}

function entitiesArgument(name: string): CallableArgument {
  return {
    ...{ name, kind: 'entities', values: [], repeatable: true, default: null, required: true },
    doc: "One key such as 'company:…', or a list of keys: one request for the list, or one for each part of it.",
  };
}

function signalArgument(parameter: Parameter): CallableArgument {
  const { name, doc, type, repeatable } = parameter;
  const kinds = { date: 'date', enumeration: 'values', integer: 'integer', text: 'any' } as const;
  return {
    ...{ name, doc, repeatable, default: parameter.default, required: false },
    kind: kinds[type],
    values: allowedValues(parameter),
  };
}

function analysisArgument(parameter: {
  readonly name: string;
  readonly default: string | null;
  readonly doc: string;
}): CallableArgument {
  const { name, doc } = parameter;
  const isText = parameter.default?.startsWith("'") ?? false;
  return {
    ...{ name, doc, values: [], repeatable: false, default: parameter.default },
    kind:
      name === 'portfolio'
        ? name
        : parameter.default === null
          ? 'table'
          : isText
            ? 'column'
            : 'any',
    required: parameter.default === null,
  };
}

function changesCallable(): Callable {
  const list = signalFunctions.find(({ name }) => name === changesLists[0]);
  const args = overlayChanges.parameters.map((own): CallableArgument => {
    const parameter = list?.arguments.find(({ name }) => name === own.name);
    if (parameter) {
      return { ...signalArgument(parameter), doc: own.doc };
    }
    const isList = own.name === 'overlay';
    return {
      ...analysisArgument(own),
      kind: isList ? 'values' : own.name === 'snapshot' ? 'any' : 'date',
      values: isList ? changesLists.map(value => ({ value, label: null })) : [],
      default: null,
    };
  });
  return {
    ...{ kind: 'analysis', name: changesFunction, doc: overlayChanges.doc, arguments: args },
    ...{ positional: 1, columns: overlayChanges.columns, signal: null },
  };
}

function macroCallable({ name, parameters }: VisibleMacro): Callable {
  return {
    ...{ kind: 'macro', name, doc: null, columns: null, signal: null },
    positional: parameters.length,
    arguments: parameters.map(parameter => ({
      ...analysisArgument({ ...parameter, doc: '' }),
      doc: null,
      kind: 'any',
    })),
  };
}
