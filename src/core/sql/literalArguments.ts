/** Arguments that are literals: their values are known without the engine, which takes tens of milliseconds for many keys. */

import { parsePlainDate } from '../base/plainDate';
import { fromQuotes } from '../base/quoted';
import { contains } from '../base/span';
import type { EvaluatedArgument } from './arguments';
import type { CallArgument } from './calls';
import { splitAtCommas, type Token } from './tokens';

/**
 * @param tokens Those of the statement.
 * @returns What DuckDB would evaluate; undefined if an argument is anything else than a text in single quotes, a list
 * of those, a DATE or a whole number.
 */
export function literalArguments(
  args: readonly CallArgument[],
  tokens: readonly Token[],
): EvaluatedArgument[] | undefined {
  const values = args.map(({ value }) => literalOf(tokens.filter(token => contains(value, token))));
  return values.every(value => value !== undefined)
    ? values.map((value, at) => ({ ...value, name: args[at]?.name ?? null }))
    : undefined;
}

function literalOf(tokens: readonly Token[]): Omit<EvaluatedArgument, 'name'> | undefined {
  const [first, second, ...rest] = tokens;
  if (first === undefined) {
    return undefined;
  }
  if (first.text === '[' && tokens.at(-1)?.text === ']') {
    return listOf(splitAtCommas(tokens.slice(1, -1), first.depth + 1));
  }
  if (second === undefined) {
    const text = textOf(first);
    const isWhole = first.kind === 'number' && /^\d{1,9}$/.test(first.text);
    return text === undefined
      ? isWhole
        ? { value: Number(first.text), type: 'INTEGER' }
        : undefined
      : { value: text, type: 'VARCHAR' };
  }
  const day = first.text === 'date' && rest.length === 0 ? textOf(second) : undefined;
  return day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) && parsePlainDate(day) !== undefined
    ? { value: day, type: 'DATE' }
    : undefined;
}

function listOf(items: readonly (readonly Token[])[]): Omit<EvaluatedArgument, 'name'> | undefined {
  const texts = items.map(([item, ...more]) => (more.length === 0 ? textOf(item) : undefined));
  return texts.every(text => text !== undefined) ? { value: texts, type: 'VARCHAR[]' } : undefined;
}

/** @returns The text of a literal that is whole, and which the engine would not shorten or change. */
function textOf(token: Token | undefined): string | undefined {
  return token?.kind === 'string' && /^'([^'\0\p{Cs}]|'')*'$/u.test(token.text)
    ? fromQuotes(token.text.slice(1, -1), "'")
    : undefined;
}
