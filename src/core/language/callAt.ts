/** Finds the call and the argument at the cursor. */

import { callArgumentsAt, type CallArgument } from '../sql/calls';
import { identifierOf, type Token } from '../sql/tokens';
import type { Cursor } from './cursor';

export interface CallPlace {
  /** In lower case where it is bare. */
  readonly name: string;
  /** The index of the name among the statement's tokens. */
  readonly at: number;
  /** The argument as written, including text after the cursor. */
  readonly arguments: readonly CallArgument[];
  /** The argument that the cursor is in, counted from 0 by commas. */
  readonly index: number;
  /** The name of that argument; null if it has none (yet). */
  readonly argument: string | null;
  /** Whether the argument begins with what the cursor is in. */
  readonly isStart: boolean;
  /** Whether the value begins with what the cursor is in: after `:=`, or an element of a list. */
  readonly isValueStart: boolean;
  readonly isInList: boolean;
}

/** Words before a bracket that begins a query. */
const queryWords = new Set(['select', 'from', 'with', 'values', 'pivot', 'unpivot', 'table']);

/** @returns The innermost call that `isKnown` knows; none if a subquery begins between it and the cursor. */
export function callAt(
  { tokens, before }: Pick<Cursor, 'tokens' | 'before'>,
  isKnown: (name: string) => boolean,
): CallPlace | null {
  let isInList = false;
  for (const open of openBrackets(before).reverse()) {
    const name = before[open - 1];
    const called = name && identifierOf(name);
    const isCall = before[open]?.text === '(' && called !== undefined;
    if (isCall && isKnown(called)) {
      return placeIn({ tokens, before }, open, { name: called, isInList });
    }
    const isQuery = queryWords.has(before[open + 1]?.text ?? '');
    if (isQuery || isCall || before[open]?.text === '{') {
      return null;
    }
    isInList ||= before[open]?.text === '[';
  }
  return null;
}

/** @returns The indices of the brackets that are open at the end of `tokens`, outermost first. */
export function openBrackets(tokens: readonly Token[]): number[] {
  const open: number[] = [];
  tokens.forEach(({ kind }, at) => {
    if (kind === 'open') {
      open.push(at);
    } else if (kind === 'close') {
      open.pop();
    }
  });
  return open;
}

function placeIn(
  { tokens, before }: Pick<Cursor, 'tokens' | 'before'>,
  open: number,
  { name, isInList }: { name: string; isInList: boolean },
): CallPlace {
  const depth = (before[open]?.depth ?? 0) + 1;
  const commas = before.flatMap((token, at) =>
    at > open && token.kind === 'comma' && token.depth === depth ? [at] : [],
  );
  const start = (commas.at(-1) ?? open) + 1;
  const operator = before[start + 1]?.text;
  const isNamed = operator === ':=' || operator === '=>';
  const own = isNamed ? before[start] : undefined;
  const last = before.at(-1);
  const isOpening = last?.kind === 'open' || last?.kind === 'comma';
  return {
    name,
    at: open - 1,
    arguments: callArgumentsAt(tokens, open - 1),
    index: commas.length,
    argument: own ? (identifierOf(own) ?? null) : null,
    isStart: start >= before.length,
    isValueStart: isOpening || (isNamed && start + 2 >= before.length),
    isInList,
  };
}
