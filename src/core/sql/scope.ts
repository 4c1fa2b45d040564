/** The common table expressions that are visible at a position in a statement. */

import type { Span } from '../base/span';
import { closing } from './calls';
import { ComposedText, type Replacement } from './composedText';
import { identifierOf, type Token } from './tokens';

export interface CommonTable {
  readonly name: string;
  /** `name [(columns)] AS [[NOT] MATERIALIZED] (…)`. */
  readonly span: Span;
  readonly recursive: boolean;
}

/** @returns The complete common table expressions visible at `offset`, outermost first, without shadowed ones. */
export function commonTablesAt(tokens: readonly Token[], offset: number): CommonTable[] {
  const visible = new Map<string, CommonTable>();
  tokens.forEach((token, at) => {
    if (token.text === 'with' && token.from < offset && encloses(tokens, at, offset)) {
      for (const table of commonTables(tokens, at)) {
        if (table.span.to <= offset) {
          visible.delete(table.name);
          visible.set(table.name, table);
        }
      }
    }
  });
  return [...visible.values()];
}

/**
 * @param text What the spans of the tables and of the replacements count in.
 * @returns The beginning of a query that sees the tables: `WITH …`, or nothing if there are none.
 */
export function withCommonTables(
  text: string,
  tables: readonly CommonTable[],
  replacements: readonly Replacement[] = [],
): ComposedText {
  const composed = new ComposedText();
  const opening = tables.some(({ recursive }) => recursive) ? 'WITH RECURSIVE ' : 'WITH ';
  tables.forEach(({ span }, index) => {
    composed.add(index === 0 ? opening : ', ').copy(text, span, replacements);
  });
  return composed;
}

/** The scope of the common table expressions of one WITH. */
export interface CommonTableScope {
  readonly tables: readonly CommonTable[];
  /** The end of the query that the WITH belongs to. */
  readonly to: number;
}

/** The most scopes that are read; each costs a pass over the statement. */
const MOST_SCOPES = 100;

/** @returns A scope for each of the first WITHs of the statement, outer ones before those they hold. */
export function commonTableScopes(tokens: readonly Token[]): CommonTableScope[] {
  let count = 0;
  return tokens.flatMap(({ text, depth, from }, at) => {
    const tables = text === 'with' && count < MOST_SCOPES ? commonTables(tokens, at) : [];
    if (tables.length === 0) {
      return [];
    }
    count++;
    const close = tokens.find(
      token => token.kind === 'close' && token.depth < depth && token.from > from,
    );
    return [{ tables, to: close?.from ?? Infinity }];
  });
}

/** @returns Whether the bare name `key` (lower case) at `offset` means a common table expression. */
export function isCommonTable(
  scopes: readonly CommonTableScope[],
  key: string,
  offset: number,
): boolean {
  return scopes.some(({ tables, to }) =>
    tables.some(
      ({ name, span, recursive }) =>
        name === key &&
        offset < to &&
        (span.to <= offset || (recursive && span.from < offset && offset < span.to)),
    ),
  );
}

/** Whether the brackets that are open at token `at` are still open at `offset`. */
function encloses(tokens: readonly Token[], at: number, offset: number): boolean {
  const depth = tokens[at]?.depth ?? 0;
  for (let next = at + 1; next < tokens.length; next++) {
    const token = tokens[next];
    if (!token || token.from >= offset) {
      return true;
    }
    if (token.kind === 'close' && token.depth < depth) {
      return false;
    }
  }
  return true;
}

function commonTables(tokens: readonly Token[], withAt: number): CommonTable[] {
  const recursive = tokens[withAt + 1]?.text === 'recursive';
  const tables: CommonTable[] = [];
  let at = withAt + (recursive ? 2 : 1);
  for (;;) {
    const table = commonTableAt(tokens, at, recursive);
    if (!table) {
      return tables;
    }
    tables.push(table.table);
    if (tokens[table.next]?.kind !== 'comma') {
      return tables;
    }
    at = table.next + 1;
  }
}

function commonTableAt(
  tokens: readonly Token[],
  from: number,
  recursive: boolean,
): { table: CommonTable; next: number } | undefined {
  const first = tokens[from];
  const name = first && identifierOf(first);
  let at = from + 1;
  if (tokens[at]?.text === '(') {
    at = closing(tokens, at) + 1;
  }
  if (name === undefined || tokens[at]?.text !== 'as') {
    return undefined;
  }
  at++;
  while (tokens[at]?.text === 'not' || tokens[at]?.text === 'materialized') {
    at++;
  }
  const end = closing(tokens, at);
  const close = tokens[end];
  if (tokens[at]?.text !== '(' || !close) {
    return undefined;
  }
  const table = {
    name: name.toLowerCase(),
    span: { from: first?.from ?? 0, to: close.to },
    recursive,
  };
  return { table, next: end + 1 };
}
