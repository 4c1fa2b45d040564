/** Findings about the calls of a statement that can be told from its words. */

import type { Span } from '../base/span';
import { callProblems, type CallProblem } from '../sql/callProblems';
import { type ReadArgument } from '../sql/readArguments';
import { signalFunctions } from '../service/functions';
import type { SignalCall } from '../sql/calls';
import { checkChangesArguments } from '../sql/changesArguments';
import type { ChangesCall } from '../sql/changesCalls';
import { constantOf } from '../sql/constants';
import type { Token } from '../sql/tokens';
import { findingAt, type Finding } from './problems';

/** @returns What is wrong with the call, and what it costs. */
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

/** @returns The first thing wrong with a call of `overlay_changes`, where all its arguments are constants. */
export function changesFindings(call: ChangesCall, tokens: readonly Token[]): Finding[] {
  const args = call.arguments.map(({ name, nameSpan, value }) => {
    const own = tokens.filter(({ from, to }) => from >= value.from && to <= value.to);
    const constant = constantOf(own);
    const day = constant?.days === undefined ? constant?.value : SOME_DAY;
    return {
      name,
      nameSpan,
      written: value,
      constant,
      value: day ?? null,
      type: constant?.type ?? '',
    };
  });
  if (args.some(({ constant }) => !constant || constant.elements)) {
    return [];
  }
  const checked = checkChangesArguments(args);
  const isRelative = args.some(({ constant }) => constant?.days !== undefined);
  if (!('code' in checked) || (isRelative && checked.code === 'sinceAfterUntil')) {
    return [];
  }
  const at = checked.argument === null ? undefined : args[checked.argument];
  const isName =
    at?.name && ['unknownArgument', 'repeatedArgument', 'twoBaselines'].includes(checked.code);
  const span = at ? (isName ? at.nameSpan : at.written) : call.name;
  return [findingAt('argument', span, { problem: checked })];
}

/** Stands for a date that is counted from today: any will do. */
const SOME_DAY = '2000-01-01';

/** @returns The finding about a name in an argument that is no constant. */
export function lateralFinding(
  call: SignalCall,
  name: string,
  span: Span,
  tokens: readonly Token[],
): Finding {
  const written = call.arguments.find(
    ({ value }) => value.from <= span.from && span.to <= value.to,
  );
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
    takesEntities: call.function.first !== null && argument === call.function.first,
    name,
    isQuoted,
    isText: isQuoted || (isAlone && !isColumn),
  });
}
