/**
 * @param key Any text, written by a user.
 * @returns The table's own entry; never something that objects inherit, such as `constructor`.
 */
export function ownEntry<T>(
  table: Readonly<Partial<Record<string, T>>>,
  key: string,
): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
