/** What is wrong with a call of a signal function as it is written, before anything is evaluated. */

import type { Json } from '../base/json';
import { dayOfPlainDate, parsePlainDate } from '../base/plainDate';
import type { Span } from '../base/span';
import type { SignalFunction } from '../service/functions';
import type { Parameter } from '../service/operations';
import { argumentNames, rangeClash } from './arguments';
import { argumentProblem, type ArgumentProblem } from './argumentProblems';
import { checkedValue, shownValue, typeProblems } from './argumentValue';
import type { CallArgument, SignalCall } from './calls';
import { constantOf, type Constant, type KnownVariables } from './constants';
import type { Token } from './tokens';

/** Facts that only the writing shows; the call still runs. */
export interface RangeFacts {
  readonly function: string;
  readonly from: string;
  readonly end: string;
  /** `date_to` or `date_through`. */
  readonly endName: string;
}

export type CallProblem =
  | { readonly kind: 'argument'; readonly problem: ArgumentProblem; readonly span: Span }
  /** `date_to` is the day of `date_from`: no day is left. */
  | { readonly kind: 'emptyRange'; readonly data: RangeFacts; readonly span: Span }
  | { readonly kind: 'reversedRange'; readonly data: RangeFacts; readonly span: Span }
  /** `time_horizon` with a list, which the service answers for one entity at a time. */
  | {
      readonly kind: 'requestEach';
      readonly data: { readonly function: string; readonly count: number | null };
      readonly span: Span;
    }
  | {
      readonly kind: 'noValue';
      readonly data: { readonly function: string; readonly argument: string | null };
      readonly span: Span;
    };

/** An argument as it is written, with its value where that can be told. */
export interface ReadArgument extends CallArgument {
  /** Null: not known before the cell runs. */
  readonly constant: Constant | null;
  /** DuckDB's name of its type, where the argument could be bound. */
  readonly type: string | null;
}

/** @returns The arguments of `call`; `tokens` are those of its statement. */
export function readArguments(
  call: SignalCall,
  tokens: readonly Token[],
  variables: KnownVariables,
): ReadArgument[] {
  return call.arguments.map(argument => {
    const { from, to } = argument.value;
    const own = tokens.filter(token => token.from >= from && token.to <= to);
    return { ...argument, constant: constantOf(own, variables), type: null };
  });
}

/** @returns Everything that is wrong with the call, in the order of its arguments. */
export function callProblems(call: SignalCall, args: readonly ReadArgument[]): CallProblem[] {
  const called = call.function;
  const { byName, problems } = argumentNames(called, args);
  const missing = missingEntities(called, args, byName);
  const placed = [
    ...problems,
    ...called.arguments.flatMap(parameter =>
      valueProblems({ called, parameter, at: byName.get(parameter.name) }, args),
    ),
    ...missing,
    ...clashes(called, args, byName),
  ].map((problem): CallProblem => ({
    kind: 'argument',
    problem,
    span: placeOf(problem, call, args),
  }));
  const all = [
    ...args.flatMap(argument => emptyProblems(called, argument)),
    ...placed,
    ...rangeProblems(called, args, byName),
    ...horizonProblems(called, args, byName),
  ];
  return all.sort((a, b) => a.span.from - b.span.from);
}

type Names = ReadonlyMap<string, number>;

function isGiven(argument: ReadArgument | undefined): argument is ReadArgument {
  return argument !== undefined && !isNull(argument) && !isEmpty(argument);
}

function isNull({ constant }: ReadArgument): boolean {
  return constant?.value === null && constant.days === undefined && !constant.elements;
}

function isEmpty({ value }: ReadArgument): boolean {
  return value.from === value.to;
}

function emptyProblems(called: SignalFunction, argument: ReadArgument): CallProblem[] {
  const data = { function: called.name, argument: argument.name ?? called.first };
  const span = argument.nameSpan;
  return isEmpty(argument) ? [{ kind: 'noValue', data, span }] : [];
}

function valueProblems(
  {
    called,
    parameter,
    at,
  }: { called: SignalFunction; parameter: Parameter; at?: number | undefined },
  args: readonly ReadArgument[],
): readonly ArgumentProblem[] {
  const given = at === undefined ? undefined : args[at];
  if (at === undefined || !isGiven(given)) {
    return [];
  }
  const owner = { function: called.name, parameter, argument: at };
  const { constant } = given;
  if (!constant) {
    return given.type === null ? [] : typeProblems(owner, given.type);
  }
  if (constant.days !== undefined) {
    const isDay = parameter.type === 'date';
    const value: Json = isDay ? '2000-01-01' : 'current_date';
    const checked = isDay ? null : checkedValue(owner, { value, type: 'DATE' });
    return checked && 'problems' in checked ? checked.problems : [];
  }
  if (constant.elements && parameter.repeatable) {
    return constant.elements.flatMap((item, element) => {
      const checked =
        item && item.value !== null ? checkedValue({ ...owner, element }, item) : { text: '' };
      return 'problems' in checked ? checked.problems : [];
    });
  }
  const value = constant.elements ? [] : constant.value;
  const checked = checkedValue(owner, { value, type: constant.type });
  return 'problems' in checked ? checked.problems : [];
}

