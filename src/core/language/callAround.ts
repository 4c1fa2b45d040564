/** The call that a place of a text is in. */

import { contains, type Span } from '../base/span';
import { callsOf, type CallArgument, type SignalCall } from '../sql/calls';
import { changesCallsOf, type ChangesCall } from '../sql/changesCalls';
import { tokenize } from '../sql/tokens';

/** @returns The call around `span`, the innermost one; its own arguments are those of the text. */
export function callAround(text: string, span: Span): SignalCall | ChangesCall | undefined {
  const tokens = tokenize(text);
  return [...callsOf({ tokens }), ...changesCallsOf({ tokens })]
    .filter(call => contains(call.span, span))
    .sort((one, other) => other.span.from - one.span.from)[0];
}

/** @returns Its argument of that name (lower case), where it is written with it. */
export function argumentNamed(
  call: SignalCall | ChangesCall | undefined,
  name: string,
): CallArgument | undefined {
  return call?.arguments.find(argument => argument.name?.toLowerCase() === name);
}
