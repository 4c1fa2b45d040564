/** @returns `1 row`, `2 rows`: the number and the noun that goes with it. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`;
}