function missingEntities(
  called: SignalFunction,
  args: readonly ReadArgument[],
  byName: Names,
): ArgumentProblem[] {
  const { first, name } = called;
  if (first === null) {
    return [];
  }
  const at = byName.get(first);
  const given = at === undefined ? undefined : args[at];
  if (at === undefined || (given && isNull(given))) {
    const facts = { function: name, first, isNull: at !== undefined };
    return [argumentProblem('missingEntities', { argument: at ?? null }, facts)];
  }
  const constant = given?.constant;
  const items = constant?.elements ?? [constant];
  return items.flatMap((item, element) => {
    const isKey = !item || (typeof item.value === 'string' && item.value.trim() !== '');
    const isHole = item?.value === null && item.days === undefined && constant?.elements;
    const owner = `${first} of ${name}`;
    const value = item?.days === undefined ? shownValue(item?.value ?? null) : 'a date';
    const place = { argument: at, element: constant?.elements ? element : null };
    return isKey || isHole ? [] : [argumentProblem('wrongEntities', place, { owner, value })];
  });
}

function clashes(
  called: SignalFunction,
  args: readonly ReadArgument[],
  byName: Names,
): ArgumentProblem[] {
  const clash = rangeClash(called, name => {
    const at = byName.get(name);
    return at !== undefined && isGiven(args[at]) ? at : null;
  });
  return clash ? [clash] : [];
}

function rangeProblems(
  called: SignalFunction,
  args: readonly ReadArgument[],
  byName: Names,
): CallProblem[] {
  const ends = ['date_to', 'date_through'].filter(name => byName.has(name));
  const [endName] = ends;
  const from = dayOf(args[byName.get('date_from') ?? -1]);
  const to = endName === undefined ? null : dayOf(args[byName.get(endName) ?? -1]);
  if (!from || !to || endName === undefined || ends.length > 1 || from.base !== to.base) {
    return [];
  }
  const days = to.day - from.day + (endName === 'date_through' ? 1 : 0);
  const data = { function: called.name, from: from.text, end: to.text, endName };
  const span = to.span;
  return days > 0 ? [] : [{ kind: days === 0 ? 'emptyRange' : 'reversedRange', data, span }];
}

interface Day {
  readonly base: 'today' | 'calendar';
  readonly day: number;
  readonly text: string;
  readonly span: Span;
}

function dayOf(argument: ReadArgument | undefined): Day | null {
  const constant = argument?.constant;
  if (!argument || !constant) {
    return null;
  }
  const span = argument.value;
  if (constant.days !== undefined) {
    const text = `today${constant.days < 0 ? ' − ' : ' + '}${Math.abs(constant.days)} days`;
    return { base: 'today', day: constant.days, text: constant.days === 0 ? 'today' : text, span };
  }
  const date = typeof constant.value === 'string' ? parsePlainDate(constant.value) : undefined;
  return date === undefined
    ? null
    : { base: 'calendar', day: dayOfPlainDate(date), text: date, span };
}

function horizonProblems(
  called: SignalFunction,
  args: readonly ReadArgument[],
  byName: Names,
): CallProblem[] {
  const at = byName.get('time_horizon');
  const given = at === undefined ? undefined : args[at];
  const subject = args[byName.get(called.first ?? '') ?? -1];
  const count = subject?.constant?.elements?.length ?? null;
  const isList = count === null ? subject?.type?.endsWith('[]') : count > 1;
  const takesOneOnly =
    called.list !== null && !called.list.parameters.some(({ name }) => name === 'time_horizon');
  if (!isGiven(given) || !isList || !takesOneOnly) {
    return [];
  }
  const data = { function: called.name, count };
  return [{ kind: 'requestEach', data, span: given.nameSpan }];
}

/** The element or argument at fault: its value, or its name where that is what is wrong. */
function placeOf(problem: ArgumentProblem, call: SignalCall, args: readonly ReadArgument[]): Span {
  const argument = problem.argument === null ? undefined : args[problem.argument];
  if (!argument) {
    return call.name;
  }
  const nameIsWrong = ['unknownArgument', 'repeatedArgument', 'bothEnds', 'endAndLookBack'];
  if (argument.name !== null && nameIsWrong.includes(problem.code)) {
    return argument.nameSpan;
  }
  const element =
    problem.element === null ? undefined : argument.constant?.elements?.[problem.element];
  return element?.span ?? (isEmpty(argument) ? argument.nameSpan : argument.value);
}
