/**
 * The answers of one call as a table of its own, in a schema of its own: `_7.bullish_stocks`.
 *
 * The table has the function's name, so that the function's name stays the alias it would have been.
 */

import type { Copyright } from '../core/protocol/outcome';
import type { ColumnTable } from '../core/service/columns';
import type { RequestRecord } from '../core/service/request';

export interface CallTable {
  readonly schema: string;
  /** What was asked, without the credential: see `callKey`. */
  readonly key: string;
  readonly rowCount: number;
  readonly requests: readonly RequestRecord[];
  readonly notes: readonly string[];
  readonly copyright: Copyright | null;
  /** The rows of a ranked list as they came; null for other functions. */
  readonly overlay: ColumnTable | null;
  /** Epoch milliseconds when its last answer came. */
  readonly fetchedAtMs: number;
}

/**
 * The session's cache: which call has which table.
 *
 * A table outlives its entry here as long as a view refers to it: a view over a call shows what the call gave
 * when the view was made.
 */
export class CallTables {
  private readonly byKey = new Map<string, CallTable>();
  private readonly retired: CallTable[] = [];
  private made = 0;

  /** @returns A schema name that no call had yet. */
  nextSchema(): string {
    this.made++;
    return `_${this.made}`;
  }

  /** @returns The table of an equal call that is younger than `ttlMs`. */
  find(key: string, nowMs: number, ttlMs: number): CallTable | undefined {
    const table = this.byKey.get(key);
    return table && nowMs - table.fetchedAtMs < ttlMs ? table : undefined;
  }

  /** Remembers a complete answer; an older one of the same call is retired. */
  keep(table: CallTable): void {
    const older = this.byKey.get(table.key);
    if (older) {
      this.retired.push(older);
    }
    this.byKey.set(table.key, table);
  }

  /** Remembers an incomplete answer only so that its table is dropped later. */
  retire(table: CallTable): void {
    this.retired.push(table);
  }

  /**
   * Takes the schemas that no entry needs any more out of the list.
   *
   * @param inUse Whether a view still refers to the schema.
   */
  takeUnused(nowMs: number, ttlMs: number, inUse: (schema: string) => boolean): string[] {
    for (const [key, table] of this.byKey) {
      if (nowMs - table.fetchedAtMs >= ttlMs) {
        this.byKey.delete(key);
        this.retired.push(table);
      }
    }
    const unused = this.retired.filter(({ schema }) => !inUse(schema));
    const left = this.retired.filter(({ schema }) => inUse(schema));
    this.retired.splice(0, this.retired.length, ...left);
    return unused.map(({ schema }) => schema);
  }
}
