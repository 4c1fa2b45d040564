/** Findings about a call of `overlay_changes` before it runs. */

import type { Json } from '../base/json';
import type { ArgumentProblem } from '../sql/argumentProblems';
import type { EvaluatedArgument } from '../sql/arguments';
import { changesLists, changesParameter, checkChangesArguments } from '../sql/changesArguments';
import type { ChangesCall } from '../sql/changesCalls';
import type { ReadArgument } from '../sql/readArguments';
import { typeProblems } from '../sql/typeProblems';
import { writtenValue } from '../sql/writtenValues';
import { findingAt, type Finding } from './problems';

/** @returns The first thing wrong with the call, as far as its arguments are known. */
export function changesFindings(call: ChangesCall, args: readonly ReadArgument[]): Finding[] {
  const checked = checkChangesArguments(args.map(known));
  const problem = 'code' in checked ? checked : wrongType(call, args);
  const isRelative = args.some(({ constant, bound }) => constant?.days !== undefined || bound);
  if (!problem || (isRelative && problem.code === 'sinceAfterUntil')) {
    return [];
  }
  const at = problem.argument === null ? undefined : args[problem.argument];
  const isName =
    at?.name && ['unknownArgument', 'repeatedArgument', 'twoBaselines'].includes(problem.code);
  const span = at ? (isName ? at.nameSpan : at.value) : call.name;
  return [findingAt('argument', span, { problem })];
}

/** A placeholder for a date relative to today: any day will do. */
const SOME_DAY = '2000-01-01';

/** An unknown value is treated as not written; an unknown list name as one of the lists. */
function known({ name, constant, bound }: ReadArgument, index: number): EvaluatedArgument {
  const key = nameOf({ name }, index);
  if (bound?.value !== undefined) {
    return { name, value: bound.value, type: bound.type };
  }
  if (!constant) {
    const value: Json = key === 'overlay' ? changesLists[0] : null;
    return { name, value, type: 'VARCHAR' };
  }
  const isDay = constant.days !== undefined && changesParameter(key)?.type === 'date';
  return isDay ? { name, value: SOME_DAY, type: 'DATE' } : { name, ...writtenValue(constant) };
}

function wrongType(call: ChangesCall, args: readonly ReadArgument[]): ArgumentProblem | undefined {
  return args
    .flatMap((argument, index) => {
      const { bound } = argument;
      const parameter = changesParameter(nameOf(argument, index));
      const place = { function: call.function.name, argument: index };
      return bound && bound.value === undefined && parameter
        ? typeProblems(place, parameter, bound.type)
        : [];
    })
    .at(0);
}

function nameOf({ name }: { readonly name: string | null }, index: number): string {
  return name?.toLowerCase() ?? (index === 0 ? 'overlay' : '');
}
