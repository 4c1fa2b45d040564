/**
 * @param isTarget The entry that the moved ones come before; null: they come last.
 * @returns The entries with the moved ones together, in their order; unchanged if the target is one of them.
 */
export function movedBefore<Entry>(
  entries: readonly Entry[],
  isMoved: (entry: Entry) => boolean,
  isTarget: ((entry: Entry) => boolean) | null,
): readonly Entry[] {
  const target = isTarget === null ? undefined : entries.find(isTarget);
  if (target !== undefined && isMoved(target)) {
    return entries;
  }
  const moved = entries.filter(isMoved);
  const rest = entries.filter(entry => !isMoved(entry));
  const at = target === undefined ? rest.length : rest.indexOf(target);
  return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
}

/**
 * @param own One of the names.
 * @returns The name that comes after it once it has moved one place, null for the end; undefined if it cannot move further.
 */
export function targetOfStep(
  names: readonly string[],
  own: string,
  direction: 'up' | 'down',
): string | null | undefined {
  const at = names.indexOf(own);
  return at === (direction === 'up' ? 0 : names.length - 1)
    ? undefined
    : (names[direction === 'up' ? at - 1 : at + 2] ?? null);
}
