/**
 * The problems of a signal function's arguments, and their sentences.
 *
 * The same problems are found while a call is typed, from its constants, and when it runs, from the evaluated values.
 */

import { t } from '../base/translations';
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
      return t(
        '{0} has no argument {1}. {2}',
        data.function,
        data.argument,
        data.near === null
          ? t('It takes {0}.', data.known.join(', '))
          : t('Did you mean {0}?', data.near),
      );
    case 'repeatedArgument':
      return t('{0} is given {1} twice: keep one.', data.function, data.argument);
    case 'unnamedArgument':
      return data.first === null
        ? t('{0} takes only named arguments: write name := value.', data.function)
        : t(
            '{0} takes one argument without a name, {1}: write name := value.',
            data.function,
            data.first,
          );
    case 'missingEntities':
      return t(
        "{0} needs {1}: 'company:…' or a list of such keys{2}.",
        data.function,
        data.first,
        data.isNull ? t(', and is given NULL') : '',
      );
    case 'wrongEntities':
      return t('{0} takes a key or a list of keys as text, not {1}.', data.owner, data.value);
    case 'listForOne':
      return t('{0}: takes one value, not a list.', data.owner);
    case 'notWhole':
      return t('{0}: takes a whole number, not {1}.', data.owner, data.value);
    case 'notText':
      return t("{0}: takes text, for example '1w', not {1}.", data.owner, data.value);
    case 'notDate':
      return t(
        '{0}: takes a date, not {1}. {2}',
        data.owner,
        data.value,
        data.isTime
          ? t('Cast it: CAST(… AS DATE).')
          : t("Write DATE '2026-01-31' or current_date - 30."),
      );
    case 'unknownValue':
    case 'unknownEvent':
      return t(
        '{0}: {1} is not an allowed value. {2}',
        data.owner,
        data.value,
        valueHint(data),
      ).trim();
    case 'wrongList':
      return t(
        "{0} takes the list's name first, 'bullish_stocks' or 'bearish_stocks'{1}.",
        data.function,
        data.value === null ? '' : t(', not {0}', data.value),
      );
    case 'twoBaselines':
      return t('{0} is given both since and snapshot: keep one of them.', data.function);
    case 'sinceAfterUntil':
      return t(
        'since, {0}, is after until, {1}: swap them to compare forwards.',
        data.since,
        data.until,
      );
    case 'bothEnds':
      return t(
        '{0} is given both date_to and date_through: keep date_to for an end that is excluded, date_through for one that is included.',
        data.function,
      );
    case 'endAndLookBack':
      return t(
        '{0} is given default_time_back and {1}: the look-back applies only where no end date is given, so keep one of them.',
        data.function,
        data.end,
      );
    default:
      return assertNever(code);
  }
}

function valueHint({ near, allowed }: ArgumentFacts['unknownValue']): string {
  if (near !== null) {
    return t("Did you mean '{0}'?", near);
  }
  return allowed.length === 0 ? '' : t('It is one of {0}.', allowed.join(', '));
}
