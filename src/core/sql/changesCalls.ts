/** The calls of `overlay_changes` in a statement, found by their tokens as the calls of signal functions are. */

import type { Span } from '../base/span';
import { argumentsOf, closing, type CallArgument } from './calls';
import { changesFunction } from './changesArguments';
import type { Statement } from './statements';
import { identifierOf } from './tokens';

export interface ChangesCall {
  readonly function: { readonly name: typeof changesFunction; readonly first: 'overlay' };
  /** From the name to the closing bracket, or to the end where it is missing. */
  readonly span: Span;
  readonly name: Span;
  readonly arguments: readonly CallArgument[];
}

/** @returns The calls, inner ones before those that hold them. */
export function changesCallsOf({ tokens }: Pick<Statement, 'tokens'>): ChangesCall[] {
  const calls = tokens.flatMap((token, at): ChangesCall[] => {
    const open = tokens[at + 1];
    if (identifierOf(token) !== changesFunction || open?.text !== '(') {
      return [];
    }
    const end = closing(tokens, at + 1);
    const close = tokens[end] ?? tokens.at(-1) ?? open;
    return [
      {
        function: { name: changesFunction, first: 'overlay' },
        span: { from: token.from, to: close.to },
        name: { from: token.from, to: token.to },
        arguments: argumentsOf(tokens.slice(at + 2, end), open.depth + 1),
      },
    ];
  });
  return calls.sort((a, b) => a.span.to - b.span.to || b.span.from - a.span.from);
}
