/** Limits of the outputs stored on this computer. */

/** One kept notebook's outputs. */
export interface StoreEntry {
  readonly name: string;
  readonly byteLength: number;
  /** Epoch milliseconds of the last use. */
  readonly usedMs: number;
}

export interface StoreBudget {
  readonly entryCount: number;
  readonly byteLength: number;
}

export const storeBudget: StoreBudget = { entryCount: 200, byteLength: 50_000_000 };

/** @returns What to delete so that the rest fits: the least recently used. */
export function staleEntries(
  entries: readonly StoreEntry[],
  budget: StoreBudget = storeBudget,
): readonly StoreEntry[] {
  const newestFirst = [...entries].sort((a, b) => b.usedMs - a.usedMs);
  let left = budget.byteLength;
  const fits = newestFirst.findIndex((entry, index) => {
    left -= entry.byteLength;
    return index >= budget.entryCount || left < 0;
  });
  return fits < 0 ? [] : newestFirst.slice(fits);
}
