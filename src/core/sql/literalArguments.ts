/** Arguments that are literals: their values need no engine. */

import { parsePlainDate } from '../base/plainDate';
import type { EvaluatedArgument } from './arguments';
import type { CallArgument } from './calls';
import type { Constant } from './constants';
import { readArguments } from './readArguments';
import type { Token } from './tokens';
import { writtenValue } from './writtenValues';

/** Larger whole numbers are BIGINT or HUGEINT. */
const mostOfInteger = 2 ** 31 - 1;

/**
 * @param tokens Those of the call's statement.
 * @returns The arguments as DuckDB evaluates them, or null if one is more than a text, a day, a whole number or a list
 * of texts.
 */
export function literalArguments(
  call: { readonly arguments: readonly CallArgument[] },
  tokens: readonly Token[],
): EvaluatedArgument[] | null {
  const read = readArguments(call, tokens, new Map());
  const values = read.flatMap(({ name, constant }) =>
    constant && isLiteral(constant, tokens) ? { name, ...writtenValue(constant) } : [],
  );
  return values.length === read.length ? values : null;
}

function isLiteral(
  { type, value, days, elements, span }: Constant,
  tokens: readonly Token[],
): boolean {
  switch (type) {
    case 'VARCHAR':
      return typeof value === 'string' && !value.includes('\0');
    case 'VARCHAR[]':
      return (
        elements !== undefined &&
        elements.length > 0 &&
        elements.every(item => item?.type === 'VARCHAR' && isLiteral(item, tokens)) &&
        // Two commas in a row are for DuckDB to refuse.
        tokens.filter(({ from, to }) => from >= span.from && to <= span.to).length ===
          2 * elements.length + 1
      );
    case 'DATE':
      // The year 0 is 1 BC.
      return (
        days === undefined &&
        typeof value === 'string' &&
        parsePlainDate(value) !== undefined &&
        value >= '0001'
      );
    case 'INTEGER':
      return typeof value === 'number' && Math.abs(value) <= mostOfInteger;
    default:
      return false;
  }
}
