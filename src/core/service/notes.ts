/** Parts of the sentences that decoders write. */

/** `3 rows`, `1 row`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The first five, and how many more there are. */
export function someOf(texts: readonly string[]): string {
  const more = texts.length - 5;
  return texts.slice(0, 5).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
