/** The known columns of a query's relations, and the columns of its SELECT. */

import type { Span } from '../base/span';
import { nameKey, writtenIdentifier } from '../sql/names';
import { splitAtCommas, type Token } from '../sql/tokens';

export interface KnownColumn {
  readonly name: string;
  /** DuckDB's name; null if not known. */
  readonly type: string | null;
  readonly doc: string | null;
}

export interface Source {
  /** The qualifier of its columns: the alias, or the name. */
  readonly name: string;
  /** The table or function as it is written; null for a subquery. */
  readonly relation: string | null;
  /** The span of the name as written; null for a subquery. */
  readonly span: Span | null;
  /** Null if they are not known. */
  readonly columns: readonly KnownColumn[] | null;
}

/** @returns The columns of all the sources; null if those of one are not known. */
export function allColumns(sources: readonly Source[]): readonly KnownColumn[] | null {
  const columns = sources.flatMap(source => source.columns ?? []);
  return sources.length > 0 && sources.every(source => source.columns) ? columns : null;
}

/** @returns The columns that the items of a SELECT between these tokens make of the sources. */
export function selectedColumns(
  { text, tokens }: { readonly text: string; readonly tokens: readonly Token[] },
  { from, to }: Span,
  sources: readonly Source[],
): readonly KnownColumn[] {
  const depth = tokens[from]?.depth ?? 0;
  const items = splitAtCommas(tokens.slice(from, to), depth);
  return items.flatMap(item => selectedColumn(text, item, sources));
}

function selectedColumn(
  text: string,
  item: readonly Token[],
  sources: readonly Source[],
): readonly KnownColumn[] {
  const last = item.at(-1);
  if (item[0]?.text === '*' || (last?.text === '*' && item.at(-2)?.text === '.')) {
    const qualifier = item.length === 3 && item[0] ? writtenIdentifier(text, item[0]) : undefined;
    const from = sources.filter(
      ({ name }) => qualifier === undefined || nameKey(name) === nameKey(qualifier),
    );
    return from.flatMap(({ columns }) => columns ?? []);
  }
  const name = last && writtenIdentifier(text, last);
  if (name === undefined) {
    return [];
  }
  const isPlain = item.every(
    ({ kind, text: each }) => kind === 'word' || kind === 'quoted' || each === '.',
  );
  const inner = isPlain && item[0] ? columnNamed(item, text, sources) : undefined;
  return [{ name, type: inner?.type ?? null, doc: inner?.doc ?? null }];
}

/** The column that a plain item is: `a`, `t.a`, `a AS b`. */
function columnNamed(
  item: readonly Token[],
  text: string,
  sources: readonly Source[],
): KnownColumn | undefined {
  const token = item[1]?.text === '.' ? item[2] : item[0];
  const key = nameKey((token && writtenIdentifier(text, token)) ?? '');
  return sources.flatMap(({ columns }) => columns ?? []).find(({ name }) => nameKey(name) === key);
}
