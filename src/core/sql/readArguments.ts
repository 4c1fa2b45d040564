/** The arguments of a call as they are written. */

import type { Json } from '../base/json';
import type { CallArgument } from './calls';
import { constantOf, type Constant, type KnownVariables } from './constants';
import type { Token } from './tokens';

/** DuckDB's binding of an argument. */
export interface BoundArgument {
  /** DuckDB's name of its type. */
  readonly type: string;
  /** Absent if known only at run time. */
  readonly value?: Json;
}

/** An argument as it is written, with its value if that is known. */
export interface ReadArgument extends CallArgument {
  /** Null: not read off the text. */
  readonly constant: Constant | null;
  /** Null if DuckDB did not bind it. */
  readonly bound: BoundArgument | null;
}

/** @returns The arguments of `call`; `tokens` are those of its statement. */
export function readArguments(
  call: { readonly arguments: readonly CallArgument[] },
  tokens: readonly Token[],
  variables: KnownVariables,
): ReadArgument[] {
  return call.arguments.map(argument => {
    const { from, to } = argument.value;
    const own = tokens.filter(token => token.from >= from && token.to <= to);
    return { ...argument, constant: constantOf(own, variables), bound: null };
  });
}

/** Whether it has a value: neither empty nor NULL. */
export function isGiven(argument: ReadArgument | undefined): argument is ReadArgument {
  return argument !== undefined && !isNull(argument) && !isEmpty(argument);
}

export function isNull({ constant, bound }: ReadArgument): boolean {
  return bound?.value === null || (constant !== null && isNullLiteral(constant));
}

export function isNullLiteral({ value, days, elements }: Constant): boolean {
  return value === null && days === undefined && !elements;
}

/** Whether the value is missing. */
export function isEmpty({ value }: ReadArgument): boolean {
  return value.from === value.to;
}
