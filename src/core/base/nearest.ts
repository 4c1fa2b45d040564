/** Finds the known word that a mistyped word is closest to. */

/**
 * @returns The candidate that takes the fewest edits to become `word`, where they are at most a third of its
 * length; otherwise the only one that begins with it, or null. A change of letter case counts as a tenth of one.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestEdits = Math.max(1, word.length / 3) + 0.01;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) < bestEdits && word.length < 100) {
      const edits = editDistance(word, candidate);
      if (edits < bestEdits) {
        best = candidate;
        bestEdits = edits;
      }
    }
  }
  return best ?? onlyCompletion(word, candidates);
}

/** `tech` for `technology`, where nothing else begins like that. */
function onlyCompletion(word: string, candidates: Iterable<string>): string | null {
  const begun = [...candidates].filter(candidate =>
    candidate.toLowerCase().startsWith(word.toLowerCase()),
  );
  return word.length > 2 && begun.length === 1 ? (begun[0] ?? null) : null;
}

/** Insertions, deletions, replacements and swaps of neighbours, each 1; a change of case 0.1. */
function editDistance(a: string, b: string): number {
  let beforeRow: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + replacementCost(a[i - 1], b[j - 1]);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const least = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(swapped ? Math.min(least, (beforeRow[j - 2] ?? 0) + 1) : least);
    }
    beforeRow = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

function replacementCost(a: string | undefined, b: string | undefined): number {
  if (a === b) {
    return 0;
  }
  return a?.toLowerCase() === b?.toLowerCase() ? 0.1 : 1;
}
