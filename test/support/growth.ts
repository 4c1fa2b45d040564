/** How work grows with its input. Both sizes are measured in turn, so that a busy machine slows both. */

const rounds = 5;

/** @returns How many times as long work of four times the size takes: about 4 where it is proportional, 16 where square. */
export function growth(work: (size: number) => unknown, size: number): number {
  const quickest = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    for (const [at, factor] of [1, 4].entries()) {
      const started = performance.now();
      work(size * factor);
      quickest[at] = Math.min(quickest[at] ?? Infinity, performance.now() - started);
    }
  }
  const [one = 0, four = 0] = quickest;
  return four / one;
}
