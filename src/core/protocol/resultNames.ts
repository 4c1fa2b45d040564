/**
 * Ids of results outside one kernel. Each kernel counts its own results, so an id of an ended kernel would match
 * another result of the next one: outside the kernel, an id includes its kernel.
 */

import * as v from 'valibot';
import type { CellOutcome } from './outcome';

const maxIdLength = 200;

/** A result as pages name it. */
export const resultId = v.pipe(v.string(), v.maxLength(maxIdLength));

/** @returns The outcome with ids that are valid only for `kernel`. */
export function withResultNames(outcome: CellOutcome, kernel: string): CellOutcome {
  const { table, chart } = outcome;
  const named = (id: string) => `${kernel}/${id}`;
  return {
    ...outcome,
    table: table && { ...table, id: named(table.id) },
    chart: chart && {
      ...chart,
      datasets: chart.datasets.map(dataset => ({
        ...dataset,
        resultId: named(dataset.resultId),
      })),
    },
  };
}

/** @returns The id of a table that a layer of the result's chart reads. */
export function tableOfResult(resultId: string, id: string): string {
  return `${resultId}:${id}`;
}

/** @returns The result of which `name` is a table, or `name` itself. */
export function resultOfTable(name: string): string {
  return name.split(':', 1)[0] ?? name;
}

/** @returns The name of another result of the kernel that holds the result `name`. */
export function besideResultName(name: string, id: string): string {
  return `${name.slice(0, name.indexOf('/') + 1)}${id}`;
}

/** @returns The kernel's own id of a result, or null if it belongs to another kernel. */
export function ownResultName(name: string, kernel: string): string | null {
  const prefix = `${kernel}/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}
