/**
 * The calls of signal functions in a statement, found by their tokens.
 *
 * Tokens rather than DuckDB's `json_serialize_sql`, which takes SELECT alone: calls also occur in CREATE TABLE … AS,
 * PIVOT, INSERT and DESCRIBE.
 */

import type { Span } from '../base/span';
import { signalFunctionNamed, type SignalFunction } from '../service/functions';
import type { Statement } from './statements';
import { identifierOf, splitAtCommas, type Token } from './tokens';

export interface CallArgument {
  /** Null for the positional one. */
  readonly name: string | null;
  readonly nameSpan: Span;
  /** The expression; empty if nothing is written. */
  readonly value: Span;
}

export interface SignalCall {
  readonly function: SignalFunction;
  /** From the name to the closing bracket, or to the end where it is missing. */
  readonly span: Span;
  readonly name: Span;
  readonly arguments: readonly CallArgument[];
}

/** @returns The calls in `statement`, inner ones before those that hold them. */
export function callsOf({ tokens }: Pick<Statement, 'tokens'>): SignalCall[] {
  const calls: SignalCall[] = [];
  tokens.forEach((token, at) => {
    const call = callAt(tokens, token, at);
    if (call) {
      calls.push(call);
    }
  });
  return calls.sort((a, b) => a.span.to - b.span.to || b.span.from - a.span.from);
}

function callAt(tokens: readonly Token[], token: Token, at: number): SignalCall | undefined {
  const name = identifierOf(token);
  const open = tokens[at + 1];
  const called = name === undefined ? undefined : signalFunctionNamed(name);
  if (!called || open?.text !== '(') {
    return undefined;
  }
  const end = closing(tokens, at + 1);
  if (tokens[end + 1]?.text === 'as' && tokens[end + 2]?.text === '(') {
    return undefined; // A common table expression of that name, with a column list.
  }
  const close = tokens[end] ?? tokens.at(-1) ?? open;
  return {
    function: called,
    span: { from: token.from, to: close.to },
    name: { from: token.from, to: token.to },
    arguments: callArgumentsAt(tokens, at),
  };
}

/** @returns The arguments of any call whose name is the token `at`. */
export function callArgumentsAt(tokens: readonly Token[], at: number): CallArgument[] {
  const depth = (tokens[at + 1]?.depth ?? 0) + 1;
  return argumentsOf(tokens.slice(at + 2, closing(tokens, at + 1)), depth);
}

/** For each list of tokens, the index of the bracket that closes the one at an index; computed once. */
const closings = new WeakMap<readonly Token[], readonly (number | undefined)[]>();

/** @returns The index of the bracket that closes the one at `open`, or the number of tokens. */
export function closing(tokens: readonly Token[], open: number): number {
  let known = closings.get(tokens);
  if (!known) {
    known = closingsOf(tokens);
    closings.set(tokens, known);
  }
  return known[open] ?? tokens.length;
}

function closingsOf(tokens: readonly Token[]): (number | undefined)[] {
  const found: (number | undefined)[] = [];
  const waiting: number[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'open') {
      waiting.push(at);
    } else if (token.kind === 'close') {
      const open = waiting.pop();
      if (open !== undefined) {
        found[open] = at;
      }
    }
  });
  return found;
}

/** @returns The arguments between a call's brackets; `depth` is theirs. */
export function argumentsOf(tokens: readonly Token[], depth: number): CallArgument[] {
  const parts = splitAtCommas(tokens, depth);
  return parts.filter(part => part.length > 0).map(argumentOf);
}

function argumentOf(tokens: readonly Token[]): CallArgument {
  const [name, operator] = tokens;
  const named = operator?.text === ':=' || operator?.text === '=>';
  const value = named ? tokens.slice(2) : tokens;
  const at = value[0]?.from ?? operator?.to ?? 0;
  return {
    name: named && name ? (identifierOf(name) ?? null) : null,
    nameSpan: { from: name?.from ?? at, to: named ? (name?.to ?? at) : at },
    value: { from: at, to: value.at(-1)?.to ?? at },
  };
}
