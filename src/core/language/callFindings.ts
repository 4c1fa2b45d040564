/** Findings about the calls of a statement that its tokens show. */

import { contains, type Span } from '../base/span';
import { callProblems, type CallProblem } from '../sql/callProblems';
import { type ReadArgument } from '../sql/readArguments';
import { signalFunctions } from '../service/functions';
import type { CallArgument, SignalCall } from '../sql/calls';
import type { Token } from '../sql/tokens';
import { findingAt, type Finding } from './problems';

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
