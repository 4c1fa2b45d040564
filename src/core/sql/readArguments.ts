/** The arguments of a call as they are written. */

import type { CallArgument, SignalCall } from './calls';
import { constantOf, type Constant, type KnownVariables } from './constants';
import type { Token } from './tokens';

/** An argument as it is written, with its value where that can be told. */
export interface ReadArgument extends CallArgument {
  /** Null: not known before the cell runs. */
  readonly constant: Constant | null;
  /** DuckDB's name of its type, where the argument could be bound. */
  readonly type: string | null;
}

/** @returns The arguments of `call`; `tokens` are those of its statement. */
export function readArguments(
  call: SignalCall,
  tokens: readonly Token[],
  variables: KnownVariables,
): ReadArgument[] {
  return call.arguments.map(argument => {
    const { from, to } = argument.value;
    const own = tokens.filter(token => token.from >= from && token.to <= to);
    return { ...argument, constant: constantOf(own, variables), type: null };
  });
}

/** Whether it says something: neither left empty nor NULL. */
export function isGiven(argument: ReadArgument | undefined): argument is ReadArgument {
  return argument !== undefined && !isNull(argument) && !isEmpty(argument);
}

export function isNull({ constant }: ReadArgument): boolean {
  return constant?.value === null && constant.days === undefined && !constant.elements;
}

/** Whether nothing stands where the value should. */
export function isEmpty({ value }: ReadArgument): boolean {
  return value.from === value.to;
}
