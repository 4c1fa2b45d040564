/** Findings about the calls of a statement that can be told from its words. */

import type { Span } from '../base/span';
import { callProblems, type CallProblem, type ReadArgument } from '../sql/callProblems';
import type { SignalCall } from '../sql/calls';
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

/** @returns The finding about a name in an argument that is no constant. */
export function lateralFinding(call: SignalCall, name: string, span: Span, text: string): Finding {
  const argument = call.arguments.find(
    ({ value }) => value.from <= span.from && span.to <= value.to,
  );
  return findingAt('lateral', span, {
    function: call.function.name,
    argument: argument?.name ?? call.function.first,
    takesEntities: call.function.first !== null,
    name,
    isQuoted: text[span.from] === '"',
  });
}
