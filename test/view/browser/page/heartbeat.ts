/** How long the page did not answer: measured by the page itself, between the ticks of a timer. */

const tickMs = 10;

/** @returns How long the page takes for a piece of work that is always the same, ms: longer where the machine is busy. */
export function timeOfReference(): number {
  const began = performance.now();
  const rows: { a: string }[] = [];
  for (let at = 0; at < 300_000; at++) {
    rows.push({ a: `row ${at % 1000}` });
  }
  const groups = new Map(rows.map(row => [row.a, row]));
  return groups.size > 0 ? performance.now() - began : 0;
}

/** @returns The longest time between two ticks since it was asked last, ms. */
export function startHeartbeat(): () => number {
  let last = performance.now();
  let longest = 0;
  const tick = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  setInterval(tick, tickMs);
  return () => {
    tick();
    const gap = longest;
    longest = 0;
    return gap;
  };
}
