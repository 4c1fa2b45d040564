/** PREPARE, EXECUTE and DEALLOCATE: the shadow session holds a prepared statement's parameters, its state the text. */

import { nameAt, nameKey } from '../../core/sql/names';
import { quotedName } from '../../core/base/quoted';
import type { Span } from '../../core/base/span';
import type { Statement } from '../../core/sql/statements';
import type { Token } from '../../core/sql/tokens';
import type { NameUse } from '../../core/sql/uses';
import { entryKey, type Entry, type Prepared, type ShadowState } from './shadowState';

/** @returns The name after the verb, or after EXPLAIN and the verb; null if there is none. */
export function preparedName(text: string, tokens: readonly Token[]): string | null {
  const verbs = ['prepare', 'execute', 'deallocate'];
  const at = tokens.findIndex(({ text: word, depth }) => depth === 0 && verbs.includes(word));
  const isLong = tokens[at]?.text === 'deallocate' && tokens[at + 1]?.text === 'prepare';
  return at < 0 ? null : (nameAt(text, tokens, at + (isLong ? 2 : 1))?.name ?? null);
}

/** @returns The statement after AS; null if there is none. */
export function preparedBody({ tokens, sql }: Statement): Span | null {
  const as = tokens.findIndex(({ text, depth }) => text === 'as' && depth === 0);
  const first = as < 0 ? undefined : tokens[as + 1];
  return first ? { from: first.from, to: sql.to } : null;
}

export function preparedKey(name: string): string {
  return `prepared ${nameKey(name)}`;
}

/** @returns The keys of the tables that it reads or changes, if their columns are known. */
export function preparedTables(uses: readonly NameUse[], before: ShadowState): string[] {
  const sources = uses.filter(({ kind, role }) => kind === 'relation' && role === 'source');
  const keys = sources.map(({ path, name }) => entryKey('relation', [...path, name]));
  return keys.filter(key => {
    const entry = before.get(key);
    return entry?.kind === 'table' && entry.make !== null;
  });
}

/**
 * Whether a table that the prepared statement names was dropped, and no other schema has one of its name. Dropped views
 * do not count: DuckDB may have inlined them.
 */
export function hasLostTable({ tables }: Prepared, before: ShadowState): boolean {
  return tables.some(key => {
    const name = key.slice(key.indexOf(' ') + 1);
    return !before.hasRelation(name.slice(name.lastIndexOf('.') + 1));
  });
}

/**
 * @param parameters Their names in DuckDB, `1` for `$1`; null: unknown.
 * @returns A statement with these parameters that reads nothing, since DuckDB plans what it prepares.
 */
export function preparedEntry(
  name: string,
  parameters: readonly string[] | null,
  prepared: Prepared | null,
): Entry {
  const quoted = quotedName(name);
  const values = parameters?.map(parameter => `$${parameter}`).join(', ');
  return {
    kind: 'prepared',
    make: values === undefined ? null : `PREPARE ${quoted} AS SELECT ${values === '' ? 1 : values}`,
    drop: `DEALLOCATE ${quoted}`,
    ...(prepared && { prepared }),
  };
}
