/** Problems of a call of a signal function that its text shows, before anything is evaluated. */

import { dayOfPlainDate, parsePlainDate } from '../base/plainDate';
import type { Span } from '../base/span';
import type { SignalFunction } from '../service/functions';
import { argumentNames, rangeClash } from './arguments';
import type { ArgumentProblem } from './argumentProblems';
import { isListType } from './argumentTypes';
import type { SignalCall } from './calls';
import { isEmpty, isGiven, type ReadArgument } from './readArguments';
import { missingEntities, valueProblems } from './writtenValues';

/** Facts that only the text shows; the call still runs. */
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

function emptyProblems(called: SignalFunction, argument: ReadArgument): CallProblem[] {
  const data = { function: called.name, argument: argument.name ?? called.first };
  const span = argument.nameSpan;
  return isEmpty(argument) ? [{ kind: 'noValue', data, span }] : [];
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
  const list = subject?.constant?.elements ?? subject?.bound?.value;
  const count = Array.isArray(list) ? list.length : null;
  const isList = count === null ? isListType(subject?.bound?.type ?? '') : count > 1;
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
    problem.element === null ? undefined : argument.constant?.places?.[problem.element];
  return element ?? (isEmpty(argument) ? argument.nameSpan : argument.value);
}
