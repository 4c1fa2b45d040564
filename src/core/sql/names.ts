/** Names as a cell writes them: bare, in double quotes, or with a schema. */

import { fromQuotes } from '../base/quoted';
import type { Span } from '../base/span';
import { identifierOf, type Token } from './tokens';

export interface WrittenName {
  /** Without quotes, in the case it was written. */
  readonly name: string;
  /** The span of the last part, quotes included. */
  readonly span: Span;
  /** The parts before it, outermost first: catalogue and schema. */
  readonly path: readonly string[];
  /** Index of the token after it. */
  readonly next: number;
}

/** @returns `name`, `schema.name` or `catalogue.schema.name` at the token `at`, or undefined. */
export function nameAt(
  text: string,
  tokens: readonly Token[],
  at: number,
): WrittenName | undefined {
  const parts: { name: string; token: Token }[] = [];
  let next = at;
  for (;;) {
    const token = tokens[next];
    const name = token && writtenIdentifier(text, token);
    if (!token || name === undefined) {
      break;
    }
    parts.push({ name, token });
    next++;
    if (tokens[next]?.text !== '.' || !tokens[next + 1]) {
      break;
    }
    next++;
  }
  const last = parts.at(-1);
  if (!last) {
    return undefined;
  }
  const { from, to } = last.token;
  const path = parts.slice(0, -1).map(({ name }) => name);
  return { name: last.name, span: { from, to }, path, next };
}

/** @returns The name of the identifier token, in the case it was written; undefined for other tokens. */
export function writtenIdentifier(text: string, token: Token): string | undefined {
  return token.kind === 'word' ? text.slice(token.from, token.to) : identifierOf(token);
}

/** @returns The content of a literal in single quotes, or undefined. */
export function stringValue(token: Token | undefined): string | undefined {
  if (token?.kind !== 'string' || !token.text.startsWith("'")) {
    return undefined;
  }
  return fromQuotes(token.text.replace(/^'|'$/g, ''), "'");
}

/** Schemas and catalogues in which a name without a path is looked up. */
const ownSchemas = new Set(['main', 'memory', 'temp']);

/** Ends a schema in `pathKey`; no typed name contains it. */
export const schemaEnd = '\u0001';

/** @returns Equal texts for names that mean the same thing: `t`, `T` and `main.t`; for a name without a path its `nameKey`. */
export function pathKey({ path, name }: Pick<WrittenName, 'path' | 'name'>): string {
  const schemas = path.map(nameKey).filter(part => !ownSchemas.has(part));
  return [...schemas, nameKey(name)].join(schemaEnd);
}

/** @returns The names of a result as those of a table, whose columns differ without regard to case: `a`, `a_1`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map(name => {
    let own = name;
    for (let count = 1; taken.has(nameKey(own)); count++) {
      own = `${name}_${count}`;
    }
    taken.add(nameKey(own));
    return own;
  });
}

/** DuckDB compares names of tables, columns, macros and variables without regard to case. */
export function nameKey(name: string): string {
  return name.toLowerCase();
}
