/** The name that somebody who mistyped another one most likely meant. */

/**
 * @param word What was written; case does not count.
 * @param candidates Names that exist.
 * @returns The candidate that differs by the fewest edits (at most a third of the word), or null.
 */
export function closest(word: string, candidates: Iterable<string>): string | null {
  const wanted = word.toLowerCase().slice(0, 64);
  let best: string | null = null;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase().slice(0, 64));
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
