/** Entries of a setting that a person saves under names: an entry that is not usable does not affect others. */

import { t } from './translations';
import { isRecord } from './json';

const longestName = 60;

/** @returns The entries of an unchecked setting. */
export function entriesOf(setting: unknown): readonly unknown[] {
  return Array.isArray(setting) ? (setting as readonly unknown[]) : [];
}

export function isNamed(entry: unknown, name: string): boolean {
  return isRecord(entry) && typeof entry['name'] === 'string' && entry['name'].trim() === name;
}

/** @returns The setting with the entry in place of the one named `replaced`, or at the end. */
export function withEntry(
  setting: unknown,
  replaced: string | null,
  entry: object,
): readonly unknown[] {
  const entries = entriesOf(setting);
  const at = replaced === null ? -1 : entries.findIndex(each => isNamed(each, replaced));
  return at < 0 ? [...entries, entry] : entries.with(at, entry);
}

/** @returns The setting without the entry of that name. */
export function withoutEntry(setting: unknown, name: string): readonly unknown[] {
  return entriesOf(setting).filter(entry => !isNamed(entry, name));
}

/**
 * @param before The setting before the entry was removed.
 * @returns The setting with the entry where it was, and everything else as it is.
 * @throws {Error} If the setting has another one of that name by now.
 */
export function withEntryBack(setting: unknown, before: unknown, name: string): readonly unknown[] {
  const entries = entriesOf(setting);
  if (entries.some(entry => isNamed(entry, name))) {
    throw new Error(t('{0} exists again already.', name));
  }
  const at = entriesOf(before).findIndex(entry => isNamed(entry, name));
  return at < 0 ? entries : entries.toSpliced(at, 0, entriesOf(before)[at]);
}

/**
 * @param noun What has the name.
 * @returns A sentence that explains why the name cannot be used; undefined if it can. Names are compared without case.
 */
export function nameProblem(
  name: string,
  others: readonly { readonly name: string }[],
  taken: (name: string) => string,
): string | undefined {
  const trimmed = name.trim();
  if (trimmed === '') {
    return t('The name is empty.');
  }
  if (trimmed.length > longestName || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(trimmed)) {
    return t('The name must have at most {0} characters, all of them visible.', longestName);
  }
  return others.some(other => other.name.toLowerCase() === trimmed.toLowerCase())
    ? taken(trimmed)
    : undefined;
}
