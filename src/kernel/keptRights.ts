/**
 * The rights notices of answers, passed on to what a session's cells make of them: tables, views, macros, variables.
 *
 * A name keeps its notice as long as the session lasts, in any schema: a rollback or a change of the schema can bring
 * back what a statement replaced or dropped.
 */

import type { Copyright } from '../core/protocol/outcome';
import { definitionsOf } from '../core/sql/definitions';
import { nameKey, stringValue } from '../core/sql/names';
import type { Statement } from '../core/sql/statements';
import { tokenizeWithin } from '../core/sql/tokens';
import { usesOf } from '../core/sql/uses';

/**
 * A name carries its notice for as long as the session lasts, in any schema: a rollback or a change of the schema brings back
 * what a statement has replaced or dropped.
 */
export class KeptRights {
  private readonly notices = new Map<string, Copyright>();

  of(name: string): Copyright | null {
    return this.notices.get(nameKey(name)) ?? null;
  }

  /** @returns The notice of what the statement names, including its clause. Analyses take table names as text. */
  ofStatement(text: string, { span }: Statement): Copyright | null {
    const tokens = this.notices.size === 0 ? [] : tokenizeWithin(text, span);
    const names = [
      ...usesOf(text, tokens).map(({ name }) => name),
      ...tokens.map(stringValue).filter(name => name !== undefined),
    ];
    return names.map(name => this.of(name)).find(notice => notice !== null) ?? null;
  }

  /** Records the notice for what the statement, which has run, creates; a renamed table keeps its own. */
  keep(text: string, statement: Statement, notice: Copyright | null): void {
    const defined = definitionsOf(text, statement).map(({ name }) => name);
    const own = notice ?? defined.map(name => this.of(name)).find(kept => kept !== null);
    if (own) {
      defined.forEach(name => this.notices.set(nameKey(name), own));
    }
  }
}
