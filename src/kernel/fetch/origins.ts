/**
 * Where rows come from: the connections whose answers a statement reads, passed on to what a session's cells make of
 * them: tables, views, macros, variables, and files that COPY writes.
 *
 * A name keeps its origin as long as the session lasts, in any schema: a rollback or a change of the schema can bring
 * back what a statement replaced or dropped. Only missing rows are no longer missing where it is made anew.
 */

import { mergedMissing } from '../../core/protocol/missingRows';
import type { Copyright, MissingRows } from '../../core/protocol/outcome';
import { sandboxPricesName } from '../../core/service/sandboxPrices';
import { definitionsOf } from '../../core/sql/definitions';
import { nameKey, stringValue } from '../../core/sql/names';
import type { Statement } from '../../core/sql/statements';
import { tokenizeWithin, type Token } from '../../core/sql/tokens';
import { usesOf } from '../../core/sql/uses';

/** The source of rows of the service. */
export interface Origin {
  /** The names of the connections. */
  readonly connections: readonly string[];
  /** Whether some of the rows are made up. */
  readonly synthetic: boolean;
  /** The first rights notice among the answers. */
  readonly copyright: Copyright | null;
  /** Rows of calls that failed in part, or were cancelled. */
  readonly missing: readonly MissingRows[];
}

/** @returns The origin of rows that are made of rows of both; null stands for rows that are not of the service. */
export function mergedOrigin(first: Origin | null, second: Origin | null): Origin | null {
  return first && second
    ? {
        connections: [...new Set([...first.connections, ...second.connections])],
        synthetic: first.synthetic || second.synthetic,
        copyright: first.copyright ?? second.copyright,
        missing: mergedMissing(first.missing, second.missing),
      }
    : (first ?? second);
}

/** Tables of the session's own schema that hold what answers contained. */
const ownTables: readonly string[] = ['entities', 'event_types', sandboxPricesName];

export class Origins {
  private readonly byName = new Map<string, Origin>();
  /** Of all answers that statements of the session have read. */
  private ofSession: Origin | null = null;

  of(name: string): Origin | null {
    return this.byName.get(nameKey(name)) ?? null;
  }

  /**
   * @param asked The origin of answers to this run, which the session's own tables can hold.
   * @returns The origin of what the statement names, including its clause: analyses take table names as text, and a
   * text may hold a query.
   */
  ofStatement(text: string, { span }: Statement, asked: Origin): Origin | null {
    const tokens = tokenizeWithin(text, span);
    const names = usesOf(text, tokens).map(({ name }) => name);
    const isOwn = names.some(name => ownTables.includes(name.toLowerCase()));
    const known = names.map(name => this.of(name));
    return [
      isOwn ? mergedOrigin(this.ofSession, asked) : null,
      ...known,
      ...this.inStrings(tokens),
    ].reduce(mergedOrigin, null);
  }

  /** Records the origin of what the statement, which has run, creates; a renamed table keeps its own. */
  keep(text: string, statement: Statement, read: Origin | null): void {
    this.ofSession = mergedOrigin(this.ofSession, read && { ...read, missing: [] });
    const { tokens } = statement;
    const written =
      tokens[0]?.text === 'copy' || tokens[0]?.text === 'export' ? strings(tokens) : [];
    const definitions = definitionsOf(text, statement);
    const isNew = definitions.every(({ effect }) => effect === 'creates' || effect === 'replaces');
    const defined = [...definitions.map(({ name }) => name), ...written];
    const before = defined.map(name => this.of(name)).reduce(mergedOrigin, null);
    const own = mergedOrigin(before && isNew ? { ...before, missing: [] } : before, read);
    if (own) {
      defined.forEach(name => this.byName.set(nameKey(name), own));
    }
  }

  private inStrings(tokens: readonly Token[]): Origin[] {
    const texts = strings(tokens).map(nameKey);
    return [...this.byName].flatMap(([name, origin]) =>
      texts.some(text => hasWord(text, name)) ? [origin] : [],
    );
  }
}

function strings(tokens: readonly Token[]): string[] {
  return tokens.map(stringValue).filter(value => value !== undefined);
}

/** Whether the name is in the text, and not only as a part of a longer name. */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + name.length]];
    if (!/\w/.test(before) && !/\w/.test(after)) {
      return true;
    }
  }
  return false;
}
