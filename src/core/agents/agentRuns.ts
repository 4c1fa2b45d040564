/** The results that one client has seen, under the names by which it refers to them. */

import type { Provenance, ResultColumn, Rows } from '../protocol/outcome';
import type { CellName } from './agentTool';

/** Where rows are from: a statement that a model wrote, or a cell. */
export type RunSource =
  | { readonly kind: 'statement'; readonly sql: string; readonly notebook: string | null }
  | ({ readonly kind: 'cell' } & CellName);

/** A result: the rows that are known here, of `rowCount`. */
export interface AgentRun {
  readonly source: RunSource;
  readonly columns: readonly ResultColumn[];
  readonly rows: Rows;
  readonly rowCount: number;
  readonly provenance: Provenance;
}

/** Rows of a run that are known here, for comparisons. */
export const keptRowCount = 2_000;

/** Earlier runs are forgotten. */
const mostRuns = 30;

/** The most characters of JSON that the rows of a run take. */
const mostCharacters = 2_000_000;

export class AgentRuns {
  private readonly runs = new Map<string, AgentRun>();
  private count = 0;

  /** @returns The run's name: `run-1`, `run-2`. Names are not used twice. */
  keep(run: AgentRun): string {
    const id = `run-${++this.count}`;
    this.runs.set(id, { ...run, rows: boundedRows(run.rows) });
    const [oldest] = this.runs.keys();
    if (this.runs.size > mostRuns && oldest !== undefined) {
      this.runs.delete(oldest);
    }
    return id;
  }

  find(id: string): AgentRun | undefined {
    return this.runs.get(id);
  }
}

function boundedRows(rows: Rows): Rows {
  let characters = 0;
  const kept = rows.slice(0, keptRowCount);
  const end = kept.findIndex(row => (characters += JSON.stringify(row).length) > mostCharacters);
  return end < 0 ? kept : kept.slice(0, end);
}
