/**
 * Names of results beyond one kernel. Each kernel counts its own results, so an output of an ended kernel would name
 * another result of the next one: outside the kernel a name says whose it is.
 */

import * as v from 'valibot';
import type { CellOutcome } from './outcome';

const maxIdLength = 200;

/** A result as pages name it. */
export const resultId = v.pipe(v.string(), v.maxLength(maxIdLength));

/** @returns The outcome with names that only `kernel` answers to. */
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

/** @returns The kernel's own name of a result, or null if another kernel has it. */
export function ownResultName(name: string, kernel: string): string | null {
  const prefix = `${kernel}/`;
  return name.startsWith(prefix) ? name.slice(prefix.length) : null;
}
