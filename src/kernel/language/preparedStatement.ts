/** PREPARE, EXECUTE and DEALLOCATE: of a prepared statement the shadow session holds the parameters alone. */

import { nameAt, nameKey } from '../../core/sql/names';
import { quotedName } from '../../core/sql/quoted';
import type { Span } from '../../core/base/span';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';
import type { Entry } from './shadowState';

/** @returns The name behind the verb, or behind EXPLAIN and the verb; null where there is none. */
export function preparedName(text: string, tokens: readonly Token[]): string | null {
  const verbs = ['prepare', 'execute', 'deallocate'];
  const at = tokens.findIndex(({ text: word, depth }) => depth === 0 && verbs.includes(word));
  const isLong = tokens[at]?.text === 'deallocate' && tokens[at + 1]?.text === 'prepare';
  return at < 0 ? null : (nameAt(text, tokens, at + (isLong ? 2 : 1))?.name ?? null);
}

/** @returns The statement behind AS; null where there is none. */
export function preparedBody({ tokens, sql }: Statement): Span | null {
  const as = tokens.findIndex(({ text, depth }) => text === 'as' && depth === 0);
  const first = as < 0 ? undefined : tokens[as + 1];
  return first ? { from: first.from, to: sql.to } : null;
}

export function preparedKey(name: string): string {
  return `prepared ${nameKey(name)}`;
}

/**
 * @param parameters Their names as DuckDB has them, `1` of `$1`; null: not known.
 * @returns A statement of these parameters that reads nothing: DuckDB plans what it prepares.
 */
export function preparedEntry(name: string, parameters: readonly string[] | null): Entry {
  const quoted = quotedName(name);
  const values = parameters?.map(parameter => `$${parameter}`).join(', ');
  return {
    kind: 'prepared',
    make: values === undefined ? null : `PREPARE ${quoted} AS SELECT ${values === '' ? 1 : values}`,
    drop: `DEALLOCATE ${quoted}`,
  };
}
