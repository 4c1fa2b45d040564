/** Findings about the calls of a statement before it runs: calls of signal functions, and of `overlay_changes`. */

import type { Json } from '../base/json';
import { contains, type Span } from '../base/span';
import type { ArgumentProblem } from '../sql/argumentProblems';
import type { EvaluatedArgument } from '../sql/arguments';
import { callProblems, type CallProblem } from '../sql/callProblems';
import { changesLists, changesParameter, checkChangesArguments } from '../sql/changesArguments';
import type { ChangesCall } from '../sql/changesCalls';
import { type ReadArgument } from '../sql/readArguments';
import { signalFunctions } from '../service/functions';
import type { CallArgument, SignalCall } from '../sql/calls';
import type { Token } from '../sql/tokens';
import { typeProblems } from '../sql/typeProblems';
import { writtenValue } from '../sql/writtenValues';
import { findingAt, type Finding } from './problems';

/** A placeholder for a date relative to today: any day will do. */
const SOME_DAY = '2000-01-01';

/** @returns Errors of the call, and notes on what it costs. */
export function callFindings(call: SignalCall, args: readonly ReadArgument[]): Finding[] {
  return callProblems(call, args).map(callFinding);
}

function callFinding(found: CallProblem): Finding {
  switch (found.kind) {
    case 'argument':
      return findingAt('argument', found.span, { problem: found.problem });
    case 'emptyRange':
      return findingAt('emptyRange', found.span, found.data);
    case 'reversedRange':
      return findingAt('reversedRange', found.span, found.data);
    case 'requestEach':
      return findingAt('requestEach', found.span, found.data);
    case 'noValue':
      return findingAt('noValue', found.span, found.data);
  }
}

/** @returns The finding about a name in an argument that is not constant. */
export function lateralFinding(
  call: {
    readonly function: { readonly name: string; readonly first: string | null };
    readonly arguments: readonly CallArgument[];
  },
  name: string,
  span: Span,
  tokens: readonly Token[],
): Finding {
  const written = call.arguments.find(({ value }) => contains(value, span));
  const argument = written?.name?.toLowerCase() ?? call.function.first;
  const at = tokens.findIndex(({ from }) => from === span.from);
  const isAlone =
    tokens[at]?.to === span.to &&
    [tokens[at - 1], tokens[at + 1]].every(side => side && '(),[]:='.includes(side.text));
  const isQuoted = tokens[at]?.kind === 'quoted';
  const isColumn = signalFunctions.some(({ columns }) =>
    columns.some(column => column.name === name.toLowerCase()),
  );
  return findingAt('lateral', span, {
    function: call.function.name,
    argument,
    takesEntities: signalFunctions.some(({ first }) => first !== null && first === argument),
    name,
    isQuoted,
    isText: isQuoted || (isAlone && !isColumn),
  });
}

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
