/**
 * Detects statements whose binding does not end, or takes all memory.
 *
 * DuckDB evaluates constants while it binds, even with the optimiser switched off: `length(repeat('x', 1000000000))`
 * takes seconds, `len(range(1000000000))` eight gigabytes. An interruption waits for the end of the function, and no
 * memory limit covers its values. So the process has to end; the next one does not bind the statement.
 */

/** How often a statement that is being bound is checked. */
const LOOK_EVERY_MS = 100;
/** After this many checks it is stuck. Checks are counted instead of time, since a process may have been suspended. */
const MOST_LOOKS = 20;
/** How much memory the process may take meanwhile. */
const MOST_BYTES = 1.5e9;

export class StuckStatements {
  private readonly known: ReadonlySet<string>;

  /**
   * @param known Texts of statements, as `watch` takes them.
   * @param onStuck Called with a statement while it is still being bound.
   */
  constructor(
    known: readonly string[],
    private readonly onStuck: (statement: string) => void,
  ) {
    this.known = new Set(known);
  }

  has(statement: string): boolean {
    return this.known.has(statement);
  }

  /** Runs the work that binds the statement. */
  async watch<Answer>(statement: string, work: () => Promise<Answer>): Promise<Answer> {
    let looks = 0;
    const timer = setInterval(() => {
      looks++;
      if (looks >= MOST_LOOKS || process.memoryUsage.rss() > MOST_BYTES) {
        clearInterval(timer);
        this.onStuck(statement);
      }
    }, LOOK_EVERY_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}
