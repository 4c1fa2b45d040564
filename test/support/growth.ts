/**
 * How work grows with its input. Both sizes are measured in turn, in time of the processor: on a busy machine the longer
 * work is more often interrupted.
 */
import assert from 'node:assert/strict';

const leastRounds = 3;
/** The quickest of many rounds approaches what the work itself takes, however busy the machine is. */
const mostRounds = 60;
/** Work of four times the size takes about 4 times as long where it is proportional, 16 times where it is square. */
const most = 9;

/** Fails where the time that `work` takes grows faster than its size. */
export function assertProportional(work: (size: number) => unknown, size: number): void {
  const quickest = [Infinity, Infinity];
  let growth = Infinity;
  for (let round = 1; round <= mostRounds && (round <= leastRounds || growth >= most); round++) {
    for (const [at, factor] of [1, 4].entries()) {
      const started = process.cpuUsage();
      work(size * factor);
      const { user, system } = process.cpuUsage(started);
      quickest[at] = Math.min(quickest[at] ?? Infinity, user + system);
    }
    const [one = 0, four = 0] = quickest;
    growth = four / one;
  }
  assert.ok(growth < most, `${growth} times as long for four times the size`);
}
