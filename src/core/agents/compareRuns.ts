/** The tool that compares two results row by row. */

import * as v from 'valibot';
import { counted, grouped } from '../base/text';
import type { Json } from '../base/json';
import type { ResultColumn, Rows, Value } from '../protocol/outcome';
import { rowsAnswer } from './agentAnswer';
import type { AgentRun } from './agentRuns';
import { AgentError, agentTool, type AgentServices } from './agentTool';
import { name, sharesRun, sharingSession, withheld } from './queryTools';

const runName = v.pipe(
  v.string(),
  v.regex(/^run-\d{1,9}$/, 'A run is named as in an answer: run-1.'),
);

const input = v.strictObject({
  before: v.pipe(runName, v.description('The earlier run, named as in its answer: run-1.')),
  after: v.pipe(runName, v.description('The later run.')),
  key: v.optional(
    v.pipe(
      v.array(name),
      v.minLength(1),
      v.maxLength(20),
      v.description(
        'Columns that together name a row in both runs, such as entity and date. Default: those of entity, date, event_id and side that both runs have.',
      ),
    ),
  ),
});

export const compareRunsTool = agentTool({
  name: 'signals_compare_runs',
  title: 'Compare two runs',
  description:
    'Compares the rows of two earlier answers of this conversation, such as a statement before and after a change: which rows were added or removed, and which values changed.',
  input,
  isEdit: false,
  handle: async ({ before, after, key }, services) => {
    const runs = [await sharedRun(before, services), await sharedRun(after, services)] as const;
    const compared = compareRows(...runs, key ?? null);
    const { columns, rows, counts } = compared;
    return rowsAnswer({
      title: `${before} and ${after} compared. ${counted(counts.added, 'row')} added, ${grouped(counts.removed)} removed, ${grouped(counts.changed)} changed, ${grouped(counts.same)} the same${partText(runs)} Differences`,
      details: { key: compared.key },
      columns,
      rows,
      rowCount: rows.length,
    });
  },
});

/** The switch may have been turned off since the run. */
async function sharedRun(id: string, services: AgentServices): Promise<AgentRun> {
  const run = services.runs.find(id);
  if (!run) {
    throw new AgentError(
      `There is no ${id} any more, or it is of another conversation. Run it again.`,
    );
  }
  const session = await sharingSession(run.source.notebook, services);
  if (!sharesRun(run, session)) {
    throw withheld(services);
  }
  return run;
}

function partText(runs: readonly AgentRun[]): string {
  const isPart = runs.some(({ rows, rowCount }) => rows.length < rowCount);
  const first = runs.map(({ rows }) => grouped(rows.length)).join(' and ');
  return isPart ? `, of the first ${first} rows, which are not all.` : '.';
}

const usualKey = ['entity', 'date', 'event_id', 'side'];

interface Compared {
  readonly key: readonly string[];
  readonly columns: readonly ResultColumn[];
  /** Added, removed and changed rows: for each changed value one. */
  readonly rows: Rows;
  readonly counts: Readonly<Record<'added' | 'removed' | 'changed' | 'same', number>>;
}

/**
 * Compares the rows of two runs that have the same key; several rows of one key are compared in their order.
 *
 * @param asked The key's columns; null: the usual ones, or all columns if there are none.
 * @throws {AgentError} If a column of the key does not exist in both.
 */
export function compareRows(
  before: Pick<AgentRun, 'columns' | 'rows'>,
  after: Pick<AgentRun, 'columns' | 'rows'>,
  asked: readonly string[] | null,
): Compared {
  const common = before.columns
    .map(column => column.name)
    .filter(column => after.columns.some(each => each.name === column));
  const missing = asked?.find(column => !common.includes(column));
  if (missing !== undefined || common.length === 0) {
    throw new AgentError(
      missing === undefined
        ? 'The two runs have no column in common.'
        : 'A column of the key is not in both runs.',
    );
  }
  const usual = usualKey.filter(column => common.includes(column));
  const key = asked ?? (usual.length > 0 ? usual : common);
  const others = common.filter(column => !key.includes(column));
  const old = keyedRows(before, key);
  const now = keyedRows(after, key);
  const rows: Value[][] = [];
  const counts = { added: 0, removed: 0, changed: 0, same: 0 };
  const difference = (id: string, what: string, rest: readonly Value[]): void => {
    rows.push([what, ...(JSON.parse(id) as Json[]).slice(0, key.length), ...rest]);
  };
  for (const [id, row] of old) {
    const next = now.get(id);
    if (!next) {
      counts.removed++;
      difference(id, 'removed', [null, null, null]);
      continue;
    }
    const changed = others.filter(
      column => JSON.stringify(row.get(column)) !== JSON.stringify(next.get(column)),
    );
    counts[changed.length > 0 ? 'changed' : 'same']++;
    for (const column of changed) {
      difference(id, 'changed', [column, row.get(column) ?? null, next.get(column) ?? null]);
    }
  }
  for (const id of now.keys()) {
    if (!old.has(id)) {
      counts.added++;
      difference(id, 'added', [null, null, null]);
    }
  }
  const typeOf = (column: string): string =>
    before.columns.find(each => each.name === column)?.type ?? 'VARCHAR';
  const columns = [
    { name: 'difference', type: 'VARCHAR' },
    ...key.map(column => ({ name: column, type: typeOf(column) })),
    ...['column', 'before', 'after'].map(each => ({ name: each, type: 'VARCHAR' })),
  ];
  return { key, columns, rows, counts };
}

/** Rows by the values of their key and how many such rows came before. */
function keyedRows(
  { columns, rows }: Pick<AgentRun, 'columns' | 'rows'>,
  key: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string, Value>> {
  const names = columns.map(column => column.name);
  const times = new Map<string, number>();
  return new Map(
    rows.map(row => {
      const values = new Map(names.map((column, index) => [column, row[index] ?? null]));
      const own = key.map(column => values.get(column) ?? null);
      const id = JSON.stringify(own);
      const time = times.get(id) ?? 0;
      times.set(id, time + 1);
      return [JSON.stringify([...own, time]), values];
    }),
  );
}
