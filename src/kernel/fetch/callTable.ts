/**
 * The answers of one call as a table of its own, in a schema of its own: `_7.bullish_stocks`.
 *
 * The table has the function's name, so that the function's name stays the alias it would have been.
 */

import type { Copyright } from '../../core/protocol/outcome';
import type { ColumnTable } from '../../core/service/columns';
import type { RequestRecord } from '../../core/service/request';

export interface CallTable {
  readonly schema: string;
  /** The request, without the credential: see `callKey`. */
  readonly key: string;
  readonly rowCount: number;
  readonly requests: readonly RequestRecord[];
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  /** The rows of a ranked list as received; null for other functions. */
  readonly overlay: ColumnTable | null;
  /** The part that the lake answered; null if it answered none. */
  readonly lake: { readonly rowCount: number; readonly isWhole: boolean } | null;
  /** When its last answer arrived, in epoch milliseconds. */
  readonly fetchedAtMs: number;
}

/**
 * The session's cache of calls and their tables.
 *
 * A table outlives its entry while a view refers to it: a view over a call shows what the call returned when the view
 * was created.
 */
export class CallTables {
  private readonly byKey = new Map<string, CallTable>();
  private readonly retired: CallTable[] = [];
  private made = 0;

  /** @returns A schema name that no call has used yet. */
  nextSchema(): string {
    this.made++;
    return `_${this.made}`;
  }

  /** @returns The table of an equal call that is younger than `ttlMs`. */
  find(key: string, nowMs: number, ttlMs: number): CallTable | undefined {
    const table = this.byKey.get(key);
    return table && nowMs - table.fetchedAtMs < ttlMs ? table : undefined;
  }

  /** Stores a complete answer; an older one of the same call is retired. */
  keep(table: CallTable): void {
    const older = this.byKey.get(table.key);
    if (older) {
      this.retired.push(older);
    }
    this.byKey.set(table.key, table);
  }

  /** Stores an incomplete answer, only so that its table is dropped later. */
  retire(table: CallTable): void {
    this.retired.push(table);
  }

  /**
   * Moves the entries that are too old to the retired tables.
   *
   * @returns Whether there are retired tables, of which some may be unused.
   */
  retireOld(nowMs: number, ttlMs: number): boolean {
    for (const [key, table] of this.byKey) {
      if (nowMs - table.fetchedAtMs >= ttlMs) {
        this.byKey.delete(key);
        this.retired.push(table);
      }
    }
    return this.retired.length > 0;
  }

  /**
   * Removes the schemas of retired tables that nothing needs any more from the list, and returns them.
   *
   * @param inUse Whether a view still refers to the schema.
   */
  takeUnused(inUse: (schema: string) => boolean): string[] {
    const unused = this.retired.filter(({ schema }) => !inUse(schema));
    const left = this.retired.filter(({ schema }) => inUse(schema));
    this.retired.splice(0, this.retired.length, ...left);
    return unused.map(({ schema }) => schema);
  }
}
