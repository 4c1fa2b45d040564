/** The arguments of a call as a separate query, so that the engine can evaluate them. */

import type { CallArgument } from './calls';
import type { ComposedText, Replacement } from './composedText';
import { withCommonTables, type CommonTable } from './scope';

/**
 * @param text The cell's text.
 * @param tables The common table expressions that the call sees.
 * @param replacements Texts that replace other calls in it.
 * @returns `WITH … SELECT (argument) AS a0, …`, one column for each argument; positions map to `text`.
 */
export function argumentsQuery(
  text: string,
  call: { readonly arguments: readonly CallArgument[] },
  tables: readonly CommonTable[],
  replacements: readonly Replacement[],
): ComposedText {
  const composed = withCommonTables(text, tables, replacements);
  composed.add(' SELECT ');
  call.arguments.forEach(({ value }, index) => {
    composed
      .add(index === 0 ? '(' : ', (')
      .copy(text, value, replacements)
      .add(`) AS a${index}`);
  });
  return composed;
}
