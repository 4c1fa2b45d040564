/**
 * How work grows with its input. Both sizes are measured in turn, in time of the processor: on a busy machine the longer
 * work is more often interrupted.
 */

const rounds = 7;

/** @returns How many times as long work of four times the size takes: about 4 where it is proportional, 16 where square. */
export function growth(work: (size: number) => unknown, size: number): number {
  const quickest = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    for (const [at, factor] of [1, 4].entries()) {
      const started = process.cpuUsage();
      work(size * factor);
      const { user, system } = process.cpuUsage(started);
      quickest[at] = Math.min(quickest[at] ?? Infinity, user + system);
    }
  }
  const [one = 0, four = 0] = quickest;
  return four / one;
}
