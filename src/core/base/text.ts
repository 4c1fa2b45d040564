/** @returns `1 row`, `2 rows`: the number and the noun that goes with it. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
