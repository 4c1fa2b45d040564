/**
 * The problems of a signal function's arguments, and their sentences.
 *
 * The same problems are found while a call is typed, from its constants, and when it runs, from the evaluated values.
 */

import { assertNever } from '../base/assertNever';

/** The facts of each problem, by its code. `owner` is an argument with its function: `amount of bullish_stocks`. */
export interface ArgumentFacts {
  readonly unknownArgument: {
    readonly function: string;
    readonly argument: string;
    readonly near: string | null;
    readonly known: readonly string[];
  };
  readonly repeatedArgument: { readonly function: string; readonly argument: string };
  readonly unnamedArgument: { readonly function: string; readonly first: string | null };
  readonly missingEntities: {
    readonly function: string;
    readonly first: string;
    readonly isNull: boolean;
  };
  readonly wrongEntities: { readonly owner: string; readonly value: string };
  readonly listForOne: { readonly owner: string };
  readonly notWhole: { readonly owner: string; readonly value: string };
  readonly notText: { readonly owner: string; readonly value: string };
  readonly notDate: {
    readonly owner: string;
    readonly value: string;
    /** A point in time, which a cast would make a date. */
    readonly isTime: boolean;
  };
  readonly unknownValue: {
    readonly owner: string;
    readonly value: string;
    readonly near: string | null;
    /** The allowed values, where they are few. */
    readonly allowed: readonly string[];
  };
  /** An `unknownValue` of `event_ids`. */
  readonly unknownEvent: ArgumentFacts['unknownValue'];
  /** The list that `overlay_changes` compares; null if none is written. */
  readonly wrongList: { readonly function: string; readonly value: string | null };
  readonly twoBaselines: { readonly function: string };
  readonly sinceAfterUntil: { readonly since: string; readonly until: string };
  readonly bothEnds: { readonly function: string };
  readonly endAndLookBack: { readonly function: string; readonly end: string };
}

export type ArgumentCode = keyof ArgumentFacts;

interface ArgumentProblemOf<C extends ArgumentCode> {
  readonly code: C;
  /** Index of the argument at fault; null for one that is missing. */
  readonly argument: number | null;
  /** Index of the element at fault, where the argument is a list. */
  readonly element: number | null;
  readonly data: ArgumentFacts[C];
}

export type ArgumentProblem = { [C in ArgumentCode]: ArgumentProblemOf<C> }[ArgumentCode];

/** The location of a problem in a call. */
export interface ArgumentPlace {
  readonly argument: number | null;
  readonly element?: number | null;
}

/** @returns The problem with code `code` at that argument. */
export function argumentProblem<C extends ArgumentCode>(
  code: C,
  { argument, element = null }: ArgumentPlace,
  data: ArgumentFacts[C],
): ArgumentProblem {
  const problem: ArgumentProblemOf<C> = { code, argument, element, data };
  return problem as unknown as ArgumentProblem;
}

/** @returns The problem as a sentence that states what to write instead. */
export function argumentSentence(problem: ArgumentProblem): string {
  const { code, data } = problem;
  switch (code) {
    case 'unknownArgument':
      return `${data.function} has no argument ${data.argument}. ${data.near === null ? `It takes ${data.known.join(', ')}.` : `Did you mean ${data.near}?`}`;
    case 'repeatedArgument':
      return `${data.function} is given ${data.argument} twice: keep one.`;
    case 'unnamedArgument':
      return `${data.function} ${data.first === null ? 'takes only named arguments' : `takes one argument without a name, ${data.first}`}: write name := value.`;
    case 'missingEntities':
      return `${data.function} needs ${data.first}: 'company:…' or a list of such keys${data.isNull ? ', and is given NULL' : ''}.`;
    case 'wrongEntities':
      return `${data.owner} takes a key or a list of keys as text, not ${data.value}.`;
    case 'listForOne':
      return `${data.owner}: takes one value, not a list.`;
    case 'notWhole':
      return `${data.owner}: takes a whole number, not ${data.value}.`;
    case 'notText':
      return `${data.owner}: takes text, for example '1w', not ${data.value}.`;
    case 'notDate':
      return `${data.owner}: takes a date, not ${data.value}. ${data.isTime ? 'Cast it: CAST(… AS DATE).' : "Write DATE '2026-01-31' or current_date - 30."}`;
    case 'unknownValue':
    case 'unknownEvent':
      return `${data.owner}: ${data.value} is not an allowed value. ${valueHint(data)}`.trim();
    case 'wrongList':
      return `${data.function} takes the list's name first, 'bullish_stocks' or 'bearish_stocks'${data.value === null ? '' : `, not ${data.value}`}.`;
    case 'twoBaselines':
      return `${data.function} is given both since and snapshot: keep one of them.`;
    case 'sinceAfterUntil':
      return `since, ${data.since}, is after until, ${data.until}: swap them to compare forwards.`;
    case 'bothEnds':
      return `${data.function} is given both date_to and date_through: keep date_to for an end that is excluded, date_through for one that is included.`;
    case 'endAndLookBack':
      return `${data.function} is given default_time_back and ${data.end}: the look-back applies only where no end date is given, so keep one of them.`;
    default:
      return assertNever(code);
  }
}

function valueHint({ near, allowed }: ArgumentFacts['unknownValue']): string {
  if (near !== null) {
    return `Did you mean '${near}'?`;
  }
  return allowed.length === 0 ? '' : `It is one of ${allowed.join(', ')}.`;
}
